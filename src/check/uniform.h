// Uniform strategies: what a coalition can enforce when each member must play the same action wherever it sees the
// same.
//
//   <g> goal at s  iff  there is one memoryless strategy per member, a function of what it sees, such that together
//   they
//                       win from s and from every state of R that some member cannot tell from s
//
// Deciding this is exponential in the number of classes of look-alike states. The search is over partial strategies: it
// starts with all enabled choices, commits one member in one class at a time, and evaluates the goal with the choices
// that are still open. As open choices may differ from state to state, that result contains what any completion can
// win; a branch ends
//   - when its bound wins nowhere that has not been won already (pruned), or
//   - when no class that matters is open: the choices are uniform, the bound is exact and is added to the result.
// Classes that matter are those with a state from which the bound wins and, for F and U, where the goal is not reached
// yet. Sound and complete; the number of partial strategies is limited, and passing the limit raises LimitReached.
#pragma once

#include <cstddef>

#include "check/strategic.h"

namespace gnomon::check {

inline constexpr std::size_t kMaxPartialStrategies = 200'000;

StateSet enforce_uniformly(const Frame& frame, const Coalition& group, const Goal& goal,
                           std::size_t max_partial_strategies = kMaxPartialStrategies);

}  // namespace gnomon::check
