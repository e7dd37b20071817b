// LTL path formulas by a tableau in diagram variables (Clarke, Grumberg, Hamaguchi 1997; Lichtenstein and Pnueli 1985).
//
// One variable x_t per temporal subformula t of the negation normal form: "what t leaves to the next position is
// promised". The truth of a formula at a position is a diagram over letters and promises:
//
//   sat(X g) = x      sat(F g) = g or x             sat(f U g) = g or (f and x)      sat(f W g) = g or (f and x)
//                     sat(G g) = g and x            sat(f R g) = g and (f or x)
//
// Consistency: a promise made is kept at the next position, x_t -> sat(t)' (for X g: x -> sat(g)'). Since the formula
// is positive in its promises, implication is enough. An F or U must not be promised for ever: infinitely often x is
// not promised or g holds. Variables are linear in the formula.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "check/labelling.h"

namespace gnomon::check {

struct TableauSize {
  std::size_t variables = 0;
  std::size_t goals = 0;
};

// Whether the formula, in negation normal form, has no path operators but X F G U W R.
bool in_tableau_fragment(const logic::FormulaPool& pool, logic::Formula f);

// The states of the labelling's frame with a fair path that satisfies f. Requires in_tableau_fragment.
StateSet tableau_accepted_from(Labelling& labelling, logic::Formula f,
                               std::vector<std::pair<bdd::Var, bdd::Var>>& reserve, TableauSize& size);

}  // namespace gnomon::check
