#include "model/expression_encoder.h"

#include <utility>

#include "base/assert.h"

namespace gnomon::model {

using bdd::Bdd;
using ispl::Expr;
using ispl::ExprId;
using ispl::ExprKind;
using ispl::ExprOp;

ExpressionEncoder::ExpressionEncoder(const ispl::CheckedModel& model, const Encoding& encoding)
    : model_(&model),
      encoding_(&encoding),
      same_(model.expressions.size()),
      booleans_(model.expressions.size()),
      numbers_(model.expressions.size()) {}

std::size_t ExpressionEncoder::ShapeHash::operator()(const Shape& shape) const {
  std::uint64_t hash = static_cast<std::uint64_t>(shape.op);
  for (std::uint64_t word :
       {static_cast<std::uint64_t>(shape.agent), static_cast<std::uint64_t>(shape.value),
        static_cast<std::uint64_t>(shape.condition.value), static_cast<std::uint64_t>(shape.left.value),
        static_cast<std::uint64_t>(shape.right.value)}) {
    hash = (hash ^ hash >> 29 ^ word) * 0x9e3779b97f4a7c15ull;
  }
  return static_cast<std::size_t>(hash ^ hash >> 32);
}

Bdd ExpressionEncoder::condition(ExprId id) {
  encode(id);
  return boolean(id);
}

// Operands before users, with an explicit stack.
void ExpressionEncoder::encode(ExprId root) {
  auto done = [&](ExprId id) { return !same_[id.index()].is_none(); };
  auto representative = [&](ExprId id) { return id.is_none() ? id : same_[id.index()]; };
  std::vector<ExprId> stack{root};
  while (!stack.empty()) {
    ExprId id = stack.back();
    if (done(id)) {
      stack.pop_back();
      continue;
    }
    const Expr& expr = model_->expressions[id];
    bool ready = true;
    for (ExprId operand : ispl::operands(expr)) {
      if (!operand.is_none() && !done(operand)) {
        stack.push_back(operand);
        ready = false;
      }
    }
    if (!ready) continue;
    const Shape shape{expr.op,
                      expr.agent.value,
                      expr.value,
                      representative(expr.condition),
                      representative(expr.left),
                      representative(expr.right)};
    if (!representatives_.contains(shape)) {
      encode_one(id);  // may run out of a limit
      representatives_.emplace(shape, id);
    }
    same_[id.index()] = representatives_.at(shape);
    stack.pop_back();
  }
}

void ExpressionEncoder::encode_one(ExprId id) {
  const Expr& expr = model_->expressions[id];
  bdd::Manager& manager = encoding_->manager();
  Bdd& truth = booleans_[id.index()];
  std::optional<Rational>& value = numbers_[id.index()];
  switch (expr.op) {
    case ExprOp::Number:
      value = Rational(Integer::constant(manager, expr.value));
      return;
    case ExprOp::Boolean:
      truth = manager.constant(expr.value != 0);
      return;
    case ExprOp::EnumValue:
      return;
    case ExprOp::Variable: {
      ispl::VarId var(static_cast<std::size_t>(expr.value));
      if (expr.kind == ExprKind::Integer) value = Rational(variable_value(var, Time::Current));
      if (expr.kind == ExprKind::Boolean) truth = encoding_->variable_is(var, 1);
      return;
    }
    case ExprOp::ActionIs:
      truth = encoding_->action_is(expr.agent, ispl::ActionId(static_cast<std::size_t>(expr.value)));
      return;
    case ExprOp::Negate:
      value = -number(expr.left);
      return;
    case ExprOp::Add:
      value = number(expr.left) + number(expr.right);
      return;
    case ExprOp::Subtract:
      value = number(expr.left) - number(expr.right);
      return;
    case ExprOp::Multiply:
      value = number(expr.left) * number(expr.right);
      return;
    case ExprOp::Divide:
      value = number(expr.left) / number(expr.right);
      return;
    case ExprOp::FloorDivide:
    case ExprOp::Modulo: {
      GNOMON_ASSERT(number(expr.left).whole(), "the front end refuses fractions here");
      auto [quotient, remainder] = divide(number(expr.left).numerator(), model_->expressions[expr.right].value);
      value = Rational(expr.op == ExprOp::Modulo ? remainder : quotient);
      return;
    }
    case ExprOp::Minimum:
      value = choose(less(number(expr.right), number(expr.left)), number(expr.right), number(expr.left));
      return;
    case ExprOp::Maximum:
      value = choose(less(number(expr.left), number(expr.right)), number(expr.right), number(expr.left));
      return;
    case ExprOp::Equal:
    case ExprOp::NotEqual:
    case ExprOp::Less:
    case ExprOp::LessEqual:
    case ExprOp::Greater:
    case ExprOp::GreaterEqual:
      truth = comparison(expr);
      return;
    case ExprOp::Not:
      truth = !boolean(expr.left);
      return;
    case ExprOp::And:
      truth = boolean(expr.left) & boolean(expr.right);
      return;
    case ExprOp::Or:
      truth = boolean(expr.left) | boolean(expr.right);
      return;
    case ExprOp::Xor:
      truth = boolean(expr.left) ^ boolean(expr.right);
      return;
    case ExprOp::Implies:
      truth = boolean(expr.left).implies(boolean(expr.right));
      return;
    case ExprOp::Choose:
      if (expr.kind == ExprKind::Integer) {
        value = choose(boolean(expr.condition), number(expr.left), number(expr.right));
      } else if (expr.kind == ExprKind::Boolean) {
        truth = ite(boolean(expr.condition), boolean(expr.left), boolean(expr.right));
      } else {
        std::map<ispl::Value, Bdd> taken;
        for (auto [branch, where] :
             {std::pair(expr.left, boolean(expr.condition)), std::pair(expr.right, !boolean(expr.condition))}) {
          for (ispl::Value name : values_of(branch)) {
            Bdd& place = taken.try_emplace(name, manager.constant(false)).first->second;
            place |= where & has_value(branch, name);
          }
        }
        choices_.emplace(id, std::move(taken));
      }
      return;
  }
}

Bdd ExpressionEncoder::comparison(const Expr& expr) {
  ExprKind kind = model_->expressions[expr.left].kind;
  if (kind != ExprKind::Integer) {
    Bdd same = kind == ExprKind::Enumeration ? enumerations_equal(expr.left, expr.right)
                                             : boolean(expr.left).iff(boolean(expr.right));
    GNOMON_ASSERT(expr.op == ExprOp::Equal || expr.op == ExprOp::NotEqual, "only numbers are ordered");
    return expr.op == ExprOp::Equal ? same : !same;
  }
  const Rational& a = number(expr.left);
  const Rational& b = number(expr.right);
  switch (expr.op) {
    case ExprOp::Equal:
      return equal(a, b);
    case ExprOp::NotEqual:
      return !equal(a, b);
    case ExprOp::Less:
      return less(a, b);
    case ExprOp::GreaterEqual:
      return !less(a, b);
    case ExprOp::Greater:
      return less(b, a);
    default:
      return !less(b, a);
  }
}

std::vector<ispl::Value> ExpressionEncoder::values_of(ExprId id) const {
  const Expr& expr = model_->expressions[id];
  std::vector<ispl::Value> values;
  if (expr.op == ExprOp::Variable) {
    const ispl::Type& type = model_->variable(ispl::VarId(static_cast<std::size_t>(expr.value))).type;
    for (ispl::Enumerator name : type.values) values.push_back(name.value);
  } else if (expr.op == ExprOp::Choose) {
    for (const auto& [name, where] : choices_.at(same_[id.index()])) values.push_back(name);
  } else {
    values.push_back(expr.value);
  }
  return values;
}

Bdd ExpressionEncoder::has_value(ExprId id, ispl::Value value) const {
  const Expr& expr = model_->expressions[id];
  if (expr.op == ExprOp::EnumValue) return encoding_->manager().constant(expr.value == value);
  if (expr.op == ExprOp::Choose) {
    const std::map<ispl::Value, Bdd>& taken = choices_.at(same_[id.index()]);
    auto found = taken.find(value);
    return found == taken.end() ? encoding_->manager().constant(false) : found->second;
  }
  ispl::VarId var(static_cast<std::size_t>(expr.value));
  auto position = model_->variable(var).type.position_of(value);
  return position ? encoding_->variable_is(var, *position) : encoding_->manager().constant(false);
}

// Equality of enumeration values is equality of names: some name is the value of both.
Bdd ExpressionEncoder::enumerations_equal(ExprId left, ExprId right) {
  Bdd same = encoding_->manager().constant(false);
  for (ispl::Value name : values_of(left)) same |= has_value(left, name) & has_value(right, name);
  return same;
}

Integer ExpressionEncoder::variable_value(ispl::VarId var, Time time) const {
  bdd::Manager& manager = encoding_->manager();
  const Field& field = encoding_->variable(var);
  std::vector<Bdd> bits;
  for (bdd::Var bit : time == Time::Current ? field.current : field.next) bits.push_back(manager.literal(bit));
  Integer code = Integer::unsigned_bits(manager, bits);
  std::int64_t low = model_->variable(var).type.low;
  return low == 0 ? code : code + Integer::constant(manager, low);
}

Bdd ExpressionEncoder::assignment(ispl::VarId var, ExprId value) {
  encode(value);
  const ispl::Type& type = model_->variable(var).type;
  switch (type.kind) {
    case ispl::TypeKind::Boolean:
      return encoding_->variable_is(var, 1, Time::Next).iff(boolean(value));
    case ispl::TypeKind::Enumeration: {
      Bdd relation = encoding_->manager().constant(false);
      for (std::size_t position = 0; position < type.values.size(); ++position) {
        relation |= has_value(value, type.values[position].value) & encoding_->variable_is(var, position, Time::Next);
      }
      return relation;
    }
    case ispl::TypeKind::Range:
      break;
  }
  Rational next(variable_value(var, Time::Next));
  return equal(next, number(value)) & encoding_->valid(var, Time::Next);
}

Bdd ExpressionEncoder::in_range(ispl::VarId var, ExprId value) {
  std::vector<bdd::Var> next = encoding_->variable(var).next;
  return exists(assignment(var, value), encoding_->manager().set(next));
}

}  // namespace gnomon::model
