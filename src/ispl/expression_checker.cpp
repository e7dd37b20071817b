#include "ispl/expression_checker.h"

#include <algorithm>
#include <fmt/format.h>

namespace gnomon::ispl {

using syntax::Node;
using syntax::NodeForm;

namespace {

constexpr std::size_t kMaxCandidates = 2000;
constexpr std::int64_t kTooLarge = std::int64_t{1} << 62;  // also the mark of "too large"

std::int64_t bounded_product(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) || product > kTooLarge ? kTooLarge : product;
}

std::int64_t bounded_sum(std::int64_t a, std::int64_t b) {
  return std::min(kTooLarge, a + b);
}

}  // namespace

std::string_view constant_meant(std::string_view name) {
  if (name == "True" || name == "TRUE") return "true";
  return name == "False" || name == "FALSE" ? "false" : "";
}

std::string suggestion(std::string_view name, const std::vector<std::string_view>& candidates) {
  if (candidates.size() > kMaxCandidates) return {};
  std::string found = closest_name(name, candidates);
  // Of two names of one letter each, none is a slip of the other.
  if (name.size() == 1 && found.size() == 1) found.clear();
  return found.empty() ? std::string{} : fmt::format("did you mean `{}`?", found);
}

std::optional<ExprId> ExpressionChecker::condition(const syntax::Expression& expression,
                                                   const ExpressionContext& context) {
  Operand result = check(expression, context);
  if (!require(result, ExprKind::Boolean, context)) return std::nullopt;
  return result.id;
}

std::optional<ExprId> ExpressionChecker::value_for(VarId target, const syntax::Expression& expression,
                                                   const ExpressionContext& context) {
  Operand result = check(expression, context);
  const Type& type = model_.variable(target).type;
  if (type.kind == TypeKind::Enumeration) {
    if (!settle_value(result, target, context)) return std::nullopt;
    VarId source = result.like;
    if (result.kind == ExprKind::Enumeration && !source.is_none() && !names_.comparable(target, source, model_)) {
      diagnostics_.error(result.span,
                         fmt::format("{} and {} have different types", variable_text(target), variable_text(source)),
                         "one type must contain the other");
      return std::nullopt;
    }
  }
  ExprKind kind = type.kind == TypeKind::Boolean       ? ExprKind::Boolean
                  : type.kind == TypeKind::Enumeration ? ExprKind::Enumeration
                                                       : ExprKind::Integer;
  if (!require(result, kind, context, kind == ExprKind::Boolean ? "a Boolean" : "")) return std::nullopt;
  return result.id;
}

ExpressionChecker::Operand ExpressionChecker::check(const syntax::Expression& expression,
                                                    const ExpressionContext& context) {
  operands_.clear();
  first_ = expression.first;
  for (std::uint32_t at = expression.first; at <= expression.root; ++at) {
    pace_.step(1, [&] { return model_.expressions.growth_bytes(2 * Pace::kInterval) + growth_bytes(operands_); });
    if (diagnostics_.full()) return {};
    const Node& node = tree_.nodes[at];
    if (node.form != NodeForm::Operation) {
      operands_.push_back(leaf(node, context));
      continue;
    }
    Operand left = operands_[node.left - expression.first];
    Operand right = operands_[node.right < expression.first ? 0 : node.right - expression.first];
    Operand result;
    if (node.op == ExprOp::Choose) {
      result = choice(at, context);
    } else if (node.op <= ExprOp::Maximum) {
      result = arithmetic(node, left, right, context);
    } else if (node.op <= ExprOp::GreaterEqual) {
      result = comparison(node, left, right, context);
    } else {
      result = logical(node, left, right, context);
    }
    result.span = node.span;
    operands_.push_back(result);
  }
  return operands_.back();
}

