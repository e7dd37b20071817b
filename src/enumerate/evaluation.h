// Formulas evaluated on a complete graph: over all paths and, where the model has fairness, over fair ones (as
// check/scope.h does on diagrams).
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "check/labelling.h"
#include "check/path.h"
#include "enumerate/space.h"
#include "ispl/checked_model.h"

namespace gnomon::enumerate {

using Labelling = check::LabellingOf<Space>;
using PathChecker = check::PathCheckerOf<Space>;

struct LabelledSpace {
  LabelledSpace(Space with_space, logic::FormulaPool& pool, PathChecker& paths,
                const check::StrategyOptions& strategies)
      : space(std::move(with_space)), labels(space, pool, &paths, strategies) {}
  LabelledSpace(const LabelledSpace&) = delete;
  LabelledSpace& operator=(const LabelledSpace&) = delete;

  Space space;
  Labelling labels;
};

class Evaluation {
 public:
  // The graph and the pool must outlive this.
  Evaluation(const Graph& graph, logic::FormulaPool& pool, const check::PathOptions& paths,
             const check::StrategyOptions& strategies)
      : pool_(pool),
        strategies_(strategies),
        paths_(paths),
        arena_(graph),
        plain_(Space(arena_), pool, paths_, strategies) {}

  // Labels the constraints on all paths and makes the space of fair paths; once.
  void add_fairness(const std::vector<ispl::Formula>& constraints);
  bool has_fairness() const { return fair_ != nullptr; }

  // With fairness the fair paths, otherwise all.
  LabelledSpace& on_all_paths() { return plain_; }
  LabelledSpace& on_fair_paths() { return fair_ ? *fair_ : plain_; }
  // What a property is evaluated on: fairness means nothing on finite traces.
  LabelledSpace& of(const logic::Property& property);
  const PathChecker& paths() const { return paths_; }

 private:
  logic::FormulaPool& pool_;
  check::StrategyOptions strategies_;
  PathChecker paths_;
  Arena arena_;
  LabelledSpace plain_;
  std::unique_ptr<LabelledSpace> fair_;
};

}  // namespace gnomon::enumerate
