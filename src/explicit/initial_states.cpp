// The states that satisfy InitStates, by backtracking over the variables.
//
// First every conjunct `x = constant` (and a bare Boolean variable or its negation) fixes its variable. The others are
// given values one after another; the condition is evaluated after each in three-valued logic, and a branch is cut as
// soon as the condition is false. Where the condition is already true, no more evaluation happens below. The cost is
// the number of values tried times the size of the condition.
#include <algorithm>
#include <optional>
#include <string>

#include "base/budget.h"
#include "explicit/interpreter.h"

namespace gnomon::explicit_state {

using ispl::Expr;
using ispl::ExprId;
using ispl::ExprOp;
using ispl::VarId;

namespace {

struct Equation {
  VarId var;
  Value value = 0;
};

std::optional<Value> constant(const ispl::ExprPool& pool, ExprId id) {
  const Expr& expr = pool[id];
  if (expr.op == ExprOp::Number || expr.op == ExprOp::Boolean || expr.op == ExprOp::EnumValue) return expr.value;
  if (expr.op == ExprOp::Negate && pool[expr.left].op == ExprOp::Number) return -pool[expr.left].value;
  return std::nullopt;
}

std::optional<VarId> variable(const ispl::ExprPool& pool, ExprId id) {
  if (pool[id].op != ExprOp::Variable) return std::nullopt;
  return VarId(static_cast<std::size_t>(pool[id].value));
}

std::optional<Equation> equation(const ispl::ExprPool& pool, ExprId id) {
  const Expr& expr = pool[id];
  if (auto var = variable(pool, id)) return Equation{*var, 1};
  if (expr.op == ExprOp::Not) {
    if (auto var = variable(pool, expr.left)) return Equation{*var, 0};
  }
  if (expr.op != ExprOp::Equal) return std::nullopt;
  for (auto [x, c] : {std::pair(expr.left, expr.right), std::pair(expr.right, expr.left)}) {
    auto var = variable(pool, x);
    auto value = constant(pool, c);
    if (var && value) return Equation{*var, *value};
  }
  return std::nullopt;
}

std::vector<Equation> equations(const ispl::ExprPool& pool, ExprId condition) {
  std::vector<Equation> found;
  std::vector<ExprId> stack{condition};
  while (!stack.empty()) {
    ExprId id = stack.back();
    stack.pop_back();
    if (pool[id].op == ExprOp::And) {
      stack.push_back(pool[id].left);
      stack.push_back(pool[id].right);
    } else if (auto fixed = equation(pool, id)) {
      found.push_back(*fixed);
    }
  }
  return found;
}

}  // namespace

std::vector<State> Interpreter::initial_states() const {
  const Program& condition = programs_.at(model_->initial);
  std::size_t count = model_->variables.size();
  std::vector<std::optional<Value>> partial(count);
  for (const Equation& fixed : equations(model_->expressions, model_->initial)) {
    const auto& type = model_->variable(fixed.var).type;
    auto& known = partial[fixed.var.index()];
    if (!type.position_of(fixed.value) || (known && *known != fixed.value)) return {};
    known = fixed.value;
  }
  std::vector<std::size_t> open;
  for (std::size_t v = 0; v < count; ++v) {
    if (!partial[v]) open.push_back(v);
  }

  std::vector<State> found;
  std::size_t steps = 0;
  // Level k has given values to open[0..k); position[k] is the next value to try for open[k].
  std::vector<std::uint64_t> position(open.size() + 1, 0);
  std::vector<bool> decided(open.size() + 1, false);  // the condition is true whatever follows
  auto enter = [&](std::size_t level) {
    std::optional<Rational> value = condition.value_if_known(partial);
    decided[level] = value.has_value();
    return !value || value->sign() != 0;
  };
  if (!enter(0)) return {};
  std::size_t level = 0;
  while (true) {
    if (level == open.size()) {
      State state;
      for (const auto& value : partial) state.push_back(*value);
      found.push_back(std::move(state));
      if (found.size() > limits_.initial_states) {
        throw LimitReached(Limit::Size, "more than " + std::to_string(limits_.initial_states) + " initial states");
      }
    }
    bool at_end = level == open.size() || position[level] == model_->variables[open[level]].type.size();
    if (at_end) {
      if (level == 0) break;
      --level;
      partial[open[level]].reset();
      continue;
    }
    if (++steps > limits_.initial_steps) {
      throw LimitReached(
          Limit::Size, "the initial states take more than " + std::to_string(limits_.initial_steps) + " steps to find");
    }
    partial[open[level]] = model_->variables[open[level]].type.value_at(position[level]++);
    if (decided[level]) {
      decided[level + 1] = true;
    } else if (!enter(level + 1)) {
      partial[open[level]].reset();
      continue;
    }
    ++level;
    position[level] = 0;
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace gnomon::explicit_state
