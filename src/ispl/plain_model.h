// A checked model with plain names, what `Node[3]` is called in plain ISPL, `Node__3`; and without the operators that
// plain ISPL does not have.
//
// Lowering. The value of an expression is a list of cases, a condition and a plain value each; the conditions exclude
// each other. Choose, min, max, div and mod make cases, all other operators combine those of their operands; cases with
// the same constant value become one, so that a sum of choices between 0 and 1 has few. A comparison becomes the
// disjunction over the cases of its sides, an evolution line one line for each combination of the cases of its values.
// Comparisons that ranges decide disappear. The number of cases is a product in general: the size of what comes out is
// metered.
#pragma once

#include "ispl/checked_model.h"

namespace gnomon::ispl {

// Formulas are printed anew, with plain names. Throws LimitReached if it becomes too large.
CheckedModel plain_model(const CheckedModel& model);

}  // namespace gnomon::ispl
