#include "ispl/local_evaluation.h"

#include "support.h"

namespace gnomon::ispl::test {
namespace {

// The values of an expression (as a condition `expression = 0` of a proposition) without variables.
LocalValue value_of(const std::string& expression) {
  Template t;
  t.evaluation = "p if " + expression + " = 0;";
  Loaded loaded(t.text());
  EXPECT_TRUE(loaded.model) << expression;
  if (!loaded.model) return {};
  ExprId root = loaded.model->expressions[loaded.model->propositions[0].condition].left;
  std::uint64_t steps = 1000;
  LocalEvaluation local(*loaded.model, {root}, 1, steps);
  EXPECT_TRUE(local.ready());
  local.evaluate();
  return local[root];
}

LocalValue exact(std::int64_t numerator, std::int64_t denominator) {
  return {true, numerator, denominator};
}

TEST(LocalEvaluation, CalculatesExactly) {
  EXPECT_EQ(value_of("3 / 2"), exact(3, 2));
  EXPECT_EQ(value_of("3 / -2"), exact(-3, 2));
  EXPECT_EQ(value_of("1 / 3 + 1 / 6"), exact(1, 2));
  EXPECT_EQ(value_of("1 / 3 * 3"), exact(1, 1));
  EXPECT_EQ(value_of("2 - 3 - 4"), exact(-5, 1));
  EXPECT_EQ(value_of("-(2) * 3"), exact(-6, 1));
  EXPECT_EQ(value_of("1 / 2 / (1 / 4)"), exact(2, 1));
}

TEST(LocalEvaluation, DividesByZero) {
  EXPECT_EQ(value_of("0 / 0"), exact(0, 1));
  EXPECT_EQ(value_of("5 / 0"), exact(1, 0));
  EXPECT_EQ(value_of("-5 / 0"), exact(-1, 0));
  EXPECT_EQ(value_of("1 / 0 + 7"), exact(1, 0));
  EXPECT_EQ(value_of("3 - 1 / 0"), exact(-1, 0));
  EXPECT_EQ(value_of("1 / 0 * -2"), exact(-1, 0));
  EXPECT_EQ(value_of("4 / (1 / 0)"), exact(0, 1));
  EXPECT_FALSE(value_of("1 / 0 - 1 / 0").known);
  EXPECT_FALSE(value_of("1 / 0 * 0").known);
}

// Counts the combinations in which a condition over the template's variables holds.
int count(const std::string& condition) {
  Template t;
  t.evolution = "x = 1 if " + condition + ";";
  Loaded loaded(t.text());
  EXPECT_TRUE(loaded.model) << condition;
  if (!loaded.model) return -1;
  ExprId root = loaded.model->agents[1].evolution[0].condition;
  std::uint64_t steps = 100000;
  LocalEvaluation local(*loaded.model, {root}, 4096, steps);
  EXPECT_TRUE(local.ready());
  int found = 0;
  do {
    local.evaluate();
    found += local[root].is_true() ? 1 : 0;
  } while (local.next());
  return found;
}

TEST(LocalEvaluation, GoesThroughAllCombinations) {
  EXPECT_EQ(count("x < 3"), 3);
  EXPECT_EQ(count("x < 3 and b"), 3);
  EXPECT_EQ(count("x < 3 or b"), 7);
  EXPECT_EQ(count("x < 3 -> b"), 5);
  EXPECT_EQ(count("b ^ (x = 1)"), 4);
  EXPECT_EQ(count("e = red or e <> blue"), 2);
  EXPECT_EQ(count("Action = go and x >= 2"), 2);
  EXPECT_EQ(count("x / Environment.seen >= 1"), 9);
  EXPECT_EQ(count("6 / x > 1000000"), 1);
  EXPECT_EQ(count("1 / x < 1 / 0 and x <= 1"), 1);
  EXPECT_EQ(count("-1 / x < -100"), 1);
}

TEST(LocalEvaluation, DeclinesTooMuchWork) {
  Loaded loaded(Template{}.text());
  ASSERT_TRUE(loaded.model);
  ExprId root = loaded.model->agents[1].evolution[0].condition;  // b and e: 6 combinations of 7 nodes
  std::uint64_t steps = 1000;
  EXPECT_FALSE(LocalEvaluation(*loaded.model, {root}, 5, steps).ready());
  EXPECT_EQ(steps, 1000u);
  EXPECT_TRUE(LocalEvaluation(*loaded.model, {root}, 6, steps).ready());
  EXPECT_EQ(steps, 958u);
  steps = 41;
  EXPECT_FALSE(LocalEvaluation(*loaded.model, {root}, 6, steps).ready());
}

}  // namespace
}  // namespace gnomon::ispl::test
