// Conditions and comparisons as they are made: constants and what ranges decide are folded at once.
#include <algorithm>

#include "base/budget.h"
#include "ispl/lowering.h"

namespace gnomon::ispl {

ExprId Lowering::add(const Expr& expr) {
  if (pool_.size() > kMaxNodes) throw LimitReached(Limit::Size, "the plain model is too large");
  return pool_.add(expr);
}

ExprId Lowering::constant(bool value) {
  return add({ExprOp::Boolean, ExprKind::Boolean, {}, value ? 1 : 0, {}, {}, {}});
}

ExprId Lowering::number(std::int64_t value) {
  return add({ExprOp::Number, ExprKind::Integer, {}, value, {}, {}, {}});
}

std::optional<bool> Lowering::known(ExprId id) const {
  if (id.is_none()) return true;
  const Expr& expr = pool_[id];
  return expr.op == ExprOp::Boolean ? std::optional(expr.value != 0) : std::nullopt;
}

// None stands for true.
ExprId Lowering::both(ExprId a, ExprId b) {
  if (known(a) == true || known(b) == false) return b;
  if (known(b) == true || known(a) == false) return a;
  return add({ExprOp::And, ExprKind::Boolean, {}, 0, a, b, {}});
}

ExprId Lowering::either(ExprId a, ExprId b) {
  if (known(a) == true || known(b) == false) return a;
  if (known(b) == true || known(a) == false) return b;
  return add({ExprOp::Or, ExprKind::Boolean, {}, 0, a, b, {}});
}

ExprId Lowering::negation(ExprId a) {
  if (std::optional<bool> value = known(a)) return constant(!*value);
  if (pool_[a].op == ExprOp::Not) return pool_[a].left;
  if (pool_[a].op == ExprOp::Equal && pool_[pool_[a].right].op == ExprOp::Boolean) {  // `b = true`
    Expr other = pool_[a];
    other.right = constant(pool_[other.right].value == 0);
    return add(other);
  }
  return add({ExprOp::Not, ExprKind::Boolean, {}, 0, a, {}, {}});
}

// Of a plain integer value.
Lowering::Interval Lowering::interval(ExprId id) {
  std::vector<ExprId> stack{id};
  while (!stack.empty()) {
    ExprId at = stack.back();
    if (intervals_.count(at) > 0) {
      stack.pop_back();
      continue;
    }
    const Expr& expr = pool_[at];
    bool ready = true;
    for (ExprId operand : operands(expr)) {
      if (operand.is_none() || intervals_.count(operand) > 0) continue;
      stack.push_back(operand);
      ready = false;
    }
    if (!ready) continue;
    stack.pop_back();
    Interval a = expr.left.is_none() ? Interval() : intervals_[expr.left];
    Interval b = expr.right.is_none() ? Interval() : intervals_[expr.right];
    Interval found;
    if (expr.op == ExprOp::Number) found = std::pair(expr.value, expr.value);
    if (expr.op == ExprOp::Variable) {
      const Type& type = model_.variables[static_cast<std::size_t>(expr.value)].type;
      if (type.kind == TypeKind::Range) found = std::pair(type.low, type.high);
    }
    if (expr.op == ExprOp::Negate && a) found = std::pair(-a->second, -a->first);
    if (expr.op == ExprOp::Add && a && b) found = std::pair(a->first + b->first, a->second + b->second);
    if (expr.op == ExprOp::Subtract && a && b) found = std::pair(a->first - b->second, a->second - b->first);
    if (expr.op == ExprOp::Multiply && a && b) {
      std::int64_t all[] = {a->first * b->first, a->first * b->second, a->second * b->first, a->second * b->second};
      found = std::pair(*std::min_element(all, all + 4), *std::max_element(all, all + 4));
    }
    intervals_[at] = found;
  }
  return intervals_[id];
}

// A comparison of plain values.
ExprId Lowering::compare(ExprOp op, ExprId left, ExprId right, Span span) {
  const Expr& a = pool_[left];
  const Expr& b = pool_[right];
  bool literal = a.op == b.op && (a.op == ExprOp::EnumValue || a.op == ExprOp::Boolean);
  if (literal && op == ExprOp::Equal) return constant(a.value == b.value);
  if (literal && op == ExprOp::NotEqual) return constant(a.value != b.value);
  if (a.kind == ExprKind::Integer) {
    Interval x = interval(left);
    Interval y = interval(right);
    if (x && y) {
      bool same = x->first == x->second && *x == *y;
      bool apart = x->second < y->first || x->first > y->second;
      if (op == ExprOp::Equal && (same || apart)) return constant(same);
      if (op == ExprOp::NotEqual && (same || apart)) return constant(apart);
      if (op == ExprOp::Less && x->second < y->first) return constant(true);
      if (op == ExprOp::Less && x->first >= y->second) return constant(false);
      if (op == ExprOp::LessEqual && x->second <= y->first) return constant(true);
      if (op == ExprOp::LessEqual && x->first > y->second) return constant(false);
      if (op == ExprOp::Greater && x->first > y->second) return constant(true);
      if (op == ExprOp::Greater && x->second <= y->first) return constant(false);
      if (op == ExprOp::GreaterEqual && x->first >= y->second) return constant(true);
      if (op == ExprOp::GreaterEqual && x->second < y->first) return constant(false);
    }
  }
  return add({op, ExprKind::Boolean, {}, 0, left, right, span});
}

// Cases with one constant value become one.
void Lowering::add_case(std::vector<Case>& cases, ExprId condition, ExprId value) {
  if (known(condition) == false) return;
  const Expr& expr = pool_[value];
  bool literal = expr.op == ExprOp::Number || expr.op == ExprOp::Boolean || expr.op == ExprOp::EnumValue;
  for (Case& other : cases) {
    const Expr& there = pool_[other.value];
    if (!(other.value == value) && !(literal && there.op == expr.op && there.value == expr.value)) continue;
    other.condition = other.condition.is_none() || condition.is_none() ? ExprId{} : either(other.condition, condition);
    return;
  }
  if (cases.size() >= kMaxValuations) throw LimitReached(Limit::Size, "a value of the plain model has too many cases");
  cases.push_back({condition, value});
}

}  // namespace gnomon::ispl
