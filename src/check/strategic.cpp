#include "check/strategic.h"

namespace gnomon::check {

StateSet enforce(const Frame& frame, const Coalition& group, const model::Choices& choices, const Goal& goal) {
  auto next = [&](const StateSet& z) {
    return frame.model().can_avoid_next(group, choices, frame.complement(z)) & frame.states();
  };
  auto step = [&](const StateSet& z) {
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
  StateSet z = goal.objective == Objective::Globally ? goal.f : frame.none();
  while (true) {
    StateSet more = step(z);
    if (more == z) return z;
    z = more;
  }
}

StateSet enforce(const Frame& frame, const Coalition& group, const Goal& goal) {
  return enforce(frame, group, frame.model().enabled_choices(group), goal);
}

}  // namespace gnomon::check
