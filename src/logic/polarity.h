// How the parts of a formula help or hurt it: a part occurs positively where the formula can only become true, never
// false, when the part becomes true in more places. The left side of an implication, what stands below a negation, and
// the path expression of a box turn the direction round; an equivalence has both.
#pragma once

#include <vector>

#include "logic/formula.h"
#include "logic/formula_map.h"

namespace gnomon::logic {

struct Occurrences {
  bool positive = false;
  bool negative = false;
};

// Of every formula and path expression below the root, for what FormulaPool::subformulas(root) returns.
FormulaMap<Occurrences> occurrences(const FormulaPool& pool, const std::vector<Formula>& subformulas);

// The root with one of its parts replaced, wherever it occurs.
Formula with_replaced(FormulaPool& pool, const std::vector<Formula>& subformulas, Formula part, Formula by);

}  // namespace gnomon::logic
