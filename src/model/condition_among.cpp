#include "model/condition_among.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bdd/work_limit.h"

namespace gnomon::model {

using ispl::Expr;
using ispl::ExprId;
using ispl::ExprOp;

namespace {

class Cutter {
 public:
  Cutter(const ispl::CheckedModel& model, ExpressionEncoder& expressions) : model_(model), expressions_(expressions) {}

  StateSet cut(ExprId id, const StateSet& states, std::size_t depth = 0) {
    constexpr std::size_t kDeepest = 500;  // of calls; longer chains of one operator are taken at once
    if (depth > kDeepest || states.empty()) return whole(id, states);
    const Expr& expr = model_.expressions[id];
    switch (expr.op) {
      case ExprOp::And: {
        StateSet left = states;
        for (ExprId part : chain(id)) left = cut(part, left, depth + 1);
        return left;
      }
      case ExprOp::Or: {
        StateSet left = states;
        for (ExprId part : chain(id)) left = left - cut(part, left, depth + 1);
        return states - left;
      }
      case ExprOp::Not:
        return states - cut(expr.left, states, depth + 1);
      case ExprOp::Implies: {
        const StateSet premise = cut(expr.left, states, depth + 1);
        return (states - premise) | cut(expr.right, premise, depth + 1);
      }
      default:  // comparisons and variables
        return whole(id, states);
    }
  }

 private:
  StateSet whole(ExprId id, const StateSet& states) { return states & StateSet(expressions_.condition(id)); }

  // The operands, from left to right, of an operator that is applied to its own results.
  std::vector<ExprId> chain(ExprId root) const {
    const ExprOp op = model_.expressions[root].op;
    std::vector<ExprId> parts;
    std::vector<ExprId> stack{root};
    while (!stack.empty()) {
      const ExprId id = stack.back();
      stack.pop_back();
      const Expr& expr = model_.expressions[id];
      if (expr.op == op) {
        stack.push_back(expr.right);
        stack.push_back(expr.left);
      } else {
        parts.push_back(id);
      }
    }
    return parts;
  }

  const ispl::CheckedModel& model_;
  ExpressionEncoder& expressions_;
};

}  // namespace

std::uint64_t work_on_condition(const StateSet& states) {
  constexpr std::uint64_t kLeast = 20'000;
  constexpr std::uint64_t kPerNode = 3;
  return kLeast + kPerNode * states.bdd().node_count();
}

std::optional<StateSet> holding_at_once(const StateSet& states, std::uint64_t work,
                                        const std::function<bdd::Bdd()>& make_condition) {
  StateSet holds;
  const auto attempt = [&] { holds = states & StateSet(make_condition()); };
  if (!bdd::within(states.bdd().manager(), work, attempt)) return std::nullopt;
  return holds;
}

StateSet holding_among(const ispl::CheckedModel& model, ExpressionEncoder& expressions, ExprId condition,
                       const StateSet& states, std::uint64_t work) {
  std::optional<StateSet> holds = holding_at_once(states, work, [&] { return expressions.condition(condition); });
  return holds ? *std::move(holds) : cut_down(model, expressions, condition, states);
}

StateSet cut_down(const ispl::CheckedModel& model, ExpressionEncoder& expressions, ExprId condition,
                  const StateSet& states) {
  return Cutter(model, expressions).cut(condition, states);
}

}  // namespace gnomon::model
