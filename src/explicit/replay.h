// The check of witnesses: they are replayed on the plain interpreter, and everything is checked that a state shows.
//
//   paths    every state has values of its variables' types; every joint action is enabled and leads where it is said
//            to lead; loops close; traces end where they may; every fairness constraint holds on the loop
//   states   every state is reachable: paths from initial states lead to it
//   links    the agents' views agree; the agent is green
//   tables   the group's actions are enabled, all outcomes are listed; every choice of the group is answered; where a
//            goal must be reached no play goes round in a circle
//   memory   what agents remember, worked out state by state (replay_memory.h)
//   claims   each follows by its rule from what was seen and from smaller claims; path formulas are evaluated on the
//            path by definition (lasso.h)
//
// What remains are the claims that are taken, which are marked as such. Tests ask an oracle about them, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>

#include "explicit/interpreter.h"
#include "explicit/witness_data.h"
#include "logic/formula.h"

namespace gnomon::explicit_state {

// The witness is wrong: its producer has a bug. The message says what failed.
class ReplayError : public std::logic_error {
  using std::logic_error::logic_error;
};

// Believed if not given.
struct ReplayOracle {
  std::function<bool(logic::Formula, const State&)> holds;               // about claims that are taken
  std::function<bool(std::size_t constraint, const State&)> constraint;  // about fairness constraints that are no facts
  std::function<bool(const State&)> fair;                                // whether a fair path starts there
};

// Paths with a path formula may not be longer, with what is walked more often written out.
inline constexpr std::uint64_t kMaxEvaluatedPath = 2'000'000;

// Raises ReplayError unless the witness shows that `formula` is true (false) in an initial state. Claims speak of
// formulas of `pool`.
void replay(const Interpreter& interpreter, const logic::FormulaPool& pool, logic::Formula formula, bool holds,
            const Witness& witness, const ReplayOracle& oracle = {});

// The same for a witness without claims: its paths are paths of the model, and its states can be reached.
void replay_ways(const Interpreter& interpreter, const Witness& witness);

}  // namespace gnomon::explicit_state
