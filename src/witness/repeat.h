// What shows that a formula is false for all values of a parameter though true without the bound: a path with a stretch
// that may be repeated.
//
// At some value the formula has a counterexample. If a path of it comes twice to a state, the steps between may be made
// once more, and more often. For a stretch of p steps, with k repetitions the path shall show that the formula is false at
// values that are larger by k p. So it is replayed, with none, one and two repetitions: the witness is written out with
// the longer path, its claims speak of the larger values, and the replay judges it as any other.
#pragma once

#include <vector>

#include "explicit/replay.h"
#include "explicit/witness_data.h"
#include "logic/parameters.h"

namespace gnomon::witness {

// The witness shows that the formula with these values, all of them numbers, is false. Marks a stretch of one of its
// paths, and says whether there is one.
bool mark_repeatable(const explicit_state::Interpreter& interpreter, logic::FormulaPool& pool, logic::Formula formula,
                     const std::vector<logic::ParameterValue>& values, explicit_state::Witness& witness,
                     const explicit_state::ReplayOracle& oracle = {});

}  // namespace gnomon::witness
