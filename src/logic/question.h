// Questions whose answer is a number of steps: min(f, g), max(f, g), delay(i, f) (logic::Asks).
//
// Each asks for the least number x for which a statement with the bound x is true:
//
//   min(f, g)     some state has f and EF<=x g
//   max(f, g)     every state with f has A((EX true) U<=x g): g comes within x steps, and no path ends before
//   delay(i, f)   every state with f that is initial or follows one without f has
//                 A((EX true) U<=x (K(i, f) or !f))
//
// Without f, the initial states are meant. As verdicts about all initial states, the first with a negation:
//
//   min      not AG !(f and EF<=x g)         max      AG (f -> A((EX true) U<=x g))
//   delay    (f -> A(...)) and AG (!f -> AX (f -> A(...)))
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "logic/formula.h"

namespace gnomon::logic {

// The largest number that a bound may have. Operators on states do not change any more long before it.
inline constexpr std::uint64_t kLargestBound = std::uint64_t{1} << 62;
// A number that is large enough whatever number the largest bound stands for (logic/parameters.h). No text has it.
inline constexpr std::uint64_t kBeyondLargest = kLargestBound + 1;

// min, max and delay are words only in front of a parenthesis, at the beginning of a formula without prefix.
std::optional<Asks> question_of(std::string_view word);
std::string_view word_of(Asks asks);  // none for Truth

// The property of a question; `from` may be none for min and max. Of delay the target is K(i, f) or !f.
Property make_question(FormulaPool& pool, Asks asks, Formula from, Formula target);

// The statement above for a number x: the answer is at most x iff it is true in every initial state, but for min iff it
// is not.
Formula statement_within(FormulaPool& pool, const Property& question, std::uint64_t steps);
// The same without the bound.
Formula statement_without_bound(FormulaPool& pool, const Property& question);
// True in every initial state iff there is no state to count from: "no state has f".
Formula nothing_to_count_from(FormulaPool& pool, const Property& question);

}  // namespace gnomon::logic
