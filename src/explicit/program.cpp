#include "explicit/program.h"

#include <algorithm>
#include <unordered_map>

#include "base/sorted.h"

namespace gnomon::explicit_state {

using ispl::ExprId;
using ispl::ExprOp;

namespace {

bool is_leaf(ExprOp op) {
  return op == ExprOp::Number || op == ExprOp::Boolean || op == ExprOp::EnumValue || op == ExprOp::Variable ||
         op == ExprOp::ActionIs;
}

Rational truth(bool value) {
  return value ? 1 : 0;
}

// Quotient rounded down, or remainder; the front end has seen to it that the operands are integers, the second positive.
Rational floor_division(ExprOp op, const Rational& a, const Rational& b) {
  std::int64_t dividend = a.integer().value_or(0);
  std::int64_t divisor = b.integer().value_or(1);
  std::int64_t remainder = dividend % divisor;
  if (remainder < 0) remainder += divisor;
  return op == ExprOp::Modulo ? remainder : (dividend - remainder) / divisor;
}

// The operator applied to known operands; unary operators ignore `b`.
Rational apply(ExprOp op, const Rational& a, const Rational& b) {
  switch (op) {
    case ExprOp::Number:
    case ExprOp::Boolean:
    case ExprOp::EnumValue:
    case ExprOp::Variable:
    case ExprOp::ActionIs:
    case ExprOp::Choose:
      break;
    case ExprOp::Negate:
      return -a;
    case ExprOp::Add:
      return a + b;
    case ExprOp::Subtract:
      return a - b;
    case ExprOp::Multiply:
      return a * b;
    case ExprOp::Divide:
      return a / b;
    case ExprOp::FloorDivide:
    case ExprOp::Modulo:
      return floor_division(op, a, b);
    case ExprOp::Minimum:
      return b < a ? b : a;
    case ExprOp::Maximum:
      return a < b ? b : a;
    case ExprOp::Equal:
      return truth(a == b);
    case ExprOp::NotEqual:
      return truth(a != b);
    case ExprOp::Less:
      return truth(a < b);
    case ExprOp::LessEqual:
      return truth(a <= b);
    case ExprOp::Greater:
      return truth(a > b);
    case ExprOp::GreaterEqual:
      return truth(a >= b);
    case ExprOp::Not:
      return truth(a.sign() == 0);
    case ExprOp::And:
      return truth(a.sign() != 0 && b.sign() != 0);
    case ExprOp::Or:
      return truth(a.sign() != 0 || b.sign() != 0);
    case ExprOp::Xor:
      return truth((a.sign() != 0) != (b.sign() != 0));
    case ExprOp::Implies:
      return truth(a.sign() == 0 || b.sign() != 0);
  }
  return 0;
}

// What one known operand says about a Boolean connective, if it decides it.
std::optional<Rational> decide(ExprOp op, const std::optional<Rational>& a, const std::optional<Rational>& b) {
  auto is = [](const std::optional<Rational>& x, bool value) { return x && (x->sign() != 0) == value; };
  if (op == ExprOp::And && (is(a, false) || is(b, false))) return truth(false);
  if (op == ExprOp::Or && (is(a, true) || is(b, true))) return truth(true);
  if (op == ExprOp::Implies && (is(a, false) || is(b, true))) return truth(true);
  return std::nullopt;
}

}  // namespace

Program::Program(const ispl::ExprPool& pool, ExprId root) {
  std::vector<ExprId> found;
  std::unordered_map<ExprId, std::uint32_t> slot;
  std::vector<ExprId> stack{root};
  while (!stack.empty()) {
    ExprId id = stack.back();
    stack.pop_back();
    if (id.is_none() || !slot.try_emplace(id, 0).second) continue;
    found.push_back(id);
    for (ExprId operand : ispl::operands(pool[id])) stack.push_back(operand);
  }
  std::sort(found.begin(), found.end());
  for (ExprId id : found) {
    const ispl::Expr& expr = pool[id];
    Instruction instruction{expr.op, expr.agent, expr.value, 0, 0, 0};
    if (!is_leaf(expr.op)) {
      instruction.left = slot.at(expr.left);
      instruction.right = expr.right.is_none() ? instruction.left : slot.at(expr.right);
      if (expr.op == ExprOp::Choose) instruction.condition = slot.at(expr.condition);
    }
    if (expr.op == ExprOp::ActionIs) actors_.push_back(expr.agent);
    slot[id] = static_cast<std::uint32_t>(code_.size());
    code_.push_back(instruction);
  }
  sort_unique(actors_);
}

Rational Program::value(const State& state, const JointAction* joint) const {
  std::vector<Rational> slots;
  slots.reserve(code_.size());
  for (const Instruction& i : code_) {
    switch (i.op) {
      case ExprOp::Variable:
        slots.emplace_back(state[static_cast<std::size_t>(i.value)]);
        break;
      case ExprOp::ActionIs:
        slots.push_back(truth((*joint)[i.agent.index()] == ispl::ActionId(static_cast<std::size_t>(i.value))));
        break;
      case ExprOp::Number:
      case ExprOp::Boolean:
      case ExprOp::EnumValue:
        slots.emplace_back(i.value);
        break;
      case ExprOp::Choose:
        slots.push_back(slots[i.condition].sign() != 0 ? slots[i.left] : slots[i.right]);
        break;
      default:
        slots.push_back(apply(i.op, slots[i.left], slots[i.right]));
        break;
    }
  }
  return slots.back();
}

std::optional<Rational> Program::value_if_known(std::span<const std::optional<Value>> partial) const {
  std::vector<std::optional<Rational>> slots;
  slots.reserve(code_.size());
  for (const Instruction& i : code_) {
    if (i.op == ExprOp::Variable) {
      const auto& known = partial[static_cast<std::size_t>(i.value)];
      slots.push_back(known ? std::optional<Rational>(*known) : std::nullopt);
    } else if (i.op == ExprOp::ActionIs) {
      slots.emplace_back(std::nullopt);
    } else if (is_leaf(i.op)) {
      slots.emplace_back(i.value);
    } else if (i.op == ExprOp::Choose) {
      const std::optional<Rational>& condition = slots[i.condition];
      std::optional<Rational> chosen;  // known, too, if both branches have one value
      if (condition) chosen = condition->sign() != 0 ? slots[i.left] : slots[i.right];
      if (!condition && slots[i.left] && slots[i.right] && *slots[i.left] == *slots[i.right]) chosen = slots[i.left];
      slots.push_back(std::move(chosen));
    } else if (slots[i.left] && slots[i.right]) {
      slots.emplace_back(apply(i.op, *slots[i.left], *slots[i.right]));
    } else {
      slots.push_back(decide(i.op, slots[i.left], slots[i.right]));
    }
  }
  return slots.back();
}

}  // namespace gnomon::explicit_state
