// A path formula on one given path, straight from the definition of R(rho, path).
//
// On a lasso the truth of a formula at a position beyond the end of the list is that at the position it folds onto. So
// R(rho) is a relation on the finitely many positions of the list, computed as a Boolean matrix: a step leads to the
// folded successor, union, composition, and closure for the star. On a finite trace the positions are 0 to Last and a
// step from Last does not exist. Formulas are taken as they are, without any normal form; cost: positions^3 per
// operator.
//
// It is tested against the search for satisfying paths of the reference semantics, with which it shares nothing.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "explicit/graph.h"
#include "logic/formula.h"

namespace gnomon::explicit_state {

// An infinite path: states[loop] follows the last state. With a finite trace, `last` is its final position, counted
// along the infinite path.
struct Lasso {
  std::vector<StateIndex> states;
  std::size_t loop = 0;
  std::size_t last = 0;
};

// How tests of a formula on a finite trace are read: on the trace too, or along the infinite path beyond its end.
enum class TestReading { OnTrace, BeyondTrace };

// Whether a state formula holds in a state.
using StateTruth = std::function<bool(logic::Formula, StateIndex)>;

// The truth of a path formula and of its parts down to state formulas, at each position; path expressions are not among
// them. Parts come before what they are parts of.
using PathTruths = std::vector<std::pair<logic::Formula, std::vector<bool>>>;

// At every position of the lasso's list, on the infinite path.
PathTruths truths_on_lasso(const logic::FormulaPool& pool, logic::Formula f, const Lasso& lasso,
                           const StateTruth& truth);
// At the positions 0 to lasso.last of the finite trace that ends there.
PathTruths truths_on_trace(const logic::FormulaPool& pool, logic::Formula f, const Lasso& lasso, TestReading tests,
                           const StateTruth& truth);

// The same for the formula alone.
std::vector<bool> evaluate_on_lasso(const logic::FormulaPool& pool, logic::Formula f, const Lasso& lasso,
                                    const StateTruth& truth);
std::vector<bool> evaluate_on_trace(const logic::FormulaPool& pool, logic::Formula f, const Lasso& lasso,
                                    TestReading tests, const StateTruth& truth);

}  // namespace gnomon::explicit_state
