#include "simulate/choices.h"

#include <algorithm>

#include "base/budget.h"

namespace gnomon::simulate {

using explicit_state::Interpreter;
using ispl::ActionId;
using ispl::AgentId;
using ispl::Expr;
using ispl::ExprId;
using ispl::ExprOp;

JointChoices::JointChoices(const Interpreter& interpreter, const State& state, const std::vector<ActionChoice>& fixed)
    : agents_(interpreter.model().agents.size()) {
  for (std::size_t a = 0; a < agents_; ++a) {
    AgentId agent(a);
    if (!interpreter.takes_part(agent)) continue;
    Digit digit{agent, interpreter.enabled_actions(agent, state), {}};
    if (digit.enabled.empty()) blocked_.push_back(agent);
    for (ActionId action : digit.enabled) {
      bool agrees = std::all_of(fixed.begin(), fixed.end(), [&](const ActionChoice& choice) {
        return choice.agent != agent || choice.action == action;
      });
      if (agrees) digit.matching.push_back(action);
    }
    digits_.push_back(std::move(digit));
  }
}

BigInt JointChoices::total() const {
  BigInt product = 1;
  for (const Digit& digit : digits_) product *= static_cast<unsigned long>(digit.enabled.size());
  return product;
}

BigInt JointChoices::matching() const {
  BigInt product = 1;
  for (const Digit& digit : digits_) product *= static_cast<unsigned long>(digit.matching.size());
  return product;
}

namespace {

JointAction decode(BigInt number, const std::vector<JointChoices::Digit>& digits,
                   std::vector<ActionId> JointChoices::Digit::*values, std::size_t agents) {
  JointAction joint(agents);
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit) {
    const std::vector<ActionId>& actions = (*digit).*values;
    BigInt base = static_cast<unsigned long>(actions.size());
    BigInt value = number % base;
    number /= base;
    joint[digit->agent.index()] = actions[value.get_ui()];
  }
  return joint;
}

}  // namespace

JointAction JointChoices::at(BigInt position) const {
  return decode(std::move(position), digits_, &Digit::matching, agents_);
}

JointAction JointChoices::numbered(BigInt number) const {
  return decode(std::move(number), digits_, &Digit::enabled, agents_);
}

BigInt JointChoices::number(const JointAction& joint) const {
  BigInt number = 0;
  for (const Digit& digit : digits_) {
    auto at = std::lower_bound(digit.enabled.begin(), digit.enabled.end(), joint[digit.agent.index()]);
    number *= static_cast<unsigned long>(digit.enabled.size());
    number += static_cast<unsigned long>(at - digit.enabled.begin());
  }
  return number;
}

Outcomes outcomes(const Interpreter& interpreter, const explicit_state::StepCheck& check, const State& state,
                  const JointAction& joint) {
  if (check.outcome_bound(state, joint, kMaxOutcomes + 1) > kMaxOutcomes) return {{}, true};
  return {interpreter.successors(state, joint), false};
}

namespace {

// The condition and `var = value` for each value.
ExprId restricted(ispl::CheckedModel& model, const std::vector<ValueChoice>& values) {
  ExprId condition = model.initial;
  auto kind = [](const ispl::Type& type) {
    switch (type.kind) {
      case ispl::TypeKind::Boolean:
        return std::pair(ispl::ExprKind::Boolean, ExprOp::Boolean);
      case ispl::TypeKind::Enumeration:
        return std::pair(ispl::ExprKind::Enumeration, ExprOp::EnumValue);
      case ispl::TypeKind::Range:
        return std::pair(ispl::ExprKind::Integer, ExprOp::Number);
    }
    return std::pair(ispl::ExprKind::Boolean, ExprOp::Boolean);
  };
  for (const ValueChoice& choice : values) {
    auto [type, constant] = kind(model.variable(choice.var).type);
    Expr variable;
    variable.op = ExprOp::Variable;
    variable.kind = type;
    variable.value = static_cast<std::int64_t>(choice.var.index());
    Expr value;
    value.op = constant;
    value.kind = type;
    value.value = choice.value;
    Expr equal;
    equal.op = ExprOp::Equal;
    equal.left = model.expressions.add(variable);
    equal.right = model.expressions.add(value);
    Expr both;
    both.op = ExprOp::And;
    both.left = condition;
    both.right = model.expressions.add(equal);
    condition = model.expressions.add(both);
  }
  return condition;
}

}  // namespace

InitialStates initial_states(ispl::CheckedModel& model, const std::vector<ValueChoice>& values) {
  explicit_state::InterpreterLimits limits;
  limits.initial_states = kMaxInitialStates;
  InitialStates result;
  ExprId whole = model.initial;
  model.initial = restricted(model, values);
  try {
    result.states = Interpreter(model, limits).initial_states();
  } catch (const LimitReached& limit) {
    result.problem = limit.what();
  }
  model.initial = whole;
  return result;
}

}  // namespace gnomon::simulate
