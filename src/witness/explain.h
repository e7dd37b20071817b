// Explanations: why a formula has the verdict that it has, as a witness that has been replayed.
//
//   false formula   counterexample: an initial state in which it is false, and why
//   true formula    witness: an initial state in which it is true, and why (in the others it is true as well)
//
// What can be shown is what exists: a path, a state that looks alike, a strategy. A claim about all paths or all states
// (a true AG, a true K) has no finite explanation; inside a larger one it is taken from the checker and marked as such,
// and if there is nothing else the result is a reason instead of a witness.
//
// The explanation is found with the checker's sets of states, translated to plain data, and handed to the replay
// (explicit/replay.h), which knows nothing about diagrams. ReplayError passes through: it is a bug, and the witness is
// never shown. LimitReached passes through as well.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "check/labelling.h"
#include "check/path.h"
#include "explicit/witness_data.h"

namespace gnomon::witness {

struct ExplainOptions {
  std::size_t depth = 6;           // paths, links and tables below one another
  std::size_t max_paths = 30;      // in the whole witness; what comes later is taken
  std::size_t max_claims = 2000;   // likewise
  std::size_t max_steps = 10'000;  // of a path
  std::size_t max_entries = 40;    // of a table of moves
  check::PathOptions paths;        // as in the PathChecker that decided the formula
};

struct Explanation {
  std::optional<explicit_state::Witness> witness;
  std::string reason;  // why there is none: a sentence without full stop
};

// `holds` is the verdict: whether the formula holds in all initial states of the labelling's frame. The labelling must
// be of the model's own pool. Spaces: the frame, with diagrams, and the states of a list (enumerate/space.h).
template <class S>
Explanation explain(check::LabellingOf<S>& labelling, logic::Formula formula, bool holds,
                    const ExplainOptions& options = {});

}  // namespace gnomon::witness
