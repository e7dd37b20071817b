// Facts: state formulas that the values of one state decide. These are the Boolean combinations of propositions and of
// green and red states; a path quantifier over a fact is that fact.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "explicit/interpreter.h"
#include "logic/formula.h"

namespace gnomon::explicit_state {

// The value of a Boolean operator in strong three-valued logic, or none. A path quantifier has its operand's value.
std::optional<bool> combine(logic::Op op, std::optional<bool> left, std::optional<bool> right);
// The operators that `combine` knows; of quantifiers only those over state formulas.
bool is_boolean(const logic::FormulaPool& pool, logic::Formula f);

class Facts {
 public:
  // Both must outlive this. The pool may grow.
  Facts(const Interpreter& interpreter, const logic::FormulaPool& pool) : interpreter_(&interpreter), pool_(&pool) {}

  bool is_fact(logic::Formula f);
  // Requires a fact.
  bool holds(logic::Formula f, const State& state);

 private:
  bool atom_holds(const logic::Node& node, const State& state) const;

  const Interpreter* interpreter_;
  const logic::FormulaPool* pool_;
  std::vector<bool> is_fact_;                                              // by formula, as far as it was asked for
  std::unordered_map<logic::Formula, std::vector<logic::Formula>> parts_;  // of facts, operands first
};

}  // namespace gnomon::explicit_state
