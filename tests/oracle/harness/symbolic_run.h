// The symbolic evaluation of a subject's formulas in one setting of the engine: the other side of every comparison.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "check/frame.h"
#include "check/labelling.h"
#include "check/path.h"
#include "model/symbolic_model.h"
#include "oracle/harness/subject.h"

namespace gnomon::test {

struct Setting {
  std::string name = "default";
  model::OrderStrategy order = model::OrderStrategy::Force;
  model::TransitionShape shape = model::TransitionShape::Automatic;
  model::Exploration exploration = model::Exploration::BreadthFirst;
  bool reorder = false;  // reorder at every opportunity: after each step of the search and after each formula
  check::PathEngine engine = check::PathEngine::Automatic;
  std::size_t automaton_states = 0;  // limit of explicit automata; 0: the engine's own
  bool tests_look_beyond = false;    // on finite traces; changes answers, so both sides must agree on it
  bool uniform = false;              // strategies; changes answers, too
};

// Settings that must not change an answer. The first is the default.
const std::vector<Setting>& model_settings();
// Settings that choose how path formulas are evaluated. The first is the default.
const std::vector<Setting>& path_settings();

class SymbolicRun {
 public:
  // The subject must outlive the run.
  SymbolicRun(Subject& subject, const Setting& setting = {});

  const Setting& setting() const { return setting_; }
  model::SymbolicModel& model() { return *model_; }
  // The states found after each step of the search, the initial ones first.
  const std::vector<model::StateSet>& found() const { return found_; }
  check::PathChecker& paths() { return paths_; }
  // R as the formula sees it: formulas about finite traces ignore fairness.
  const check::Frame& frame(logic::Formula f) { return labelling(f).space(); }
  check::Labelling& labelling(logic::Formula f);
  // A copy: labels move when more formulas are evaluated.
  model::StateSet states(logic::Formula f);
  bool verdict(logic::Formula f) { return labelling(f).holds_initially(f); }

  // Which states of the explicit graph belong to the set.
  Members members(const model::StateSet& set) const;
  model::StateSet set_of(const Members& members) const;

 private:
  void reorder_if_asked() const;

  Subject* subject_;
  Setting setting_;
  std::unique_ptr<model::SymbolicModel> model_;
  std::vector<model::StateSet> found_;
  check::PathChecker paths_;
  std::unique_ptr<check::Frame> whole_, fair_;
  std::unique_ptr<check::Labelling> on_whole_, on_fair_;
  std::vector<std::vector<bool>> assignments_;  // by state of the graph, then by bit
};

}  // namespace gnomon::test
