// Negation normal form: negations stand only where no operator can take them any further.
//
// Implication and equivalence disappear; double negations cancel; negation moves through the Boolean operators, through
// Delta, and through these duals:
//
//   !X f   = X !f  on infinite paths,  [true]!f  on finite traces (X is the strong next there)
//   !F f   = G !f           !(f U g) = !f R !g           !<rho>f = [rho]!f          !A f  = E !f
//   !G f   = F !f           !(f R g) = !f U !g           ![rho]f = <rho>!f          !E f  = A !f
//   !(f W g) = !g U (!f and !g)
//   !AX f = EX !f    !AG f = EF !f    !AF f = EG !f  and back        !i.GreenStates = i.RedStates  and back
//
// A negation remains in front of atoms, K, GK, GCK, DK, O, A(f U g), E(f U g) and the strategic operators; what stands
// below them, and the tests and steps of path expressions, is in normal form itself. So below A and E, and in a path
// formula, a negation always stands in front of a state formula. A path formula stays one and a state formula too.
//
// Linear in the number of nodes: each is visited at most once per polarity and kind of trace (an equivalence needs both
// polarities, shared).
#pragma once

#include <cstdint>

#include "base/budget.h"
#include "logic/formula.h"

namespace gnomon::logic {

// What a path formula is evaluated on, for those outside any quantifier. Inside A and E the quantifier decides.
enum class Traces : std::uint8_t {
  Infinite,
  Finite,
  FiniteWithInfiniteTests,  // tests look along the infinite path beyond the end of the trace
};

// The budget, if there is one, is polled.
Formula negation_normal_form(FormulaPool& pool, Formula f, Traces traces = Traces::Infinite,
                             const Budget* budget = nullptr);

// The normal form of !f.
Formula negated_normal_form(FormulaPool& pool, Formula f, Traces traces = Traces::Infinite,
                            const Budget* budget = nullptr);

}  // namespace gnomon::logic
