// The initial states, by backtracking over the variables.
//
// InitStates is a conjunction. A conjunct `x = constant` fixes its variable, and a disjunction of such equations leaves
// some values to it. The other variables are given values one after the other, those that no conjunct reads last, and the
// conjuncts that read the variable are evaluated with what is known so far; a branch ends where one is false. The cost is
// the number of values tried times the size of the conjuncts that read them.
#pragma once

#include <cstdint>
#include <functional>

#include "base/budget.h"
#include "enumerate/program.h"

namespace gnomon::enumerate {

// Calls `found` for every initial state, each once; always in the same order. The budget is polled on the way. False if it
// takes more steps: values that are tried, states that are found, and what is evaluated (Expression::Scratch::effort).
// Then `found` was called for some.
bool for_initial_states(const Program& program, const Budget& budget, std::uint64_t most_steps,
                        const std::function<void(const Word*)>& found);

}  // namespace gnomon::enumerate
