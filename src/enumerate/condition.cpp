#include "enumerate/condition.h"

#include <unordered_map>
#include <utility>

#include "logic/simplify.h"

namespace gnomon::enumerate {

using logic::Op;

namespace {

bool is_boolean(Op op) {
  return op == Op::Not || op == Op::And || op == Op::Or || op == Op::Implies || op == Op::Iff;
}

bool is_leaf(Op op) {
  return op == Op::True || op == Op::False || op == Op::Atom || op == Op::Green || op == Op::Red;
}

}  // namespace

std::optional<StateFormula> StateFormula::compile(const Program& program, const logic::FormulaPool& pool,
                                                  logic::Formula root) {
  StateFormula compiled;
  std::unordered_map<logic::Formula, std::uint32_t> slot;
  for (logic::Formula f : pool.subformulas(root)) {  // operands first
    const logic::Node& node = pool[f];
    Instruction instruction{node.op, 0, 0};
    if (is_leaf(node.op)) {
      const Expression* expression = nullptr;
      if (node.op == Op::Atom) {
        expression = &program.proposition(*program.source().proposition_of(node.name));
      } else if (node.op == Op::Green || node.op == Op::Red) {
        expression = program.red(program.source().agent_of(node.name)->index());
        if (expression == nullptr) instruction.op = node.op == Op::Green ? Op::True : Op::False;
      }
      instruction.left = static_cast<std::uint32_t>(compiled.conditions_.size());
      if (expression != nullptr) compiled.conditions_.emplace_back(program.layout(), *expression);
    } else if (is_boolean(node.op)) {
      instruction.left = slot.at(node.left);
      instruction.right = node.right.is_none() ? instruction.left : slot.at(node.right);
    } else {
      return std::nullopt;
    }
    slot[f] = static_cast<std::uint32_t>(compiled.code_.size());
    compiled.code_.push_back(instruction);
  }
  compiled.slots_.resize(compiled.code_.size());
  return compiled;
}

bool StateFormula::holds(const Word* state) {
  for (std::size_t i = 0; i < code_.size(); ++i) {
    const Instruction& now = code_[i];
    const bool a = !is_leaf(now.op) && slots_[now.left] != 0;
    const bool b = !is_leaf(now.op) && slots_[now.right] != 0;
    bool value = false;
    if (now.op == Op::Atom || now.op == Op::Red) value = conditions_[now.left].holds(state);
    if (now.op == Op::Green) value = !conditions_[now.left].holds(state);
    if (now.op == Op::True) value = true;
    if (now.op == Op::Not) value = !a;
    if (now.op == Op::And) value = a && b;
    if (now.op == Op::Or) value = a || b;
    if (now.op == Op::Implies) value = !a || b;
    if (now.op == Op::Iff) value = a == b;
    slots_[i] = value ? 1 : 0;
  }
  return slots_.back() != 0;
}

std::optional<StateFormula> invariant_of(const Program& program, logic::FormulaPool& pool, logic::Formula root) {
  logic::Formula all;
  for (logic::Formula f : pool.joined(Op::And, logic::simplify(pool, root))) {
    if (pool[f].op != Op::AG) return std::nullopt;
    const logic::Formula below = pool[f].left;
    all = all.is_none() ? below : pool.make(Op::And, all, below);
  }
  return StateFormula::compile(program, pool, all);
}

}  // namespace gnomon::enumerate
