#include "enumerate/expression.h"

#include <algorithm>
#include <unordered_map>

#include "base/sorted.h"

namespace gnomon::enumerate {

using ispl::ExprId;
using ispl::ExprOp;

namespace {

// Of integers, the second positive; never negative.
std::int64_t remainder(const Number& a, const Number& b) {
  const std::int64_t rest = a.numerator % b.numerator;
  return rest < 0 ? rest + b.numerator : rest;
}

// Unary operators do not look at `b`.
Number apply(ExprOp op, const Number& a, const Number& b) {
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
      return {(a.numerator - remainder(a, b)) / b.numerator, 1};
    case ExprOp::Modulo:
      return {remainder(a, b), 1};
    case ExprOp::Minimum:
      return b < a ? b : a;
    case ExprOp::Maximum:
      return a < b ? b : a;
    case ExprOp::Equal:
      return truth(a == b);
    case ExprOp::NotEqual:
      return truth(!(a == b));
    case ExprOp::Less:
      return truth(a < b);
    case ExprOp::LessEqual:
      return truth(a <= b);
    case ExprOp::Greater:
      return truth(a > b);
    case ExprOp::GreaterEqual:
      return truth(a >= b);
    case ExprOp::Not:
      return truth(!a.is_true());
    case ExprOp::And:
      return truth(a.is_true() && b.is_true());
    case ExprOp::Or:
      return truth(a.is_true() || b.is_true());
    case ExprOp::Xor:
      return truth(a.is_true() != b.is_true());
    case ExprOp::Implies:
      return truth(!a.is_true() || b.is_true());
  }
  return {};
}

// The value of `x op y` if one known operand decides it.
std::optional<Number> decided(ExprOp op, const Number* a, const Number* b) {
  const bool a_true = a != nullptr && a->is_true();
  const bool a_false = a != nullptr && !a->is_true();
  const bool b_true = b != nullptr && b->is_true();
  const bool b_false = b != nullptr && !b->is_true();
  if (op == ExprOp::And && (a_false || b_false)) return truth(false);
  if (op == ExprOp::Or && (a_true || b_true)) return truth(true);
  if (op == ExprOp::Implies && (a_false || b_true)) return truth(true);
  return std::nullopt;
}

}  // namespace

std::vector<ExprId> conjuncts_of(const ispl::ExprPool& pool, ExprId root) {
  std::vector<ExprId> found;
  std::vector<ExprId> stack{root};
  while (!stack.empty()) {
    ExprId id = stack.back();
    stack.pop_back();
    if (pool[id].op == ExprOp::And) {
      stack.push_back(pool[id].right);
      stack.push_back(pool[id].left);
    } else {
      found.push_back(id);
    }
  }
  return found;
}

bool Expression::is_leaf(ExprOp op) {
  return op == ExprOp::Number || op == ExprOp::Boolean || op == ExprOp::EnumValue || op == ExprOp::Variable ||
         op == ExprOp::ActionIs;
}

Expression::Expression(const ispl::ExprPool& pool, ExprId root) {
  std::unordered_map<ExprId, std::uint32_t> slot;
  std::vector<ExprId> nodes;
  std::vector<ExprId> stack{root};
  while (!stack.empty()) {
    ExprId id = stack.back();
    stack.pop_back();
    if (id.is_none() || !slot.try_emplace(id, 0).second) continue;
    nodes.push_back(id);
    if (is_leaf(pool[id].op)) continue;
    for (ExprId operand : ispl::operands(pool[id])) stack.push_back(operand);
  }
  std::sort(nodes.begin(), nodes.end());
  for (ExprId id : nodes) {
    const ispl::Expr& expr = pool[id];
    Instruction instruction{expr.op, 0, 0, 0, expr.agent, expr.value};
    if (!is_leaf(expr.op)) {
      instruction.left = slot.at(expr.left);
      instruction.right = expr.right.is_none() ? instruction.left : slot.at(expr.right);
      instruction.condition = expr.condition.is_none() ? instruction.left : slot.at(expr.condition);
    }
    if (expr.op == ExprOp::Variable) variables_.emplace_back(static_cast<std::size_t>(expr.value));
    if (expr.op == ExprOp::ActionIs) agents_.push_back(expr.agent.value);
    slot[id] = static_cast<std::uint32_t>(code_.size());
    code_.push_back(instruction);
  }
  sort_unique(variables_);
  sort_unique(agents_);
  find_short_cuts();
}

