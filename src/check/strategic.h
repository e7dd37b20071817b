// What a coalition can enforce.
//
//   <g>X f      = { s : g has enabled actions such that some completion is enabled and no outcome in R is outside f }
//   <g>F f      = mu Z. f or <g>X Z
//   <g>G f      = nu Z. f and <g>X Z
//   <g>(f U h)  = mu Z. h or (f and <g>X Z)
//
// With full observability the choice may be another one in every state; otherwise it is cut to given choices, which is
// how uniform strategies (check/uniform.h) are evaluated.
#pragma once

#include <cstdint>

#include "check/space.h"

namespace gnomon::check {

enum class Objective : std::uint8_t { Next, Finally, Globally, Until };

// What a coalition is to achieve. `f` is the only operand, or the left one of Until with `h` the right.
template <class Set>
struct Goal {
  Objective objective = Objective::Next;
  Set f;
  Set h;
};

// How the strategic operators are read.
struct StrategyOptions {
  bool uniform = false;  // members act on what they see (check/uniform.h)
  std::size_t max_partial_strategies = 200'000;
};

// The states from which the coalition can enforce the goal with some of its choices.
template <StrategicSpace S, class Set = typename S::Set>
Set enforce(const S& space, const Coalition& group, const typename S::Choices& choices, const Goal<Set>& goal) {
  if constexpr (requires { space.enforce(group, choices, goal); }) return space.enforce(group, choices, goal);
  auto next = [&](const Set& z) { return space.can_avoid_next(group, choices, space.complement(z)) & space.states(); };
  auto step = [&](const Set& z) {
    switch (goal.objective) {
      case Objective::Next:
        return next(goal.f);
      case Objective::Finally:
        return goal.f | next(z);
      case Objective::Globally:
        return goal.f & next(z);
      case Objective::Until:
        return goal.h | (goal.f & next(z));
    }
    return z;
  };
  if (goal.objective == Objective::Next) return next(goal.f);
  Set z = goal.objective == Objective::Globally ? goal.f : Set(space.none());
  while (true) {
    Set more = step(z);
    if (more == z) return z;
    z = more;
  }
}

template <StrategicSpace S, class Set = typename S::Set>
Set enforce(const S& space, const Coalition& group, const Goal<Set>& goal) {
  return enforce(space, group, space.enabled_choices(group), goal);
}

}  // namespace gnomon::check
