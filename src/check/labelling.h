// The sets of states in which formulas hold, computed bottom up and remembered.
//
// A Labelling evaluates state formulas on one frame. Subformulas are numbered from operands to users (logic/formula.h),
// so evaluation is a loop, whatever the depth; every subformula is evaluated once for all formulas of a file. Path
// quantifiers are left to a PathEvaluator (check/path.h).
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "check/frame.h"
#include "check/uniform.h"
#include "logic/formula.h"

namespace gnomon::check {

class Labelling;

// Evaluates the path quantifiers PathA, PathE, PathAf, PathEf.
class PathEvaluator {
 public:
  virtual ~PathEvaluator() = default;
  // The states of the frame with some infinite fair path (or, for `PathEf`, some finite trace) that satisfies f.
  // `labelling` gives the sets of the state formulas in f.
  virtual StateSet exists_path(Labelling& labelling, logic::Op quantifier, logic::Formula f) = 0;
};

// How the strategic operators are read.
struct StrategyOptions {
  bool uniform = false;  // members act on what they see (check/uniform.h)
  std::size_t max_partial_strategies = kMaxPartialStrategies;
};

class Labelling {
 public:
  // `paths` may be null if no formula has path quantifiers.
  Labelling(const Frame& frame, logic::FormulaPool& pool, PathEvaluator* paths, StrategyOptions strategies = {});

  const Frame& frame() const { return *frame_; }
  logic::FormulaPool& pool() const { return *pool_; }
  const StrategyOptions& strategies() const { return strategies_; }

  // The states of the frame that satisfy a state formula.
  const StateSet& states(logic::Formula f);
  // Gives a formula its set, instead of evaluating it: for atoms that stand for something already known.
  void define(logic::Formula f, StateSet set);
  bool known(logic::Formula f) const { return f.index() < labels_.size() && labels_[f.index()].valid(); }

  // Whether all initial states of the frame satisfy f. Cheaper than states(f) where the shape of f allows: f is
  // simplified, conjunctions split, AG g holds iff g holds in all states that are known to be reachable, and A G g iff
  // it holds in all of these that start an infinite fair path.
  bool holds_initially(logic::Formula f) { return initially(f).holds; }
  struct Initially {
    bool holds = true;
    bool counts_on_known = false;  // it does if the known states are all that are reachable
  };
  Initially initially(logic::Formula f);

 private:
  StateSet evaluate(logic::Formula f);
  StateSet enforced(const logic::Node& node, Objective objective);
  const StateSet& label(logic::Formula f) const { return labels_[f.index()]; }
  std::vector<logic::Formula> needed(logic::Formula root) const;
  ispl::AgentId agent(logic::Symbol name) const;
  const std::vector<ispl::AgentId>& group(logic::Symbol name) const;

  const Frame* frame_;
  logic::FormulaPool* pool_;
  PathEvaluator* paths_;
  StrategyOptions strategies_;
  std::vector<StateSet> labels_;  // by formula; invalid: not evaluated
};

}  // namespace gnomon::check
