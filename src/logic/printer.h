// Formulas to text: the input syntax with no more parentheses than needed.
//
// The text of a parsed property parses again to the same property. Other formulas (intermediate results, mixtures of
// plain and path quantifiers) are printed in the same notation for people to read.
//
// Time is linear in the length of the text, which can be exponential in the number of nodes of a formula with much
// sharing; `limit` bounds it.
#pragma once

#include <cstddef>
#include <string>

#include "logic/formula.h"

namespace gnomon::logic {

struct PrintOptions {
  Mode mode = Mode::CtlStar;  // in LTL and LDL the quantifier A is left out where it is understood
  std::size_t limit = static_cast<std::size_t>(-1);  // after about so many bytes the text ends in "..."
};

// A formula or path expression, without prefix.
std::string print(const FormulaPool& pool, Formula f, const PrintOptions& options = {});

// With attribute and prefix: `@recall CTL* A F p`.
std::string print(const FormulaPool& pool, const Property& property);

}  // namespace gnomon::logic
