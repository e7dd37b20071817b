// A set of states with the evaluations on it: over all paths, and over fair paths where the model has fairness.
//
// The scope of a run is the set of all reachable states; bounded checking evaluates formulas on parts of it, and on all
// states, reachable or not, of which a part is known to be reachable (check/preservation.h).
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "check/frame.h"
#include "check/labelling.h"
#include "check/path.h"
#include "ispl/checked_model.h"

namespace gnomon::check {

// A frame with the sets of states that were computed on it.
struct LabelledFrame {
  LabelledFrame(Frame with_frame, logic::FormulaPool& pool, PathChecker& paths, const StrategyOptions& strategies)
      : frame(std::move(with_frame)), labels(frame, pool, &paths, strategies) {}
  LabelledFrame(const LabelledFrame&) = delete;
  LabelledFrame& operator=(const LabelledFrame&) = delete;

  Frame frame;
  Labelling labels;
};

class Scope {
 public:
  // The path checker and the pool must outlive the scope.
  Scope(Frame all, logic::FormulaPool& pool, PathChecker& paths, StrategyOptions strategies);

  // The same states and paths as in `base`, of which only these are known to be reachable.
  Scope(const Scope& base, const model::StateSet& known);

  // Labels the constraints on all paths and makes the frame of fair paths; once.
  void add_fairness(const std::vector<ispl::Formula>& constraints);
  bool has_fairness() const { return fair_ != nullptr; }

  const model::StateSet& states() const { return plain_.frame.states(); }
  const model::StateSet& known() const { return plain_.frame.known(); }
  // With fairness the fair paths, otherwise all.
  LabelledFrame& on_fair_paths() { return fair_ ? *fair_ : plain_; }
  LabelledFrame& on_all_paths() { return plain_; }
  // What a property is evaluated on: fairness means nothing on finite traces.
  LabelledFrame& of(const logic::Property& property);

 private:
  logic::FormulaPool& pool_;
  PathChecker& paths_;
  StrategyOptions strategies_;
  LabelledFrame plain_;
  std::unique_ptr<LabelledFrame> fair_;
};

}  // namespace gnomon::check
