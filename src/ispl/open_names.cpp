// How the expression checker settles names that are no variables, and what it says when it cannot.
#include <algorithm>
#include <fmt/format.h>

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
    case State::OpenAction:
      diagnostics_.error(operand.span, "an action stands here on its own", "compare it: `Action = a`");
      break;
  }
  operand.state = State::Failed;
  return false;
}

// An open name beside an enumeration variable is one of its values.
bool ExpressionChecker::settle_value(Operand& operand, VarId like, const ExpressionContext& context) {
  if (operand.state != State::OpenName) return settle(operand, context);
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

// Both sides of a comparison.
bool ExpressionChecker::settle_pair(Operand& left, Operand& right, const ExpressionContext& context) {
  auto enumeration = [&](const Operand& operand) -> std::optional<VarId> {
    std::optional<VarId> var = variable_of(operand);
    return var && operand.kind == ExprKind::Enumeration ? var : std::nullopt;
  };
  std::optional<VarId> left_var = enumeration(left);
  std::optional<VarId> right_var = enumeration(right);
  if (left.state == State::OpenName && right_var) return settle_value(left, *right_var, context);
  if (right.state == State::OpenName && left_var) return settle_value(right, *left_var, context);
  if (left.state == State::OpenName && right.state == State::OpenName) {
    for (Operand* operand : {&left, &right}) {
      std::optional<Enumerator> value = names_.find_enumerator(operand->name);
      if (!value) return settle(*operand, context);
      operand->id = model_.expressions.add(
          {ExprOp::EnumValue, ExprKind::Enumeration, {}, std::int64_t{value->value}, {}, {}, operand->span});
      operand->kind = ExprKind::Enumeration;
      operand->state = State::Good;
    }
    return true;
  }
  if (!settle(left, context) || !settle(right, context)) return false;
  if (left_var && right_var && !names_.comparable(*left_var, *right_var, model_)) {
    diagnostics_.error(
        cover(left.span, right.span),
        fmt::format("{} and {} have different types", variable_text(*left_var), variable_text(*right_var)),
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
