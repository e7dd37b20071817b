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

#include "check/epistemic.h"
#include "check/frame.h"

namespace gnomon::check {

enum class Objective : std::uint8_t { Next, Finally, Globally, Until };

// What a coalition is to achieve. `f` is the only operand, or the left one of Until with `h` the right.
struct Goal {
  Objective objective = Objective::Next;
  StateSet f;
  StateSet h;
};

// The states from which the coalition can enforce the goal with some of its choices.
StateSet enforce(const Frame& frame, const Coalition& group, const model::Choices& choices, const Goal& goal);
StateSet enforce(const Frame& frame, const Coalition& group, const Goal& goal);

}  // namespace gnomon::check
