// Conditions on single states. Values are remembered by the variables that a condition reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "enumerate/expression.h"
#include "enumerate/memo.h"
#include "enumerate/program.h"
#include "logic/formula.h"

namespace gnomon::enumerate {

// An expression without actions.
class Condition {
 public:
  // Both must outlive this.
  Condition(const Layout& layout, const Expression& expression)
      : layout_(&layout), expression_(&expression), reads_(layout, expression.variables()) {}

  bool holds(const Word* state) {
    const Word key = reads_.fits() ? reads_.key(state) : 0;
    std::uint32_t value = reads_.fits() ? known_.find(key) : Memo::kAbsent;
    if (value == Memo::kAbsent) {
      value = expression_->value({layout_, state, nullptr, nullptr}, scratch_).is_true() ? 1 : 0;
      if (reads_.fits() && known_.size() < kMostKnown) known_.add(key, 0, value);
    }
    return value != 0;
  }

 private:
  static constexpr std::size_t kMostKnown = std::size_t{1} << 20;
  const Layout* layout_;
  const Expression* expression_;
  KeyReader reads_;
  Memo known_;
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
