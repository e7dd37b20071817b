// The evaluation of a subject's formulas on states that src/enumerate lists: one more side of every comparison.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "check/labelling.h"
#include "check/path.h"
#include "enumerate/graph.h"
#include "enumerate/program.h"
#include "enumerate/space.h"
#include "oracle/harness/difference.h"
#include "oracle/harness/subject.h"

namespace gnomon::test {

struct EnumeratedSetting {
  std::string name = "enumerated";
  enumerate::ExploreOptions explore = {};
  enumerate::Patience patience = {};
  check::PathEngine engine = check::PathEngine::Automatic;
  bool tests_look_beyond = false;  // on finite traces; changes answers, so both sides must agree on it
  bool uniform = false;            // strategies; changes answers, too
};

// Settings that must not change an answer.
const std::vector<EnumeratedSetting>& enumerated_settings();

class EnumeratedRun {
 public:
  using Labelling = check::LabellingOf<enumerate::Space>;

  // The subject must outlive the run.
  EnumeratedRun(Subject& subject, const EnumeratedSetting& setting = {});

  const EnumeratedSetting& setting() const { return setting_; }
  const enumerate::Graph& graph() const { return *graph_; }
  Labelling& labelling(logic::Formula f);
  // The state of the subject's graph that an enumerated state is; kNowhere if it is none.
  static constexpr explicit_state::StateIndex kNowhere = 0xffffffffu;
  explicit_state::StateIndex place(enumerate::StateIndex s) const { return place_[s]; }
  Members members(const enumerate::BitSet& set) const;

 private:
  Subject* subject_;
  EnumeratedSetting setting_;
  Budget budget_;
  enumerate::Program program_;
  std::unique_ptr<enumerate::Graph> graph_;
  std::unique_ptr<enumerate::Arena> arena_;
  check::PathCheckerOf<enumerate::Space> paths_;
  std::unique_ptr<enumerate::Space> whole_, fair_;
  std::unique_ptr<Labelling> on_whole_, on_fair_;
  std::vector<explicit_state::StateIndex> place_;
};

// States, steps in both directions, depths, initial states, deadlocks, overflows.
std::string enumerated_structure_difference(Subject& subject, EnumeratedRun& run);
// The states that satisfy each formula of the model, and the verdicts. Formulas that are too large for the explicit
// evaluation are left out.
std::string enumerated_formula_difference(Subject& subject, const std::vector<EnumeratedSetting>& settings);

}  // namespace gnomon::test
