// Expressions with parts in common: what a left operand decides without the right one is what the definition says.
#include "enumerate/expression.h"

#include <gtest/gtest.h>
#include <vector>

#include "support/rng.h"

namespace gnomon::enumerate {
namespace {

using ispl::Expr;
using ispl::ExprId;
using ispl::ExprOp;

constexpr std::uint32_t kAgents = 5;

ExprId leaf(ispl::ExprPool& pool, std::uint32_t agent) {
  Expr expr;
  expr.op = ExprOp::ActionIs;
  expr.agent = ispl::AgentId(agent);
  expr.value = 1;
  return pool.add(expr);
}

// Operands are any nodes before, so that many are used more than once.
ExprId random_expression(ispl::ExprPool& pool, test::Rng& rng) {
  std::vector<ExprId> nodes;
  for (std::uint32_t agent = 0; agent < kAgents; ++agent) nodes.push_back(leaf(pool, agent));
  const std::size_t count = 2 + rng.below(20);
  static const std::vector<ExprOp> kOps{ExprOp::And, ExprOp::Or,  ExprOp::Implies,
                                        ExprOp::Xor, ExprOp::Not, ExprOp::Choose};
  for (std::size_t i = 0; i < count; ++i) {
    Expr expr;
    expr.op = rng.pick(kOps);
    // Leaves of their own now and then: then nothing else uses what is skipped.
    auto operand = [&] {
      return rng.chance(30) ? leaf(pool, static_cast<std::uint32_t>(rng.below(kAgents))) : rng.pick(nodes);
    };
    expr.left = operand();
    if (expr.op != ExprOp::Not) expr.right = operand();
    if (expr.op == ExprOp::Choose) expr.condition = operand();
    nodes.push_back(pool.add(expr));
  }
  return nodes.back();
}

bool by_definition(const ispl::ExprPool& pool, ExprId id, const std::vector<std::uint32_t>& actions) {
  const Expr& expr = pool[id];
  auto value = [&](ExprId operand) { return by_definition(pool, operand, actions); };
  switch (expr.op) {
    case ExprOp::ActionIs:
      return actions[expr.agent.index()] == 1;
    case ExprOp::Not:
      return !value(expr.left);
    case ExprOp::And:
      return value(expr.left) && value(expr.right);
    case ExprOp::Or:
      return value(expr.left) || value(expr.right);
    case ExprOp::Implies:
      return !value(expr.left) || value(expr.right);
    case ExprOp::Xor:
      return value(expr.left) != value(expr.right);
    case ExprOp::Choose:
      return value(expr.condition) ? value(expr.left) : value(expr.right);
    default:
      ADD_FAILURE() << "not drawn";
      return false;
  }
}

TEST(Expression, LeftOperandsDecide) {
  std::uint64_t steps = 0;
  std::uint64_t all = 0;
  std::size_t decided = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    test::Rng rng(seed);
    ispl::ExprPool pool;
    const ExprId root = random_expression(pool, rng);
    const Expression expression(pool, root);
    Expression::Scratch scratch;
    Expression::Scratch partly;
    for (std::uint32_t bits = 0; bits < (1U << kAgents); ++bits) {
      std::vector<std::uint32_t> actions;
      for (std::uint32_t agent = 0; agent < kAgents; ++agent) actions.push_back(bits >> agent & 1U);
      const Inputs inputs{nullptr, nullptr, actions.data(), nullptr};
      ASSERT_EQ(expression.value(inputs, scratch).is_true(), by_definition(pool, root, actions)) << "seed " << seed;
      all += expression.length();
      // With some actions open: what is known is so whatever they are.
      const std::uint32_t hidden = static_cast<std::uint32_t>(rng.below(1U << kAgents));
      std::vector<std::uint32_t> some = actions;
      for (std::uint32_t agent = 0; agent < kAgents; ++agent) {
        if ((hidden >> agent & 1U) != 0) some[agent] = kOpen;
      }
      const auto known = expression.value_if_known({nullptr, nullptr, some.data(), nullptr}, partly);
      if (!known) continue;
      ASSERT_EQ(known->is_true(), by_definition(pool, root, actions)) << "seed " << seed;
      ++decided;
    }
    steps += scratch.steps;
  }
  EXPECT_LT(steps, all * 9 / 10) << "nothing is skipped";
  EXPECT_GT(decided, 5000U);
}

// A chain of alternatives of which the first holds.
TEST(Expression, LongAlternativesAreShort) {
  ispl::ExprPool pool;
  ExprId root = leaf(pool, 0);
  for (int i = 0; i < 1000; ++i) {
    Expr both{.op = ExprOp::And, .agent = {}, .left = leaf(pool, 1), .right = leaf(pool, 2), .span = {}};
    const ExprId more = pool.add(both);
    Expr either{.op = ExprOp::Or, .agent = {}, .left = root, .right = more, .span = {}};
    root = pool.add(either);
  }
  const Expression expression(pool, root);
  Expression::Scratch scratch;
  const std::vector<std::uint32_t> actions{1, 0, 1};
  EXPECT_TRUE(expression.value({nullptr, nullptr, actions.data(), nullptr}, scratch).is_true());
  EXPECT_LE(scratch.steps, 1U);
  EXPECT_GT(expression.length(), 1000U);
}

}  // namespace
}  // namespace gnomon::enumerate
