// Conditions on single states. Values are remembered by the variables that a condition reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "enumerate/expression.h"
#include "enumerate/program.h"
#include "enumerate/value_table.h"
#include "logic/formula.h"

namespace gnomon::enumerate {

// An expression without actions.
class Condition {
 public:
  // Both must outlive this.
  Condition(const Layout& layout, const Expression& expression)
      : layout_(&layout), expression_(&expression), known_(KeyReader(layout, expression.variables())) {}

  bool holds(const Word* state) {
    return known_.value(state, [&] {
      return expression_->value({layout_, state, nullptr, nullptr}, scratch_).is_true();
    }) != 0;
  }

 private:
  const Layout* layout_;
  const Expression* expression_;
  ValueTable known_;
  Expression::Scratch scratch_;
};

// A formula that speaks about the present state alone: atoms, green, red, and their Boolean combinations.
class StateFormula {
 public:
  // Nothing if it is none. The program must outlive this.
  static std::optional<StateFormula> compile(const Program& program, const logic::FormulaPool& pool, logic::Formula f);

  bool holds(const Word* state);

 private:
  struct Instruction {
    logic::Op op = logic::Op::True;
    std::uint32_t left = 0;  // slots of the operands; of leaves: the condition
    std::uint32_t right = 0;
  };
  std::vector<Instruction> code_;
  std::vector<Condition> conditions_;
  std::vector<std::uint8_t> slots_;
};

// What must hold in all reachable states so that the formula is true: if it is AG of such formulas, or a conjunction of
// these. A state in which it fails refutes the formula, whatever else is reachable.
std::optional<StateFormula> invariant_of(const Program& program, logic::FormulaPool& pool, logic::Formula f);

}  // namespace gnomon::enumerate
