// What a coalition can enforce.
//
//   <g>X f      = { s : g has enabled actions such that some completion is enabled and no outcome in R is outside f }
//   <g>F f      = mu Z. f or <g>X Z
//   <g>G f      = nu Z. f and <g>X Z
//   <g>(f U h)  = mu Z. h or (f and <g>X Z)
//
// With a bound on the steps these are iterates, as for the branching operators (check/bounded.h).
//
// With full observability the choice may be another one in every state; otherwise it is cut to given choices, which is
// how uniform strategies (check/uniform.h) are evaluated.
#pragma once

#include <cstdint>
#include <optional>

#include "check/bounded.h"
#include "check/space.h"
#include "logic/formula.h"

namespace gnomon::check {

enum class Objective : std::uint8_t { Next, Finally, Globally, Until };

// What a coalition is to achieve. `f` is the only operand, or the left one of Until with `h` the right.
template <class Set>
struct Goal {
  Objective objective = Objective::Next;
  Set f;
  Set h;
  std::optional<logic::Interval> interval = std::nullopt;  // on the steps: check/bounded.h
};

// How the strategic operators are read.
struct StrategyOptions {
  bool uniform = false;  // members act on what they see (check/uniform.h)
  std::size_t max_partial_strategies = 200'000;
};

// The goal unfolded once: reached now, or still open and z next.
template <class Set, class Next>
Set unfolded(const Goal<Set>& goal, const Set& z, const Next& next) {
  switch (goal.objective) {
    case Objective::Next:
    case Objective::Finally:
      return goal.f | next(z);
    case Objective::Globally:
      return goal.f & next(z);
    case Objective::Until:
      return goal.h | (goal.f & next(z));
  }
  return z;
}

template <StrategicSpace S, class Visit, class Set = typename S::Set>
Set enforce_within(const S& space, const Coalition& group, const typename S::Choices& choices, const Goal<Set>& goal,
                   Visit&& visit);

// The states from which the coalition can enforce the goal with some of its choices.
template <StrategicSpace S, class Set = typename S::Set>
Set enforce(const S& space, const Coalition& group, const typename S::Choices& choices, const Goal<Set>& goal) {
  if (goal.interval) return enforce_within(space, group, choices, goal, [](const Set&) {});
  if constexpr (requires { space.enforce(group, choices, goal); }) return space.enforce(group, choices, goal);
  auto next = [&](const Set& z) { return space.can_avoid_next(group, choices, space.complement(z)) & space.states(); };
  if (goal.objective == Objective::Next) return next(goal.f);
  Set z = goal.objective == Objective::Globally ? goal.f : Set(space.none());
  while (true) {
    Set more = unfolded(goal, z, next);
    if (more == z) return z;
    z = more;
  }
}

// The same with a bound on the steps (check/bounded.h). `visit` is told every set of states in which the coalition may
// have to choose.
template <StrategicSpace S, class Visit, class Set>
Set enforce_within(const S& space, const Coalition& group, const typename S::Choices& choices, const Goal<Set>& goal,
                   Visit&& visit) {
  auto next = [&](const Set& z) {
    Set before = space.can_avoid_next(group, choices, space.complement(z)) & space.states();
    visit(before);
    return before;
  };
  auto inner = [&](const Set& z) { return unfolded(goal, z, next); };
  auto outer = [&](const Set& z) { return goal.objective == Objective::Until ? goal.f & next(z) : next(z); };
  const logic::Interval& interval = *goal.interval;
  const Set& seed = goal.objective == Objective::Until ? goal.h : goal.f;
  auto limit = [&] {
    Goal<Set> without = goal;
    without.interval.reset();
    Set won = enforce(space, group, choices, without);
    visit(won);
    return won;
  };
  return through_interval(interval, seed, limit, inner, outer);
}

template <StrategicSpace S, class Set = typename S::Set>
Set enforce(const S& space, const Coalition& group, const Goal<Set>& goal) {
  return enforce(space, group, space.enabled_choices(group), goal);
}

}  // namespace gnomon::check
