// The evaluation of a subject's formulas on a model in slices (src/slices), with random windows, good, bad and empty
// ones: one more side of every comparison.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/budget.h"
#include "check/labelling.h"
#include "check/path.h"
#include "oracle/harness/helper_threads.h"
#include "oracle/harness/subject.h"
#include "oracle/harness/symbolic_run.h"
#include "slices/cut_model.h"
#include "slices/space.h"

namespace gnomon::test {

struct SlicedSetting {
  std::string name = "three slices";
  std::size_t slices = 3;
  std::size_t threads = 1;
  std::size_t helpers = 0;  // in threads of their own, who get letters; 0: slices share the threads above
  std::size_t losses = 0;   // of helpers
  std::size_t steps = 0;    // of the search before the cut
  bool chaining = false;
  bool reorder = false;  // between rounds and between formulas
  bool recut = false;    // likewise: other windows, and more or fewer of them
  bool resumed = false;  // after a part of what a first run has told
  check::PathEngine engine = check::PathEngine::Automatic;
  bool tests_look_beyond = false;  // on finite traces; changes answers, so both sides must agree on it
  bool uniform = false;            // strategies; changes answers, too
};

// Settings that must not change an answer; those of path formulas also choose how these are evaluated.
const std::vector<SlicedSetting>& sliced_settings();
const std::vector<SlicedSetting>& sliced_path_settings();

// Disjoint windows that contain every state: a random one is split by a literal, by a function of some bits, or by
// nothing, which leaves an empty one.
std::vector<bdd::Bdd> random_windows(const model::SymbolicModel& model, std::size_t count, std::uint64_t seed);

class SlicedRun {
 public:
  using Labelling = check::LabellingOf<slices::SlicedSpace>;

  // The subject must outlive the run, and so must the history, which tells of an earlier one or is told of this one.
  SlicedRun(Subject& subject, const SlicedSetting& setting, std::uint64_t seed, History* history = nullptr);

  const SlicedSetting& setting() const { return setting_; }
  slices::CutModel& cut() { return *cut_; }
  Labelling& labelling(logic::Formula f);
  Members members(const slices::SlicedSet& set) { return whole_.members(cut_->gathered(set)); }

  // Reachable states, depth, initial states, deadlocks, overflows; that no slice has states of another.
  std::string structure_difference();
  // The states that satisfy each formula of the model, and the verdicts. Formulas that are too large for the explicit
  // evaluation are left out.
  std::string formula_difference();

 private:
  std::string named(const std::string& what) const { return what + " (" + setting_.name + ")"; }
  std::string set_difference(const std::string& what, const slices::SlicedSet& set, const Members& expected);
  void change_if_asked();

  Subject* subject_;
  SlicedSetting setting_;
  std::uint64_t seed_;
  Budget budget_;
  SymbolicRun whole_;
  model::ModelOptions options_;
  std::unique_ptr<HelperThreads> helpers_;
  std::unique_ptr<slices::CutModel> cut_;
  check::PathCheckerOf<slices::SlicedSpace> paths_;
  std::unique_ptr<slices::SlicedSpace> all_, fair_;
  std::unique_ptr<Labelling> on_all_, on_fair_;
};

// In all of these settings, with windows by the seed.
std::string sliced_difference(Subject& subject, const std::vector<SlicedSetting>& settings, std::uint64_t seed);

}  // namespace gnomon::test
