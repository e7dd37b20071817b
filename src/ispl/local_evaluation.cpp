#include "ispl/local_evaluation.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>

namespace gnomon::ispl {

namespace {

constexpr std::size_t kMaxUnknowns = 64;

LocalValue truth(bool value) {
  return {true, value ? 1 : 0, 1};
}

// n/d in lowest terms, d >= 0; 0/0 is 0 and x/0 is the infinity of x's sign.
LocalValue fraction(std::int64_t numerator, std::int64_t denominator) {
  if (numerator == 0) return {true, 0, 1};
  if (denominator == 0) return {true, numerator > 0 ? 1 : -1, 0};
  std::int64_t common = std::gcd(numerator, denominator);
  if (denominator < 0) common = -common;
  return {true, numerator / common, denominator / common};
}

bool infinite(const LocalValue& value) {
  return value.denominator == 0;
}

LocalValue sum(const LocalValue& a, const LocalValue& b) {
  if (infinite(a) && infinite(b)) return a.numerator == b.numerator ? a : LocalValue{};
  if (infinite(a)) return a;
  if (infinite(b)) return b;
  return fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

LocalValue product(const LocalValue& a, const LocalValue& b) {
  if (!infinite(a) && !infinite(b)) return fraction(a.numerator * b.numerator, a.denominator * b.denominator);
  if (a.numerator == 0 || b.numerator == 0) return {};
  return {true, (a.numerator > 0) == (b.numerator > 0) ? 1 : -1, 0};
}

LocalValue quotient(const LocalValue& a, const LocalValue& b) {
  if (infinite(b)) return infinite(a) ? LocalValue{} : LocalValue{true, 0, 1};
  if (infinite(a)) return {true, b.numerator < 0 ? -a.numerator : a.numerator, 0};
  if (b.numerator == 0) return fraction(a.numerator, 0);
  return fraction(a.numerator * b.denominator, a.denominator * b.numerator);
}

// -1, 0 or 1 as a is less than, equal to or greater than b.
int compare(const LocalValue& a, const LocalValue& b) {
  auto sign = [](std::int64_t x) { return x < 0 ? -1 : x > 0 ? 1 : 0; };
  if (infinite(a) || infinite(b)) {
    int left = infinite(a) ? sign(a.numerator) : 0;
    int right = infinite(b) ? sign(b.numerator) : 0;
    return sign(left - right);
  }
  std::int64_t left = a.numerator * b.denominator;
  std::int64_t right = b.numerator * a.denominator;
  return left < right ? -1 : left > right ? 1 : 0;
}

}  // namespace

LocalEvaluation::LocalEvaluation(const CheckedModel& model, const std::vector<ExprId>& roots, std::uint64_t most,
                                 std::uint64_t& steps)
    : model_(model) {
  std::vector<ExprId> stack = roots;
  std::unordered_set<ExprId> seen;
  while (!stack.empty()) {
    ExprId id = stack.back();
    stack.pop_back();
    if (id.is_none() || !seen.insert(id).second) continue;
    nodes_.push_back(id);
    if (nodes_.size() > steps) return;
    for (ExprId operand : operands(model.expressions[id])) stack.push_back(operand);
  }
  std::sort(nodes_.begin(), nodes_.end());
  for (ExprId id : nodes_) {
    add_unknown(model.expressions[id]);
    if (unknowns_.size() > kMaxUnknowns) return;
  }
  std::uint64_t combinations = 1;
  for (const Unknown& unknown : unknowns_) {
    if (unknown.size == 0 || unknown.size > most || combinations * unknown.size > most) return;
    combinations *= unknown.size;
  }
  if (combinations * nodes_.size() > steps) return;
  steps -= combinations * nodes_.size();
  first_ = nodes_.empty() ? 0 : nodes_.front().index();
  values_.resize(nodes_.empty() ? 0 : nodes_.back().index() - first_ + 1);
  ready_ = true;
}

void LocalEvaluation::add_unknown(const Expr& expr) {
  bool action = expr.op == ExprOp::ActionIs;
  if (!action && expr.op != ExprOp::Variable) {
    unknown_of_.push_back(0);
    return;
  }
  std::size_t id = action ? expr.agent.index() : static_cast<std::size_t>(expr.value);
  auto found = std::find_if(unknowns_.begin(), unknowns_.end(),
                            [&](const Unknown& known) { return known.action == action && known.id == id; });
  unknown_of_.push_back(static_cast<std::uint32_t>(found - unknowns_.begin()));
  if (found != unknowns_.end()) return;
  std::uint64_t size = action ? model_.agents[id].actions.size() : model_.variables[id].type.size();
  unknowns_.push_back({action, id, size, 0});
}

bool LocalEvaluation::next() {
  for (Unknown& unknown : unknowns_) {
    if (++unknown.position < unknown.size) return true;
    unknown.position = 0;
  }
  return false;
}

void LocalEvaluation::evaluate() {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Expr& expr = model_.expressions[nodes_[i]];
    LocalValue& value = values_[nodes_[i].index() - first_];
    if (expr.op == ExprOp::Variable) {
      const Unknown& unknown = unknowns_[unknown_of_[i]];
      value = {true, model_.variables[unknown.id].type.value_at(unknown.position), 1};
    } else if (expr.op == ExprOp::ActionIs) {
      value = truth(unknowns_[unknown_of_[i]].position == static_cast<std::uint64_t>(expr.value));
    } else {
      value = evaluate_node(expr);
    }
  }
}

LocalValue LocalEvaluation::evaluate_node(const Expr& expr) const {
  if (expr.left.is_none()) return {true, expr.value, 1};
  if (expr.op == ExprOp::Choose) {
    const LocalValue& condition = (*this)[expr.condition];
    if (!condition.known) return {};
    return condition.is_true() ? (*this)[expr.left] : (*this)[expr.right];
  }
  const LocalValue& a = (*this)[expr.left];
  const LocalValue& b = expr.right.is_none() ? a : (*this)[expr.right];
  // Some operators know their value from one operand.
  if (expr.op == ExprOp::And && (a.is_false() || b.is_false())) return truth(false);
  if (expr.op == ExprOp::Or && (a.is_true() || b.is_true())) return truth(true);
  if (expr.op == ExprOp::Implies && (a.is_false() || b.is_true())) return truth(true);
  if (!a.known || !b.known) return {};
  switch (expr.op) {
    case ExprOp::Negate:
      return {true, -a.numerator, a.denominator};
    case ExprOp::Add:
      return sum(a, b);
    case ExprOp::Subtract:
      return sum(a, {true, -b.numerator, b.denominator});
    case ExprOp::Multiply:
      return product(a, b);
    case ExprOp::Divide:
      return quotient(a, b);
    case ExprOp::FloorDivide:
    case ExprOp::Modulo: {
      std::int64_t remainder = a.numerator % b.numerator;
      if (remainder < 0) remainder += b.numerator;
      return {true, expr.op == ExprOp::Modulo ? remainder : (a.numerator - remainder) / b.numerator, 1};
    }
    case ExprOp::Minimum:
      return compare(b, a) < 0 ? b : a;
    case ExprOp::Maximum:
      return compare(a, b) < 0 ? b : a;
    case ExprOp::Equal:
      return truth(compare(a, b) == 0);
    case ExprOp::NotEqual:
      return truth(compare(a, b) != 0);
    case ExprOp::Less:
      return truth(compare(a, b) < 0);
    case ExprOp::LessEqual:
      return truth(compare(a, b) <= 0);
    case ExprOp::Greater:
      return truth(compare(a, b) > 0);
    case ExprOp::GreaterEqual:
      return truth(compare(a, b) >= 0);
    case ExprOp::Not:
      return truth(a.is_false());
    case ExprOp::And:
      return truth(true);
    case ExprOp::Or:
      return truth(false);
    case ExprOp::Xor:
      return truth(a.numerator != b.numerator);
    case ExprOp::Implies:
      return truth(false);
    case ExprOp::Number:
    case ExprOp::Boolean:
    case ExprOp::EnumValue:
    case ExprOp::Variable:
    case ExprOp::ActionIs:
    case ExprOp::Choose:
      break;
  }
  return {};
}

std::vector<std::pair<VarId, Value>> LocalEvaluation::variables() const {
  std::vector<std::pair<VarId, Value>> combination;
  for (const Unknown& unknown : unknowns_) {
    if (unknown.action) continue;
    combination.emplace_back(VarId(unknown.id), model_.variables[unknown.id].type.value_at(unknown.position));
  }
  std::sort(combination.begin(), combination.end());
  return combination;
}

}  // namespace gnomon::ispl
