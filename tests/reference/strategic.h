// What a group can enforce. The group's agents choose enabled actions, then the others choose theirs, then one of the
// outcomes happens. An outcome outside the region R does not exist; a completion without outcomes is harmless.
//
//   <g>X f at s: some choice of g has an enabled completion, and no completion of it has an outcome in R outside f
//   <g>F f = least Z: f or <g>X Z      <g>G f = greatest Z: f and <g>X Z      <g>(f U h) = least Z: h or (f and <g>X Z)
//
// With a bound on the steps: the unfolding of reference/temporal.h, with <g>X.
//
// Uniform strategies: one memoryless strategy per agent of g, a function of what the agent observes. <g> holds at s iff
// one tuple of strategies wins from every state of R that some agent of g cannot tell from s (and from s itself, which
// only matters for the empty group). Winning is the same fixpoint with the group's choices cut to the strategies. All
// tuples are tried, so this is for tiny models; their number is limited.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "reference/temporal.h"

namespace gnomon::reference {

enum class Objective { Next, Finally, Globally, Until };

// `f` is the objective's only operand, or the left one of Until with `h` the right.
Members can_enforce(const Arena& arena, const std::vector<ispl::AgentId>& group, Objective objective, const Members& f,
                    const Members& h = {}, const std::optional<logic::Interval>& interval = std::nullopt);

// Raises LimitReached if there are more tuples of strategies than `max_strategies`.
Members can_enforce_uniformly(const Arena& arena, const std::vector<ispl::AgentId>& group, Objective objective,
                              const Members& f, const Members& h = {}, std::size_t max_strategies = 1'000'000,
                              const std::optional<logic::Interval>& interval = std::nullopt);

}  // namespace gnomon::reference
