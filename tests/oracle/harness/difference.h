// Where the two evaluations of a model disagree, as a sentence. An empty string: nowhere.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "oracle/harness/subject.h"
#include "oracle/harness/symbolic_run.h"
#include "support/model_draft.h"

namespace gnomon::test {

// How much was compared; a comparison of trivial sets says little.
struct Tally {
  std::size_t models = 0;
  std::size_t formulas = 0;
  std::size_t interesting = 0;    // formulas that hold in some states of R and not in others
  std::size_t narrowed = 0;       // verdicts that were found on some paths only (check/cone.h), in all settings
  std::size_t beyond_limits = 0;  // formulas whose explicit evaluation was too large
};

// Initial states, reachable states, depth, states of each step, successors and predecessors of every state, deadlocks,
// overflows.
std::string structure_difference(Subject& subject, SymbolicRun& run);

// The states of R, and those that satisfy each formula of the model, in all settings.
std::string formula_difference(Subject& subject, const std::vector<Setting>& settings, Tally& tally);

// Loads the draft's text and applies a comparison; a text that does not load has no difference. An exception is one,
// also that of a limit: the models are small, and no engine may give up on them.
using Comparison = std::function<std::string(Subject&)>;
std::string difference(const ModelDraft& draft, const Comparison& compare,
                       const reference::EvaluateOptions& options = Subject::default_options());

// The difference with the smallest model found that still shows one, ready for a regression file; empty if there is
// none.
std::string report(const ModelDraft& draft, const std::string& origin, const Comparison& compare,
                   const reference::EvaluateOptions& options = Subject::default_options());

}  // namespace gnomon::test