// The left operand decides a slot if nothing between the two is used after that slot. Of the slots so far, `peaks` has
// those that are used later than all after them, so that the last use in a range that ends here is found by its beginning.
void Expression::find_short_cuts() {
  std::vector<std::uint32_t> last_user(code_.size(), 0);
  for (std::uint32_t i = 0; i < code_.size(); ++i) {
    if (is_leaf(code_[i].op)) continue;
    for (std::uint32_t operand : {code_[i].left, code_[i].right, code_[i].condition}) last_user[operand] = i;
  }
  std::vector<std::uint32_t> peaks;
  for (std::uint32_t i = 0; i < code_.size(); ++i) {
    const ExprOp op = code_[i].op;
    Instruction& left = code_[code_[i].left];
    if ((op == ExprOp::And || op == ExprOp::Or || op == ExprOp::Implies) && left.decides == 0) {
      const auto peak = std::upper_bound(peaks.begin(), peaks.end(), code_[i].left);
      if (peak == peaks.end() || last_user[*peak] <= i) {
        left.decides = i;
        left.when = op == ExprOp::Or;
        left.then = op != ExprOp::And;
      }
    }
    while (!peaks.empty() && last_user[peaks.back()] <= last_user[i]) peaks.pop_back();
    peaks.push_back(i);
  }
}

Number Expression::value(const Inputs& inputs, Scratch& scratch) const {
  std::vector<Number>& slots = scratch.values;
  slots.resize(std::max(slots.size(), code_.size()));
  for (std::size_t i = 0; i < code_.size(); ++i) {
    ++scratch.steps;
    const Instruction& now = code_[i];
    if (now.op == ExprOp::Variable) {
      slots[i] = {inputs.layout->value(inputs.state, ispl::VarId(static_cast<std::size_t>(now.value))), 1};
    } else if (now.op == ExprOp::ActionIs) {
      slots[i] = truth(inputs.actions[now.agent.index()] == static_cast<std::uint32_t>(now.value));
    } else if (is_leaf(now.op)) {
      slots[i] = {now.value, 1};
    } else if (now.op == ExprOp::Choose) {
      slots[i] = slots[now.condition].is_true() ? slots[now.left] : slots[now.right];
    } else {
      slots[i] = apply(now.op, slots[now.left], slots[now.right]);
    }
    while (code_[i].decides != 0 && slots[i].is_true() == code_[i].when) {
      slots[code_[i].decides] = truth(code_[i].then);
      i = code_[i].decides;
    }
  }
  return slots[code_.size() - 1];
}

std::optional<Number> Expression::value_if_known(const Inputs& inputs, Scratch& scratch) const {
  std::vector<Number>& slots = scratch.values;
  std::vector<std::uint8_t>& known = scratch.known;
  slots.resize(std::max(slots.size(), code_.size()));
  known.resize(slots.size());
  for (std::size_t i = 0; i < code_.size(); ++i) {
    ++scratch.steps;
    const Instruction& now = code_[i];
    known[i] = 1;
    if (now.op == ExprOp::Variable) {
      const ispl::VarId var(static_cast<std::size_t>(now.value));
      if (inputs.open != nullptr && inputs.open[var.index()] != 0) {
        known[i] = 0;
      } else {
        slots[i] = {inputs.layout->value(inputs.state, var), 1};
      }
    } else if (now.op == ExprOp::ActionIs) {
      if (inputs.actions == nullptr || inputs.actions[now.agent.index()] == kOpen) {
        known[i] = 0;
      } else {
        slots[i] = truth(inputs.actions[now.agent.index()] == static_cast<std::uint32_t>(now.value));
      }
    } else if (is_leaf(now.op)) {
      slots[i] = {now.value, 1};
    } else if (now.op == ExprOp::Choose) {
      const std::uint32_t branch = known[now.condition] != 0 && slots[now.condition].is_true() ? now.left : now.right;
      const bool same = known[now.left] != 0 && known[now.right] != 0 && slots[now.left] == slots[now.right];
      known[i] = same || (known[now.condition] != 0 && known[branch] != 0) ? 1 : 0;
      if (known[i] != 0) slots[i] = slots[branch];
    } else if (known[now.left] != 0 && known[now.right] != 0) {
      slots[i] = apply(now.op, slots[now.left], slots[now.right]);
    } else {
      std::optional<Number> found = decided(now.op, known[now.left] != 0 ? &slots[now.left] : nullptr,
                                            known[now.right] != 0 ? &slots[now.right] : nullptr);
      known[i] = found ? 1 : 0;
      if (found) slots[i] = *found;
    }
    while (code_[i].decides != 0 && known[i] != 0 && slots[i].is_true() == code_[i].when) {
      slots[code_[i].decides] = truth(code_[i].then);
      i = code_[i].decides;
      known[i] = 1;
    }
  }
  if (known[code_.size() - 1] == 0) return std::nullopt;
  return slots[code_.size() - 1];
}

}  // namespace gnomon::enumerate
