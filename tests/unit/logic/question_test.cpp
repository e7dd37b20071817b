// Questions for numbers of steps: how they are read and printed, and what is wrong with them.
#include "logic/question.h"

#include <gtest/gtest.h>
#include <string>

#include "expect_errors.h"
#include "logic/printer.h"

namespace gnomon::logic::testing {
namespace {

TEST(Question, IsReadAsItIsPrinted) {
  for (const std::string text : {"min(p)", "max(p, q)", "min(p or q, K(i, r))", "delay(i, p and EF[2,3] q)",
                                 "@clock delay(i, p)", "max(A(p U[1,2] q), E(p U q))"}) {
    FormulaPool pool;
    const Property property = parse_good(pool, text);
    EXPECT_NE(property.asks, Asks::Truth) << text;
    EXPECT_EQ(print(pool, property), text);
  }
}

// The words are names everywhere else.
TEST(Question, LeavesNamesAlone) {
  FormulaPool pool;
  Diagnostics diagnostics;
  for (const std::string text : {"min", "AG (max -> delay)", "LTL F min", "!delay"}) {
    const ParsedProperty parsed = parse_with(pool, text, diagnostics);
    EXPECT_TRUE(parsed.ok) << text;
    EXPECT_EQ(parsed.property.asks, Asks::Truth) << text;
  }
}

TEST(Question, SaysWhatItAsks) {
  FormulaPool pool;
  auto same = [&](Formula statement, const std::string& text) {
    EXPECT_EQ(statement, parse_formula(pool, text)) << text;
  };
  same(statement_within(pool, parse_good(pool, "min(p, q)"), 3), "AG !(p and EF<=3 q)");
  same(statement_within(pool, parse_good(pool, "min(q)"), 3), "!EF<=3 q");
  same(statement_within(pool, parse_good(pool, "max(p, q)"), 3), "AG (p -> A(EX true U<=3 q))");
  same(statement_without_bound(pool, parse_good(pool, "max(q)")), "A(EX true U q)");
  same(statement_within(pool, parse_good(pool, "delay(i, p)"), 3),
       "(p -> A(EX true U<=3 (K(i, p) or !p))) and AG (!p -> AX (p -> A(EX true U<=3 (K(i, p) or !p))))");
}

TEST(Question, Mistakes) {
  expect_error("min(p) and q", 8, "expected the end of the question, found `and`",
               "the answer is a number, which is no part of a formula");
  expect_error("max(p, q, r)", 1, "`max` has 3 arguments", "the question is written `max(f, g)` or `max(g)`");
  expect_error("delay(i)", 1, "`delay` has 1 argument", "the question is written `delay(agent, f)`");
  expect_error("delay(K(i, p), p)", 7, "expected the name of an agent", "the question is written `delay(agent, f)`");
  expect_error("min(p", 4, "this bracket is never closed");
  expect_error("min(p and)", 10, "expected a formula, found the end of the formula");
  expect_error("min(LTL F p)", 5, "the arguments of a question are formulas without prefix and attribute",
               "an attribute stands in front of the question: `@clock delay(i, f)`");
  expect_error("min(max(p))", 5, "the arguments of a question are formulas without prefix and attribute",
               "an attribute stands in front of the question: `@clock delay(i, f)`");
}

}  // namespace
}  // namespace gnomon::logic::testing
