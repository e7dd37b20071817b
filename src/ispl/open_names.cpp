// How the expression checker settles names that are no variables, and what it says when it cannot.
#include <algorithm>
#include <fmt/format.h>
#include <unordered_set>
#include <vector>

#include "ispl/expression_checker.h"

namespace gnomon::ispl {

// A name without anything beside it that gives it a type is an error.
bool ExpressionChecker::settle(Operand& operand, const ExpressionContext& context) {
  switch (operand.state) {
    case State::Good:
      return true;
    case State::Failed:
      return false;
    case State::OpenName:
      unknown_name(operand.name, operand.span, context);
      break;
    case State::OpenChoice:
      diagnostics_.error(operand.span, "these enumeration values do not fit here",
                         "compare them with a variable, or assign them to one, whose type has these values");
      break;
    case State::OpenAction:
      diagnostics_.error(operand.span, "an action stands here on its own", "compare it: `Action = a`");
      break;
  }
  operand.state = State::Failed;
  return false;
}

// An open name beside an enumeration variable is one of its values.
bool ExpressionChecker::settle_value(Operand& operand, VarId like, const ExpressionContext& context) {
  if (operand.state == State::OpenChoice && !like.is_none()) return settle_choice(operand, like, context);
  if (operand.state != State::OpenName || like.is_none()) return settle(operand, context);
  std::optional<Enumerator> value = names_.find_enumerator(operand.name);
  if (value && names_.has_value(like, *value)) {
    operand.id = model_.expressions.add(
        {ExprOp::EnumValue, ExprKind::Enumeration, {}, std::int64_t{value->value}, {}, {}, operand.span});
    operand.kind = ExprKind::Enumeration;
    operand.state = State::Good;
    return true;
  }
  std::vector<std::string_view> candidates;
  for (Enumerator known : model_.variable(like).type.values) candidates.push_back(model_.enumerators[known.index()]);
  if (!context.agent.is_none()) {
    for (VarId var : model_.agent(context.agent).vars) candidates.push_back(model_.variable(var).name);
  }
  std::string_view text = names_.text(operand.name);
  diagnostics_.error(operand.span, fmt::format("`{}` is not a value of {}", text, variable_text(like)),
                     suggestion(text, candidates));
  operand.state = State::Failed;
  return false;
}

// A name that is an enumeration value of some type.
bool ExpressionChecker::settle_literal(Operand& operand, const ExpressionContext& context) {
  std::optional<Enumerator> value = names_.find_enumerator(operand.name);
  if (!value) return settle(operand, context);
  operand.id = model_.expressions.add(
      {ExprOp::EnumValue, ExprKind::Enumeration, {}, std::int64_t{value->value}, {}, {}, operand.span});
  operand.kind = ExprKind::Enumeration;
  operand.state = State::Good;
  return true;
}

// Below an open choice there are open choices and open names only. Smaller nodes first, so that operands come before
// their users.
bool ExpressionChecker::settle_choice(Operand& operand, VarId like, const ExpressionContext& context) {
  std::vector<std::uint32_t> found;
  std::vector<std::uint32_t> stack{operand.node};
  std::unordered_set<std::uint32_t> seen;
  while (!stack.empty()) {
    std::uint32_t at = stack.back();
    stack.pop_back();
    const Operand& one = operand_of(at);
    if (one.state == State::Good || !seen.insert(at).second) continue;
    found.push_back(at);
    if (one.state != State::OpenChoice) continue;
    stack.push_back(tree_.nodes[at].left);
    stack.push_back(tree_.nodes[at].right);
  }
  std::sort(found.begin(), found.end());
  for (std::uint32_t at : found) {
    Operand& one = operand_of(at);
    if (one.state == State::OpenName) {
      bool good = like.is_none() ? settle_literal(one, context) : settle_value(one, like, context);
      if (!good) {
        operand.state = State::Failed;
        return false;
      }
      continue;
    }
    const syntax::Node& node = tree_.nodes[at];
    ExprId condition = operand_of(static_cast<std::uint32_t>(node.value)).id;
    Span span = one.span;
    one = node_of(ExprOp::Choose, ExprKind::Enumeration, node.span, operand_of(node.left).id, operand_of(node.right).id,
                  condition);
    one.span = span;
    one.like = like;
  }
  operand = operand_of(operand.node);
  return true;
}

// Both sides of a comparison.
bool ExpressionChecker::settle_pair(Operand& left, Operand& right, const ExpressionContext& context) {
  auto open = [](const Operand& operand) {
    return operand.state == State::OpenName || operand.state == State::OpenChoice;
  };
  if (open(left) && !right.like.is_none()) return settle_value(left, right.like, context);
  if (open(right) && !left.like.is_none()) return settle_value(right, left.like, context);
  if (open(left) && open(right)) {
    for (Operand* operand : {&left, &right}) {
      bool choice = operand->state == State::OpenChoice;
      if (!(choice ? settle_choice(*operand, {}, context) : settle_literal(*operand, context))) return false;
    }
    return true;
  }
  if (!settle(left, context) || !settle(right, context)) return false;
  if (!left.like.is_none() && !right.like.is_none() && !names_.comparable(left.like, right.like, model_)) {
    diagnostics_.error(
        cover(left.span, right.span),
        fmt::format("{} and {} have different types", variable_text(left.like), variable_text(right.like)),
        "one type must contain the other");
    return false;
  }
  return true;
}

// `expected` replaces the usual word for the kind.
bool ExpressionChecker::require(Operand& operand, ExprKind kind, const ExpressionContext& context,
                                std::string_view expected) {
  if (!settle(operand, context)) return false;
  if (operand.kind == kind) return true;
  if (expected.empty()) {
    expected = kind == ExprKind::Boolean   ? "a condition"
               : kind == ExprKind::Integer ? "an integer"
                                           : "an enumeration value";
  }
  std::string hint;
  if (kind == ExprKind::Boolean && operand.kind == ExprKind::Integer) hint = "compare it, or write `true` or `false`";
  if (std::optional<VarId> var = variable_of(operand); var && kind == ExprKind::Enumeration) {
    const std::vector<std::string>& values = model_.enumerators;
    if (std::find(values.begin(), values.end(), model_.variable(*var).name) != values.end()) {
      hint = "the variable hides the enumeration value of the same name";
    }
  }
  diagnostics_.error(operand.span, fmt::format("expected {}, found {}", expected, describe(operand)), hint);
  operand.state = State::Failed;
  return false;
}

void ExpressionChecker::unknown_name(WordId name, Span span, const ExpressionContext& context) {
  std::string_view text = names_.text(name);
  if (names_.find_enumerator(name)) {
    diagnostics_.error(span, fmt::format("the enumeration value `{}` does not fit here", text),
                       "compare it with a variable, or assign it to one, whose type has this value");
    return;
  }
  if (context.agent.is_none()) {
    // Perhaps the agent in front of the variable was forgotten.
    for (const Agent& agent : model_.agents) {
      for (VarId var : agent.vars) {
        if (model_.variable(var).name != text) continue;
        diagnostics_.error(span, fmt::format("`{}` needs its agent", text),
                           fmt::format("write `{}.{}`", agent.name, text));
        return;
      }
    }
    diagnostics_.error(span, fmt::format("unknown name `{}`", text), "variables are written `Agent.x` here");
    return;
  }
  const Agent& agent = model_.agent(context.agent);
  std::vector<std::string_view> candidates;
  for (VarId var : agent.vars) candidates.push_back(model_.variable(var).name);
  std::string hint = suggestion(text, candidates);
  if (hint.empty() && (text == "other" || text == "otherwise" || text == "else")) {
    hint = "the last line of a protocol begins with `Other`";
  }
  if (hint.empty() && !constant_meant(text).empty()) hint = fmt::format("did you mean `{}`?", constant_meant(text));
  if (hint.empty()) {
    for (VarId var : agent.observes) {
      const Variable& seen = model_.variable(var);
      if (seen.owner != context.agent && seen.name == text) hint = fmt::format("write `Environment.{}`", text);
    }
  }
  diagnostics_.error(span, fmt::format("agent `{}` has no variable `{}`", agent.name, text), hint);
}

std::string ExpressionChecker::variable_text(VarId variable) const {
  const Variable& var = model_.variable(variable);
  return fmt::format("`{}.{}`", model_.agent(var.owner).name, var.name);
}

std::string ExpressionChecker::describe(const Operand& operand) const {
  std::string_view kind = operand.kind == ExprKind::Boolean   ? "a Boolean"
                          : operand.kind == ExprKind::Integer ? "an integer"
                                                              : "an enumeration value";
  if (std::optional<VarId> var = variable_of(operand)) return fmt::format("{} ({})", variable_text(*var), kind);
  return std::string(kind);
}

}  // namespace gnomon::ispl
