// Path formulas on a given lasso: their value by definition (explicit/lasso.h), and which values of state formulas along
// the lasso it depends on.
//
// A path formula speaks of state formulas at positions. Those that are no facts become claims. All of them are listed,
// because the replay evaluates the formula as a whole, but only those are explained that the value depends on: whether
// the formula keeps its value is tried with one claim after the other turned against it. This is sound for letters that
// occur with one polarity only; the others are kept.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "explicit/lasso.h"
#include "logic/formula.h"

namespace gnomon::witness {

struct PathOperand {
  logic::Formula formula;  // of the quantifier
  bool finite = false;     // on a trace that ends at Lasso::last
  explicit_state::TestReading finite_tests = explicit_state::TestReading::OnTrace;
};

// The value at the first position. The states of the lasso are names for `truth`. Raises NotShown for what is too long or
// too large to be evaluated, by the replay as well.
bool evaluate_operand(const logic::FormulaPool& pool, const PathOperand& operand, const explicit_state::Lasso& lasso,
                      const explicit_state::StateTruth& truth);

struct LetterNeed {
  logic::Formula letter;
  explicit_state::StateIndex state = 0;
  bool matters = true;
};

// Every letter that is no fact, in every state of the lasso. `value` is what the operand evaluates to.
std::vector<LetterNeed> letter_needs(const logic::FormulaPool& pool, const PathOperand& operand,
                                     const explicit_state::Lasso& lasso, bool value,
                                     const explicit_state::StateTruth& truth,
                                     const std::function<bool(logic::Formula)>& is_fact);

}  // namespace gnomon::witness