ExpressionChecker::Operand ExpressionChecker::leaf(const Node& node, const ExpressionContext& context) {
  Operand result;
  switch (node.form) {
    case NodeForm::Number:
      result.numerator = std::min(kTooLarge, node.value < 0 ? -node.value : node.value);
      result.state = State::Good;
      result.kind = ExprKind::Integer;
      result.id = model_.expressions.add({ExprOp::Number, ExprKind::Integer, {}, node.value, {}, {}, node.span});
      break;
    case NodeForm::Boolean:
      result.state = State::Good;
      result.id = model_.expressions.add({ExprOp::Boolean, ExprKind::Boolean, {}, node.value, {}, {}, node.span});
      break;
    case NodeForm::Plain:
      result = plain_name(node, context);
      break;
    case NodeForm::Qualified:
      result = qualified_name(node, context);
      break;
    case NodeForm::Action:
      result = action_name(node, context);
      break;
    case NodeForm::Value:
      result.state = State::OpenName;
      result.name = node.name();
      break;
    case NodeForm::Operation:
    case NodeForm::Element:
    case NodeForm::Member:
    case NodeForm::Call:
    case NodeForm::Quantified:
      break;  // no leaf, or not there after elaboration
  }
  result.span = node.span;
  return result;
}

ExpressionChecker::Operand ExpressionChecker::variable(VarId id, Span span) {
  Operand result;
  const Type& type = model_.variable(id).type;
  result.state = State::Good;
  result.kind = type.kind == TypeKind::Boolean       ? ExprKind::Boolean
                : type.kind == TypeKind::Enumeration ? ExprKind::Enumeration
                                                     : ExprKind::Integer;
  if (type.kind == TypeKind::Range) result.numerator = std::max(std::abs(type.low), std::abs(type.high));
  if (type.kind == TypeKind::Enumeration) result.like = id;
  result.id = model_.expressions.add({ExprOp::Variable, result.kind, {}, std::int64_t{id.value}, {}, {}, span});
  return result;
}

ExpressionChecker::Operand ExpressionChecker::plain_name(const Node& node, const ExpressionContext& context) {
  if (!context.agent.is_none()) {
    if (std::optional<VarId> found = names_.variable(context.agent, node.name())) return variable(*found, node.span);
  }
  Operand open;
  open.state = State::OpenName;
  open.name = node.name();
  return open;
}

std::optional<AgentId> ExpressionChecker::owner_of(const Node& node) {
  std::optional<AgentId> owner = names_.agent(node.owner());
  if (owner) return owner;
  std::string_view text = names_.text(node.owner());
  std::vector<std::string_view> candidates;
  for (const Agent& agent : model_.agents) candidates.push_back(agent.name);
  diagnostics_.error({node.span.begin, node.span.begin + static_cast<std::uint32_t>(text.size())},
                     fmt::format("there is no agent `{}`", text), suggestion(text, candidates));
  return std::nullopt;
}

// `Agent.x`: own variables, what the agent observes of the Environment, and in a global place everything.
ExpressionChecker::Operand ExpressionChecker::qualified_name(const Node& node, const ExpressionContext& context) {
  std::optional<AgentId> owner = owner_of(node);
  if (!owner) return {};
  std::string_view owner_text = names_.text(node.owner());
  std::string_view name = names_.text(node.name());
  std::optional<VarId> found = names_.variable(*owner, node.name());
  if (!found) {
    Span name_span = {node.span.end - static_cast<std::uint32_t>(name.size()), node.span.end};
    std::vector<std::string_view> candidates;
    for (VarId var : model_.agent(*owner).vars) candidates.push_back(model_.variable(var).name);
    diagnostics_.error(name_span, fmt::format("agent `{}` has no variable `{}`", owner_text, name),
                       suggestion(name, candidates));
    return {};
  }
  if (!context.agent.is_none() && *owner != context.agent) {
    const Agent& agent = model_.agent(context.agent);
    if (!std::binary_search(agent.observes.begin(), agent.observes.end(), *found)) {
      bool environment = owner->index() == 0 && context.agent.index() != 0;
      diagnostics_.error(
          node.span, fmt::format("agent `{}` does not observe `{}.{}`", agent.name, owner_text, name),
          environment ? fmt::format("declare it in Obsvars, or write `Lobsvars = {{{}}};` in `{}`", name, agent.name)
                      : "an agent reads its own variables and those of the Environment that it observes");
      return {};
    }
  }
  return variable(*found, node.span);
}

ExpressionChecker::Operand ExpressionChecker::action_name(const Node& node, const ExpressionContext& context) {
  if (!context.actions) {
    diagnostics_.error(node.span, fmt::format("actions cannot be used in {}", context.place),
                       "actions are visible in evolution conditions only");
    return {};
  }
  Operand open;
  open.state = State::OpenAction;
  open.agent = context.agent;
  if (node.owner().is_none()) return open;
  std::optional<AgentId> owner = owner_of(node);
  if (!owner) return {};
  open.agent = *owner;
  return open;
}

