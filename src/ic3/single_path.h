// Which formulas are refuted by one path of the model and nothing beside it.
//
//   plain     a Boolean combination of propositions: one state shows that it holds, or that it does not
//   by path   A f with f over plain formulas; AF p, A(f U p), AG f, AX f and their bounded forms for plain p and f plain or by
//             path; f and g; f or p
//
// AG AF p is one: some path leads to a state from which a path never sees p. AF AG p is none: on a path that refutes it a
// path without p starts from every state.
#pragma once

#include "logic/formula.h"

namespace gnomon::ic3 {

// Of a state formula in negation normal form. What is refuted so has a RunAutomaton, if that is not too large.
bool refuted_by_a_path(const logic::FormulaPool& pool, logic::Formula f);

}  // namespace gnomon::ic3
