// What is legal but hardly meant: lines that can never be enabled, states without an enabled action, values that cannot
// be assigned, lines that exclude each other without looking so, divisions that can fail to be integers, names that are
// never used.
//
// Questions about values are decided by going through the combinations of the variables involved (and of the actions)
// if there are at most kMaxCombinations, and left open otherwise: a warning is given only where it is certain, up to
// the reachability of states. The work is bounded for the whole model.
#pragma once

#include <cstdint>
#include <vector>

#include "base/diagnostic.h"
#include "base/pace.h"
#include "ispl/checked_model.h"
#include "ispl/local_evaluation.h"
#include "ispl/warning_list.h"

namespace gnomon::ispl {

class Warnings {
 public:
  static constexpr std::uint64_t kMaxCombinations = 4096;
  static constexpr std::uint64_t kMaxSteps = 20'000'000;

  // The budget, if there is one, is polled.
  Warnings(const CheckedModel& model, Diagnostics& diagnostics, const Budget* budget = nullptr)
      : model_(model), parametric_(model.elaborator != nullptr), list_(diagnostics), pace_(budget) {}
  void run();

 private:
  void protocol(const Agent& agent);
  void enabled_actions(const Agent& agent);
  void evolution(const Agent& agent);
  void split_lines(const Agent& agent);
  void assigned_value(const Assignment& assignment, ExprId condition);
  // Every division below `root`, in those combinations in which `guard` (if any) can hold.
  void divisions(ExprId root, ExprId guard = {});
  void unused_variables();
  void unused_propositions();
  // False only if the condition certainly never holds.
  bool can_hold(ExprId condition);
  bool has_division(ExprId root);
  // The conjuncts of a condition, as numbers that are equal for expressions that read the same; ascending.
  std::vector<std::size_t> conjuncts(ExprId condition);
  // By VarId: whether some condition or value other than InitStates reads it.
  std::vector<bool> read_outside_initial();
  LocalEvaluation evaluation(const std::vector<ExprId>& roots);
  void evaluate(LocalEvaluation& local);

  const CheckedModel& model_;
  // What never happens for these parameters may happen for others, so little is said about it.
  bool parametric_;
  WarningList list_;
  Pace pace_;
  std::uint64_t steps_ = kMaxSteps;
  std::vector<std::size_t> shapes_;  // by expression; made on first use
};

}  // namespace gnomon::ispl