ExpressionChecker::Operand ExpressionChecker::node_of(ExprOp op, ExprKind kind, Span span, ExprId left, ExprId right,
                                                      ExprId condition) {
  Operand result;
  result.state = State::Good;
  result.kind = kind;
  result.id = model_.expressions.add({op, kind, {}, 0, left, right, span, condition});
  return result;
}

// With exact values n1/d1 and n2/d2, the bounds follow the school rules without cancelling:
//   sum (n1*d2 + n2*d1)/(d1*d2), product n1*n2/(d1*d2), quotient n1*d2/(d1*n2).
ExpressionChecker::Operand ExpressionChecker::arithmetic(const Node& node, Operand left, Operand right,
                                                         const ExpressionContext& context) {
  bool unary = node.op == ExprOp::Negate;
  bool good = require(left, ExprKind::Integer, context);
  if (!unary) good = require(right, ExprKind::Integer, context) && good;
  if (!good) return {};
  Operand result = node_of(node.op, ExprKind::Integer, node.span, left.id, unary ? ExprId{} : right.id);
  result.numerator = left.numerator;
  result.denominator = left.denominator;
  if (node.op == ExprOp::Multiply) {
    result.numerator = bounded_product(left.numerator, right.numerator);
    result.denominator = bounded_product(left.denominator, right.denominator);
  } else if (node.op == ExprOp::Divide) {
    result.numerator = bounded_product(left.numerator, right.denominator);
    result.denominator = bounded_product(left.denominator, std::max<std::int64_t>(1, right.numerator));
  } else if (node.op == ExprOp::FloorDivide || node.op == ExprOp::Modulo) {
    if (left.denominator != 1) {
      diagnostics_.error(left.span, "the left operand of `mod` and `div` must be an integer; this may be a fraction",
                         "`div` divides and rounds down");
      return {};
    }
    if (node.op == ExprOp::Modulo) result.numerator = right.numerator;
  } else if (node.op == ExprOp::Minimum || node.op == ExprOp::Maximum) {
    result.numerator = std::max(left.numerator, right.numerator);
    result.denominator = std::max(left.denominator, right.denominator);
  } else if (!unary) {
    result.numerator = bounded_sum(bounded_product(left.numerator, right.denominator),
                                   bounded_product(right.numerator, left.denominator));
    result.denominator = bounded_product(left.denominator, right.denominator);
  }
  if (result.numerator >= kTooLarge || result.denominator >= kTooLarge) {
    diagnostics_.error(node.span, "the value of this expression may not fit 63 bits",
                       "numerators and denominators of exact values are bounded by the ranges of the variables");
    return {};
  }
  return result;
}

// `if c then a else b`.
ExpressionChecker::Operand ExpressionChecker::choice(std::uint32_t number, const ExpressionContext& context) {
  const Node& node = tree_.nodes[number];
  Operand& condition = operand_of(static_cast<std::uint32_t>(node.value));
  Operand& left = operand_of(node.left);
  Operand& right = operand_of(node.right);
  if (!require(condition, ExprKind::Boolean, context)) return {};
  if (left.state == State::Failed || right.state == State::Failed) return {};
  auto open = [](const Operand& operand) {
    return operand.state == State::OpenName || operand.state == State::OpenChoice;
  };
  if (open(left) && open(right)) {
    Operand result;
    result.state = State::OpenChoice;
    result.node = number;
    return result;
  }
  VarId like = left.like.is_none() ? right.like : left.like;
  if (!settle_value(left, like, context) || !settle_value(right, like, context)) return {};
  if (left.kind != right.kind) {
    diagnostics_.error(node.span, fmt::format("one case is {}, the other {}", describe(left), describe(right)));
    return {};
  }
  if (!left.like.is_none() && !right.like.is_none()) {
    if (!names_.comparable(left.like, right.like, model_)) {
      diagnostics_.error(
          node.span, fmt::format("{} and {} have different types", variable_text(left.like), variable_text(right.like)),
          "one type must contain the other");
      return {};
    }
    like = model_.variable(left.like).type.size() >= model_.variable(right.like).type.size() ? left.like : right.like;
  }
  Operand result = node_of(ExprOp::Choose, left.kind, node.span, left.id, right.id, condition.id);
  result.numerator = std::max(left.numerator, right.numerator);
  result.denominator = std::max(left.denominator, right.denominator);
  result.like = like;
  return result;
}

