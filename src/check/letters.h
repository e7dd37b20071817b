// Path formulas over known sets of states.
//
// To an automaton the maximal state subformulas of a path formula are letters. Here they are evaluated first, and the
// path formula is rewritten over what came out: a letter that holds everywhere becomes true, one that holds nowhere
// false, letters with equal sets become one, and complementary ones each other's negation. What a model makes trivial
// (a proposition that is always true, a guarantee that already holds) then costs no automaton states. A large letter is
// replaced by a fresh atom with its set: what follows need not walk through it again, so that nested quantifiers cost
// their number and not its square.
#pragma once

#include <vector>

#include "check/labelling.h"
#include "logic/formula.h"

namespace gnomon::check {

// The maximal state subformulas of a path formula (constants left out), ascending. State formulas among the operands of
// a Boolean operator are letters, whatever their size.
std::vector<logic::Formula> letters_of(const logic::FormulaPool& pool, logic::Formula path_formula);

// The path formula with its letters replaced as above; equal to it on all paths within the labelling's frame. May be a
// state formula.
logic::Formula over_known_letters(Labelling& labelling, logic::Formula path_formula);

}  // namespace gnomon::check
