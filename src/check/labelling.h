// The sets of states in which formulas hold, computed bottom up and remembered.
//
// A Labelling evaluates state formulas on one space. Subformulas are numbered from operands to users (logic/formula.h),
// so evaluation is a loop, whatever the depth; every subformula is evaluated once for all formulas of a file. Path
// quantifiers are left to a PathChecker (check/path.h). Boolean combinations of propositions are left as a whole to
// spaces that can evaluate them so: the conjunction of a hundred propositions is one operation on a large set then, not
// two hundred.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "check/cone.h"
#include "check/frame.h"
#include "check/strategic.h"
#include "logic/formula.h"

namespace gnomon::check {

template <Space S>
class PathCheckerOf;

// The states of the space in which the operator holds, given the sets of its operands; not for path quantifiers and not
// for Delta. An operand that the operator does not have is not looked at. Of EX and AX the operand is a set of states
// that steps lead to, of a knowledge operator one of states that are possible to the knowers (check/space.h).
template <Space S, class Set = typename S::Set>
Set apply_operator(const S& space, const logic::FormulaPool& pool, const logic::Node& node, const Set& left,
                   const Set& right, const StrategyOptions& strategies = {});

template <Space S>
class LabellingOf {
 public:
  using Set = typename S::Set;

  // `paths` may be null if no formula has path quantifiers.
  LabellingOf(const S& space, logic::FormulaPool& pool, PathCheckerOf<S>* paths, StrategyOptions strategies = {})
      : space_(&space), pool_(&pool), paths_(paths), strategies_(strategies), cones_(space) {}

  const S& space() const { return *space_; }
  logic::FormulaPool& pool() const { return *pool_; }
  PathCheckerOf<S>* paths() const { return paths_; }
  const StrategyOptions& strategies() const { return strategies_; }
  ConesOf<S>& cones() { return cones_; }

  // The states of the space that satisfy a state formula.
  const Set& states(logic::Formula f);
  // Gives a formula its set, instead of evaluating it: for atoms that stand for something already known.
  void define(logic::Formula f, Set set) {
    given_.insert(f);
    label(f, std::move(set));
  }
  bool known(logic::Formula f) const { return labels_.contains(f); }

  // Whether all initial states of the space satisfy f. Cheaper than states(f) where the shape of f allows: f is
  // simplified and taken apart, AG g holds iff g holds in all states that are known to be reachable, and A G g iff it
  // holds in all of these that start an infinite fair path; for other paths only those that begin in the states in
  // question are looked at.
  bool holds_initially(logic::Formula f) requires RootedSpace<S> { return initially(f).holds; }
  struct Initially {
    bool holds = true;
    bool counts_on_known = false;  // it does if the known states are all that are reachable
  };
  Initially initially(logic::Formula f) requires RootedSpace<S>;

 private:
  enum class Combinations : std::uint8_t { AsAWhole, ByOperands };  // of propositions
  void evaluate_all(logic::Formula root, Combinations combinations);
  Set evaluate(logic::Formula f);
  // A or E over a path formula whose letters have been evaluated.
  Set evaluate_paths(const logic::Node& node, const Set* asked);
  // The states that satisfy f; an answer that counts only in the states that are asked about. The last one is remembered.
  const Set& states_among(logic::Formula f, const Set& asked);
  Set evaluate_among(logic::Formula f, const Set& asked);
  // Whether paths lead from the initial states into a set of states, if that is seen at once: every known state is reached
  // from an initial one, and there may be only one of these.
  std::optional<bool> reached_from(const Set& initial, const Set& set) const requires RootedSpace<S>;
  void label(logic::Formula f, Set set) { labels_.insert_or_assign(f, std::move(set)); }
  std::vector<logic::Formula> needed(logic::Formula root, const std::vector<bool>& wholes) const;

  const S* space_;
  logic::FormulaPool* pool_;
  PathCheckerOf<S>* paths_;
  StrategyOptions strategies_;
  ConesOf<S> cones_;
  std::unordered_map<logic::Formula, Set> labels_;
  struct PartialLabel {
    Set asked;
    Set states;
  };
  std::unordered_map<logic::Formula, PartialLabel> partial_labels_;
  std::unordered_set<logic::Formula> given_;  // by somebody else
};

using Labelling = LabellingOf<Frame>;

}  // namespace gnomon::check
