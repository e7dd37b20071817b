// Reading and rewriting formulas stop when a limit is reached, and leave the pool usable.
#include "base/budget.h"

#include <functional>
#include <gtest/gtest.h>
#include <string>

#include "logic/nnf.h"
#include "logic/simplify.h"
#include "parse_helper.h"
#include "support/interrupted.h"

namespace gnomon::logic::testing {
namespace {

constexpr int kDepth = 20000;

std::string repeated(const std::string& text) {
  std::string result;
  for (int i = 0; i < kDepth; ++i) result += text;
  return result;
}

ParsedProperty parse(FormulaPool& pool, const std::string& text, const Budget* budget) {
  ParseContext context = test_context();
  context.budget = budget;
  Diagnostics diagnostics;
  return parse_with(pool, text, diagnostics, context);
}

TEST(FormulaBudget, ReadingStopsAnywhere) {
  for (const std::string& text : {repeated("!") + "p", repeated("(") + "p" + repeated(")"), "p" + repeated(" and q"),
                                  repeated("K(i, ") + "p" + repeated(")"), "LDL <p" + repeated(";q") + ">r"}) {
    FormulaPool pool;
    int stops = test::interruptions([&](const Budget& budget) { EXPECT_TRUE(parse(pool, text, &budget).ok); });
    EXPECT_GE(stops, kDepth / 4096) << text.substr(0, 20);
    EXPECT_TRUE(parse(pool, text, nullptr).ok);
  }
}

TEST(FormulaBudget, NormalFormsStopAnywhere) {
  FormulaPool pool;
  Formula f = parse(pool, "LTL " + repeated("X !") + "p", nullptr).property.formula;
  Formula normal = negation_normal_form(pool, f);
  Formula negated = negated_normal_form(pool, f);
  Formula simple = simplify(pool, f);
  auto expect_stops = [&](const std::function<void(const Budget&)>& work) {
    EXPECT_GE(test::interruptions(work), kDepth / 4096);
  };
  expect_stops(
      [&](const Budget& budget) { EXPECT_EQ(negation_normal_form(pool, f, Traces::Infinite, &budget), normal); });
  expect_stops(
      [&](const Budget& budget) { EXPECT_EQ(negated_normal_form(pool, f, Traces::Infinite, &budget), negated); });
  expect_stops([&](const Budget& budget) { EXPECT_EQ(simplify(pool, f, Traces::Infinite, &budget), simple); });
}

TEST(FormulaBudget, MemoryIsAskedForBeforeItIsTaken) {
  const std::string waiting = std::string(10'000'000, '!') + "p";
  FormulaPool pool;
  test::expect_memory_limit(std::size_t{32} << 20, [&](const Budget& budget) { parse(pool, waiting, &budget); });
}

}  // namespace
}  // namespace gnomon::logic::testing
