#include "exchange/smv_expression.h"

#include <fmt/format.h>
#include <numeric>
#include <optional>

#include "base/assert.h"

namespace gnomon::exchange {

using ispl::Expr;
using ispl::ExprId;
using ispl::ExprKind;
using ispl::ExprOp;

namespace {

constexpr std::int64_t kLargestDenominator = std::int64_t{1} << 30;

std::optional<std::int64_t> constant_value(const ispl::ExprPool& pool, ExprId id) {
  const Expr& expr = pool[id];
  if (expr.op == ExprOp::Number) return expr.value;
  if (expr.op == ExprOp::Negate && pool[expr.left].op == ExprOp::Number) return -pool[expr.left].value;
  return std::nullopt;
}

const char* comparison_sign(ExprOp op) {
  switch (op) {
    case ExprOp::Equal:
      return " = ";
    case ExprOp::NotEqual:
      return " != ";
    case ExprOp::Less:
      return " < ";
    case ExprOp::LessEqual:
      return " <= ";
    case ExprOp::Greater:
      return " > ";
    default:
      return " >= ";
  }
}

}  // namespace

SmvExpressions::SmvExpressions(const ispl::CheckedModel& model, const SmvNames& names, std::vector<Unsayable>& problems)
    : model_(model), names_(names), denominators_(model.expressions.size(), 1) {
  find_denominators(problems);
}

std::int64_t SmvExpressions::common(ExprId a, ExprId b) const {
  return std::lcm(denominator(a), denominator(b));
}

// Operands have smaller numbers than their users.
void SmvExpressions::find_denominators(std::vector<Unsayable>& problems) {
  const ispl::ExprPool& pool = model_.expressions;
  for (std::size_t i = 0; i < pool.size(); ++i) {
    const Expr& expr = pool[ExprId(i)];
    if (expr.kind != ExprKind::Integer) continue;
    std::int64_t& own = denominators_[i];
    switch (expr.op) {
      case ExprOp::Negate:
        own = denominator(expr.left);
        break;
      case ExprOp::Add:
      case ExprOp::Subtract:
      case ExprOp::Minimum:
      case ExprOp::Maximum:
      case ExprOp::Choose:
        own = common(expr.left, expr.right);
        break;
      case ExprOp::Multiply:
        own = denominator(expr.left) * denominator(expr.right);
        break;
      case ExprOp::Divide: {
        const std::optional<std::int64_t> divisor = constant_value(pool, expr.right);
        const bool sayable = divisor && *divisor != 0 && std::abs(*divisor) <= kLargestDenominator;
        if (!sayable) {
          problems.push_back({expr.span, "SMV has no fractions: only a constant other than 0 can be divided by", ""});
        } else {
          own = denominator(expr.left) * std::abs(*divisor);
        }
        break;
      }
      default:
        break;
    }
    if (own > kLargestDenominator) {
      problems.push_back({expr.span, "the denominator of this expression is too large for SMV", ""});
      own = 1;
    }
  }
}

void SmvExpressions::assignment(const ispl::Assignment& assignment, std::string& out) {
  const ispl::Type& type = model_.variable(assignment.var).type;
  const std::int64_t scale = denominator(assignment.value);
  const std::string& name = names_.variable(assignment.var);
  if (type.kind == ispl::TypeKind::Boolean) {
    out += fmt::format("(next({}) <-> ", name);
  } else {
    out += scale == 1 ? fmt::format("(next({}) = ", name) : fmt::format("({} * next({}) = ", scale, name);
  }
  write(assignment.value, scale, out);
  out += ")";
}

void SmvExpressions::write(ExprId root, std::int64_t scale, std::string& out) {
  std::vector<Item> stack{{"", root, scale}};
  std::vector<Item> parts;
  while (!stack.empty()) {
    const Item item = std::move(stack.back());
    stack.pop_back();
    if (item.expr.is_none()) {
      out += item.text;
      continue;
    }
    parts.clear();
    expand(model_.expressions[item.expr], item.scale, parts);
    for (std::size_t i = parts.size(); i-- > 0;) stack.push_back(std::move(parts[i]));
  }
}

void SmvExpressions::expand_comparison(const Expr& expr, std::vector<Item>& parts) const {
  const ExprKind kind = model_.expressions[expr.left].kind;
  if (kind == ExprKind::Boolean) {
    // SMV does not order Booleans: `a < b` is `!a & b`, and so on.
    auto joined = [&](const char* sign) {
      parts = {{"(", {}}, {"", expr.left}, {sign, {}}, {"", expr.right}, {")", {}}};
    };
    switch (expr.op) {
      case ExprOp::Less:
        parts = {{"(!", {}}, {"", expr.left}, {" & ", {}}, {"", expr.right}, {")", {}}};
        return;
      case ExprOp::Greater:
        return joined(" & !");
      case ExprOp::GreaterEqual:
        parts = {{"(", {}}, {"", expr.right}, {" -> ", {}}, {"", expr.left}, {")", {}}};
        return;
      case ExprOp::LessEqual:
        return joined(" -> ");
      case ExprOp::NotEqual:
        return joined(" xor ");
      default:
        return joined(" <-> ");
    }
  }
  const std::int64_t scale = kind == ExprKind::Integer ? common(expr.left, expr.right) : 1;
  parts = {{"(", {}}, {"", expr.left, scale}, {comparison_sign(expr.op), {}}, {"", expr.right, scale}, {")", {}}};
}

void SmvExpressions::expand_number(const Expr& expr, std::int64_t scale, std::vector<Item>& parts) const {
  auto joined = [&](const char* sign) {
    parts = {{"(", {}}, {"", expr.left, scale}, {sign, {}}, {"", expr.right, scale}, {")", {}}};
  };
  auto smaller = [&](const char* sign) {
    parts = {{"(case ", {}}, {"", expr.left, scale}, {sign, {}},        {"", expr.right, scale},
             {" : ", {}},    {"", expr.left, scale}, {"; TRUE : ", {}}, {"", expr.right, scale},
             {"; esac)", {}}};
  };
  const std::string factor = scale == 1 ? "" : fmt::format("{} * ", scale);
  switch (expr.op) {
    case ExprOp::Number:
      parts = {{expr.value < 0 ? fmt::format("({})", expr.value * scale) : std::to_string(expr.value * scale), {}}};
      break;
    case ExprOp::Variable:
      parts = {{scale == 1
                    ? names_.variable(ispl::VarId(static_cast<std::size_t>(expr.value)))
                    : fmt::format("({}{})", factor, names_.variable(ispl::VarId(static_cast<std::size_t>(expr.value)))),
                {}}};
      break;
    case ExprOp::Negate:
      parts = {{"(-", {}}, {"", expr.left, scale}, {")", {}}};
      break;
    case ExprOp::Add:
      joined(" + ");
      break;
    case ExprOp::Subtract:
      joined(" - ");
      break;
    case ExprOp::Multiply: {
      const std::int64_t right = denominator(expr.right);
      parts = {{"(", {}}, {"", expr.left, scale / right}, {" * ", {}}, {"", expr.right, right}, {")", {}}};
      break;
    }
    case ExprOp::Divide: {
      const std::int64_t divisor = constant_value(model_.expressions, expr.right).value_or(1);
      parts = {{divisor < 0 ? "(-" : "(", {}}, {"", expr.left, scale / std::abs(divisor)}, {")", {}}};
      break;
    }
    case ExprOp::FloorDivide:
    case ExprOp::Modulo: {
      const std::int64_t divisor = model_.expressions[expr.right].value;
      const Item a{"", expr.left, 1};
      parts = {{fmt::format("({}", factor), {}}};
      if (expr.op == ExprOp::Modulo) {
        parts.push_back({"(", {}});
        parts.push_back(a);
        parts.push_back({fmt::format(" - {} * ", divisor), {}});
      }
      parts.push_back({"(case ", {}});
      parts.push_back(a);
      parts.push_back({" >= 0 : ", {}});
      parts.push_back(a);
      parts.push_back({fmt::format(" / {}; TRUE : -(({} - ", divisor, divisor - 1), {}});
      parts.push_back(a);
      parts.push_back({fmt::format(") / {}); esac)", divisor), {}});
      parts.push_back({expr.op == ExprOp::Modulo ? "))" : ")", {}});
      break;
    }
    case ExprOp::Minimum:
      smaller(" <= ");
      break;
    case ExprOp::Maximum:
      smaller(" >= ");
      break;
    default:
      GNOMON_ASSERT(false, "no other operator gives numbers");
  }
}

void SmvExpressions::expand(const Expr& expr, std::int64_t scale, std::vector<Item>& parts) const {
  auto joined = [&](const char* sign) {
    parts = {{"(", {}}, {"", expr.left}, {sign, {}}, {"", expr.right}, {")", {}}};
  };
  if (expr.op == ExprOp::Choose) {
    parts = {{"(case ", {}},    {"", expr.condition},    {" : ", {}},    {"", expr.left, scale},
             {"; TRUE : ", {}}, {"", expr.right, scale}, {"; esac)", {}}};
    return;
  }
  if (expr.kind == ExprKind::Integer) return expand_number(expr, scale, parts);
  if (is_comparison(expr.op)) return expand_comparison(expr, parts);
  const auto value = static_cast<std::size_t>(expr.value);
  switch (expr.op) {
    case ExprOp::Boolean:
      parts = {{expr.value != 0 ? "TRUE" : "FALSE", {}}};
      break;
    case ExprOp::EnumValue:
      parts = {{names_.value(ispl::Enumerator(value)), {}}};
      break;
    case ExprOp::Variable:
      parts = {{names_.variable(ispl::VarId(value)), {}}};
      break;
    case ExprOp::ActionIs:
      parts = {
          {fmt::format("({} = {})", names_.action_of(expr.agent), names_.action(expr.agent, ispl::ActionId(value))),
           {}}};
      break;
    case ExprOp::Not:
      parts = {{"!", {}}, {"", expr.left}};
      break;
    case ExprOp::And:
      joined(" & ");
      break;
    case ExprOp::Or:
      joined(" | ");
      break;
    case ExprOp::Xor:
      joined(" xor ");
      break;
    case ExprOp::Implies:
      joined(" -> ");
      break;
    default:
      GNOMON_ASSERT(false, "no other operator is left");
  }
}

}  // namespace gnomon::exchange
