// Parameters: names in place of the upper ends of bounds, for which values are looked for.
//
// A parameter is `up` if a formula that is true stays true when its value grows, `down` if it stays true when the value
// shrinks. The upper end of F U <rho> EF AF E(U) A(U) <g>F <g>(U) makes a formula weaker as it grows, that of G R W [rho] EG
// AG <g>G stronger; an odd number of negations above, left sides of implications and tests and steps of boxes counted,
// turns this round; both sides of an equivalence count both ways (Alur, Etessami, La Torre, Peled 2001).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logic/formula.h"

namespace gnomon::logic {

// A parameter with a range may stand anywhere; its values are tried one by one.
struct Parameter {
  Symbol name;
  bool up = false;
  bool down = false;  // both: the parameter is used both ways
  std::optional<ParameterRange> range = std::nullopt;
};

// Those of a formula, by the numbers of their names.
std::vector<Parameter> parameters_of(const FormulaPool& pool, Formula root);

struct ParameterValue {
  Symbol name;
  std::optional<std::uint64_t> value;  // none: without an upper end
};

// The formula with values for these parameters. An interval that a value leaves empty contains no position: what asks
// for one becomes false, what speaks of all of them true.
Formula with_values(FormulaPool& pool, Formula root, const std::vector<ParameterValue>& values);

// The largest number that a bound may have stands for every number that is large enough: the sets of states that a
// formula with it has are those that it has from some number on. kBeyondLargest stands for every number that is large
// enough for such a number, and may depend on it.
//
// Below `E` of a path formula without negations of path formulas, such an upper end is dropped where the formula grows
// with it: a lasso keeps its promises within its length. The others (of G R [rho], and of F U <rho> in the tests of
// [rho]) last, and stay; if some of these must last longer than the promises may take, the promises stay as well.
// None: promises and what lasts have the same number, so that neither is large for the other.
std::optional<Formula> with_limits_dropped(FormulaPool& pool, Formula path_formula);

// Whether the path formula, read so, has an upper end that stays.
bool has_lasting_limit(const FormulaPool& pool, Formula path_formula);

// Whether the formula without the upper ends that this parameter stands for is the one with every large enough value: if
// it stands only at EF, AG and E(U), and below path quantifiers that ask for one path, and the formula grows with it.
bool may_be_dropped(const FormulaPool& pool, Formula root, Symbol parameter);

// A path formula that implies this one and has no upper end of a bound above `most`, where that is possible: promises
// must be kept within `most` steps, and what lasts for so long lasts for ever.
Formula strengthened(FormulaPool& pool, Formula path_formula, std::uint64_t most);

// The smallest number above `most` that stands in a bound or a count of the path formula.
std::optional<std::uint64_t> smallest_number_above(const FormulaPool& pool, Formula path_formula, std::uint64_t most);
// The path formula with all such numbers from `least` on made smaller by `less`.
Formula with_smaller_numbers(FormulaPool& pool, Formula path_formula, std::uint64_t least, std::uint64_t less);

}  // namespace gnomon::logic
