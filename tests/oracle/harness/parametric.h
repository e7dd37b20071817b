// Parametric models against what they are elaborated to.
#pragma once

#include <cstddef>
#include <string>

namespace gnomon::test {

// The model with values by cases, evaluated state by state and symbolically, and the plain model that it is elaborated to
// must have the same states and verdicts. What differs, with both texts, or empty; adds to `compared` the number of
// formulas.
std::string parametric_difference(const std::string& text, std::size_t& compared);

}  // namespace gnomon::test
