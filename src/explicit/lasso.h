// A path formula on one given path, straight from the definition of R(rho, path).
//
// On a lasso the truth of a formula at a position beyond the end of the list is that at the position it folds onto. So
// R(rho) is a relation on the finitely many positions of the list, computed as a Boolean matrix: a step leads to the
// folded successor, union, composition, and closure for the star. On a finite trace the positions are 0 to Last and a
// step from Last does not exist. Formulas are taken as they are, without any normal form; cost: positions^3 per
// operator.
//
// This file shares no algorithm with path_search: each is tested against the other.
#pragma once

#include <functional>
#include <vector>

#include "explicit/path_search.h"
#include "logic/formula.h"

namespace gnomon::explicit_state {

// Whether a state formula holds in a state.
using StateTruth = std::function<bool(logic::Formula, StateIndex)>;

// The truth of `f` at every position of the lasso's list, on the infinite path.
std::vector<bool> evaluate_on_lasso(const logic::FormulaPool& pool, logic::Formula f, const Lasso& lasso,
                                    const StateTruth& truth);

// The truth of `f` at the positions 0 to lasso.last of the finite trace that ends there.
std::vector<bool> evaluate_on_trace(const logic::FormulaPool& pool, logic::Formula f, const Lasso& lasso,
                                    FiniteTests tests, const StateTruth& truth);

}  // namespace gnomon::explicit_state
