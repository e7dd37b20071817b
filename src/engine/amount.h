// Answers that are numbers of steps: the least number for which a statement holds that grows with it.
//
// First the statement with the largest bound there is: if it fails, there is no number (iterates of operators on states
// stop at their fixpoints, so this costs no more than any other bound). Then 0, 1, 2, 4, 8, ... until it holds, and
// bisection: 2 log v evaluations for the answer v. Statements are evaluated as formulas, so that every engine and every
// kind of knowledge that can judge these can answer the question.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "engine/engine.h"
#include "engine/outcome.h"
#include "logic/formula.h"

namespace gnomon::engine {

// Whether a formula is true in every initial state.
using Judge = std::function<bool(logic::Formula)>;

// The least number for which a statement holds that holds for `end`. Where it holds for a number it does for every
// larger one.
std::uint64_t least_until(std::uint64_t end, const std::function<bool(std::uint64_t)>& holds);

Amount answer_of(logic::FormulaPool& pool, const logic::Property& question, const Judge& judge);

// Whether the property is such a question, or its formula has parameters (engine/parameter_search.h).
bool asks_for_numbers(const logic::FormulaPool& pool, const logic::Property& property);

// Of a question: the answer, and true if it is a number. Of a formula with parameters: the values that make it true.
Outcome outcome_of(logic::FormulaPool& pool, const logic::Property& question, const Judge& judge);

// What shows an answer: formulas, each with its verdict and the values that were put in for parameters; or why nothing
// does.
struct ShownBy {
  std::vector<Shown> formulas;
  std::string none;
};
// Of a question: a formula that is false, whose counterexample is a path of so many steps.
ShownBy shown_by(logic::FormulaPool& pool, const logic::Property& question, const Amount& answer, const Judge& judge);

}  // namespace gnomon::engine
