// Boolean combinations of propositions as a whole: the states of their operands, fewer operations on large sets, and by
// way of the operands where the whole is too large or stands for something else.
#include "check/combination.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "check/labelling.h"
#include "small_models.h"

namespace gnomon::check {
namespace {

using test::chain_model;
using test::Checked;

TEST(Combination, IsFoundBelowOtherOperators) {
  Checked run(chain_model());
  const logic::FormulaPool& pool = run.subject().model().pool;
  const auto formula = [&](const std::string& text) { return run.subject().formula(text); };
  const logic::Formula root = formula("AG ((x0 or !x1) -> K(Ag, x2 and x3)) and EX (x0 and EX x1)");
  const std::vector<bool> found = combinations_below(pool, root, {});
  for (const char* text : {"x0 or !x1", "!x1", "x2 and x3"}) EXPECT_TRUE(found[formula(text).index()]) << text;
  for (const char* text : {"x0", "x0 and EX x1", "K(Ag, x2 and x3)"}) {
    EXPECT_FALSE(found[formula(text).index()]) << text;
  }
  const std::vector<bool> without = combinations_below(pool, root, {formula("x1")});
  EXPECT_FALSE(without[formula("x0 or !x1").index()]);
  EXPECT_TRUE(without[formula("x2 and x3").index()]);
}

TEST(Combination, HasTheStatesOfItsOperands) {
  Checked run(chain_model());
  Frame frame(run.symbolic().model());
  const logic::FormulaPool& pool = run.subject().model().pool;
  for (const char* text : {"x1 or x2", "x1 and x2", "x1 -> x2", "x1 <-> x2", "!x1", "!(x0 -> (x1 <-> !(x2 or false)))",
                           "(x0 and true) or (x3 <-> x3)"}) {
    const std::optional<StateSet> whole = frame.combination(pool, run.subject().formula(text));
    ASSERT_TRUE(whole.has_value()) << text;
    EXPECT_EQ(run.members(*whole), run.expected(text)) << text;
  }
}

TEST(Combination, OfFormulasWithGivenStatesUsesThem) {
  Checked run(chain_model());
  Frame frame(run.symbolic().model());
  Labelling labelling(frame, run.subject().model().pool, nullptr);
  const auto formula = [&](const std::string& text) { return run.subject().formula(text); };
  labelling.define(formula("x1"), labelling.states(formula("x2")));
  EXPECT_EQ(run.values(labelling.states(formula("x0 or (x1 and !x3)"))), "0 2");
}

// Pairs of bits are equal in all states, but one half of each stands before the other half in the order: the conjunction
// over all states would have 2^30 nodes. Work on operands is not more than on the states.
TEST(Combination, LargeOnesAreTakenApart) {
  constexpr int kPairs = 30;
  std::string vars, propositions, conjunction, initial;
  for (const std::string name : {"x", "y"}) {
    for (int i = 0; i < kPairs; ++i) vars += "    " + name + std::to_string(i) + " : boolean;\n";
  }
  for (int i = 0; i < kPairs; ++i) {
    const std::string n = std::to_string(i);
    const std::string joint = i == 0 ? "" : " and ";
    propositions += "  same" + n + " if Ag.x" + n + " = Ag.y" + n + ";\n";
    conjunction += joint + "same" + n;
    initial += joint + "Ag.x" + n + " = false and Ag.y" + n + " = false";
  }
  Checked run(
      "Agent Ag\n  Vars:\n" + vars + "  end Vars\n  Actions = {a, b};\n  Evolution:\n" +
          "    x3 = true if Action = a;\n    y3 = true if Action = b;\n  end Evolution\nend Agent\nEvaluation\n" +
          propositions + "end Evaluation\nInitStates\n  " + initial + ";\nend InitStates\nFormulae\n  " + conjunction +
          ";\nend Formulae\n",
      {.order = model::OrderStrategy::Declaration});
  Frame frame(run.symbolic().model());
  const logic::Formula all = run.subject().formula(conjunction);
  EXPECT_FALSE(frame.combination(run.subject().model().pool, all).has_value());
  Labelling labelling(frame, run.subject().model().pool, nullptr);
  EXPECT_EQ(run.symbolic().model().count(labelling.states(all)), 2);
  EXPECT_LT(run.symbolic().model().manager().work(), 2'000'000u);
}

}  // namespace
}  // namespace gnomon::check