ExpressionChecker::Operand ExpressionChecker::logical(const Node& node, Operand left, Operand right,
                                                      const ExpressionContext& context) {
  bool unary = node.op == ExprOp::Not;
  bool good = require(left, ExprKind::Boolean, context);
  if (!unary) good = require(right, ExprKind::Boolean, context) && good;
  if (!good) return {};
  return node_of(node.op, ExprKind::Boolean, node.span, left.id, unary ? ExprId{} : right.id);
}

ExpressionChecker::Operand ExpressionChecker::comparison(const Node& node, Operand left, Operand right,
                                                         const ExpressionContext& context) {
  if (left.state == State::Failed || right.state == State::Failed) return {};
  if (left.state == State::OpenAction || right.state == State::OpenAction) return action_comparison(node, left, right);
  if (!settle_pair(left, right, context)) return {};
  if (left.kind != right.kind) {
    bool numeric = left.kind == ExprKind::Integer || right.kind == ExprKind::Integer;
    bool boolean = left.kind == ExprKind::Boolean || right.kind == ExprKind::Boolean;
    diagnostics_.error(node.span, fmt::format("{} is compared with {}", describe(left), describe(right)),
                       numeric && boolean ? "Boolean values are written `true` and `false`" : "");
    return {};
  }
  bool ordered = node.op != ExprOp::Equal && node.op != ExprOp::NotEqual;
  if (ordered && left.kind != ExprKind::Integer) {
    diagnostics_.error(node.span, "only integers are ordered", "use `=` or `<>`");
    return {};
  }
  if (left.kind == ExprKind::Integer && (bounded_product(left.numerator, right.denominator) >= kTooLarge ||
                                         bounded_product(right.numerator, left.denominator) >= kTooLarge)) {
    diagnostics_.error(node.span, "the values of this comparison may not fit 63 bits",
                       "numerators and denominators of exact values are bounded by the ranges of the variables");
    return {};
  }
  return node_of(node.op, ExprKind::Boolean, node.span, left.id, right.id);
}

// `Action = a`, `Agent.Action <> a`.
ExpressionChecker::Operand ExpressionChecker::action_comparison(const Node& node, const Operand& left,
                                                                const Operand& right) {
  const Operand& whose = left.state == State::OpenAction ? left : right;
  const Operand& what = left.state == State::OpenAction ? right : left;
  const Agent& agent = model_.agent(whose.agent);
  if (node.op != ExprOp::Equal && node.op != ExprOp::NotEqual) {
    diagnostics_.error(node.span, "actions are compared with `=` or `<>`");
    return {};
  }
  WordId name = what.name;
  if (what.state != State::OpenName) {
    // A variable may have the name of an action; beside `Action` the action is meant.
    std::optional<VarId> hidden = what.state == State::Good ? variable_of(what) : std::nullopt;
    const Node& written = tree_.nodes[left.state == State::OpenAction ? node.right : node.left];
    if (!hidden || written.form != NodeForm::Plain) {
      diagnostics_.error(what.span, "an action is compared with something that is no action",
                         "write the name of an action");
      return {};
    }
    name = written.name();
  }
  std::optional<ActionId> action = names_.action(whose.agent, name);
  if (!action) {
    std::vector<std::string_view> candidates;
    for (const Action& known : agent.actions) candidates.push_back(known.name);
    diagnostics_.error(what.span, fmt::format("agent `{}` has no action `{}`", agent.name, names_.text(name)),
                       suggestion(names_.text(name), candidates));
    return {};
  }
  ExprId is = model_.expressions.add(
      {ExprOp::ActionIs, ExprKind::Boolean, whose.agent, std::int64_t{action->value}, {}, {}, node.span});
  if (node.op == ExprOp::NotEqual) return node_of(ExprOp::Not, ExprKind::Boolean, node.span, is);
  Operand result;
  result.state = State::Good;
  result.id = is;
  return result;
}

std::optional<VarId> ExpressionChecker::variable_of(const Operand& operand) const {
  if (operand.state != State::Good) return std::nullopt;
  const Expr& expr = model_.expressions[operand.id];
  if (expr.op != ExprOp::Variable) return std::nullopt;
  return VarId(static_cast<std::size_t>(expr.value));
}

}  // namespace gnomon::ispl
