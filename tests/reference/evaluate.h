// The truth of every formula in every state, by textbook semantics on the explicit graph.
//
// R is the set of reachable states or, if the model has fairness formulas, of those from which a fair path starts;
// every operator works on R. Fairness formulas themselves are evaluated on all reachable states without fairness. A
// formula about finite traces ignores fairness, so its R is the set of all reachable states.
//
// Knowledge is observational. Raises std::invalid_argument for what has no meaning here (Delta, names the model does
// not know), LimitReached where a search grows past its limit.
#pragma once

#include <cstddef>
#include <memory>
#include <unordered_map>

#include "logic/formula.h"
#include "reference/path_search.h"
#include "reference/temporal.h"

namespace gnomon::reference {

enum class Strategies { FullObservation, Uniform };

struct EvaluateOptions {
  TestReading finite_tests = TestReading::OnTrace;
  Strategies strategies = Strategies::FullObservation;
  std::size_t max_strategies = 1'000'000;
  PathLimits paths;
};

// Labels the states of one arena with the formulas that hold there.
class ArenaLabels {
 public:
  ArenaLabels(Arena arena, const EvaluateOptions& options) : arena_(std::move(arena)), options_(options) {}

  const Arena& arena() const { return arena_; }
  // Requires a state formula of the model's pool. A subset of the region.
  const Members& states(logic::Formula f);
  // A fair path (or a trace on one) from `state` that satisfies the path formula `f`, if there is one.
  std::unique_ptr<Lasso> find_path(logic::Formula f, StateIndex state, Horizon horizon);

 private:
  const Members& compute(logic::Formula f);
  Members label(const logic::Node& node);
  Members atom(const logic::Node& node) const;
  Members strategic(const logic::Node& node, const Members& left, const Members& right) const;

  Arena arena_;
  EvaluateOptions options_;
  std::unordered_map<logic::Formula, Members> known_;
};

class Evaluator {
 public:
  // The graph and its model must outlive the evaluator.
  explicit Evaluator(const Graph& graph, EvaluateOptions options = {});

  // R as the formula sees it.
  const Arena& arena(logic::Formula f) { return labels(f).arena(); }
  // The states of R in which the state formula holds, by StateIndex.
  const Members& states(logic::Formula f) { return labels(f).states(f); }
  // Whether it holds in every initial state that is in R.
  bool verdict(logic::Formula f) { return verdict(labels(f), f); }
  // The labels that ignores fairness if a quantifier over finite traces occurs in the formula, otherwise the one of
  // R.
  ArenaLabels& labels(logic::Formula f);

  // The same for a formula with its prefix: `LDLf` and its like ignore fairness even where no quantifier is left.
  const Members& states(const logic::Property& property) { return labels(property).states(property.formula); }
  bool verdict(const logic::Property& property) { return verdict(labels(property), property.formula); }
  ArenaLabels& labels(const logic::Property& property);

  // R of formulas about infinite paths: all reachable states if the model has no fairness formulas.
  const Members& region() const { return (fair_ ? *fair_ : whole_).arena().region; }

 private:
  bool verdict(ArenaLabels& labels, logic::Formula f) const;

  const Graph* graph_;
  ArenaLabels whole_;
  std::unique_ptr<ArenaLabels> fair_;  // none: no fairness formulas
};

}  // namespace gnomon::reference
