// Automata of path formulas on finite traces (build_finite of buchi.h).
#include <gtest/gtest.h>

#include "automata/buchi.h"
#include "logic/printer.h"
#include "words.h"

namespace gnomon::automata::test {
namespace {

bool accepts_finite(const FormulaPool& pool, const Nfa& automaton, const Word& word) {
  return matches(pool, automaton, word)[0][word.size() - 1];
}

TEST(Finite, AgreesWithTheDefinition) {
  FormulaPool pool;
  Random random(pool, 31);
  const Flavour flavours[] = {Flavour::Ltl, Flavour::Ldl, Flavour::Mixed};
  int holding = 0;
  for (int round = 0; round < 4000; ++round) {
    Formula f = random.formula(flavours[round % 3], 2 + random.below(9));
    std::optional<Nfa> automaton = build_finite(pool, f);
    ASSERT_TRUE(automaton.has_value()) << logic::print(pool, f);
    EXPECT_FALSE(automaton->has_path_tests());
    for (int sample = 0; sample < 4; ++sample) {
      Word word = random.finite(6);
      Evaluator evaluator(pool, word);
      bool expected = evaluator.holds(f, 0);
      holding += expected ? 1 : 0;
      ASSERT_EQ(accepts_finite(pool, *automaton, word), expected) << logic::print(pool, f) << "\n" << describe(word);
    }
  }
  EXPECT_GT(holding, 4000);
  EXPECT_LT(holding, 12000);
}

TEST(Finite, Shapes) {
  FormulaPool pool;
  auto build = [&](const char* text) { return *build_finite(pool, parse(pool, text, true)); };
  Nfa last = build("[true]false");
  EXPECT_EQ(last.states.size(), 1u);
  EXPECT_EQ(last.edge_count(), 0u);
  EXPECT_TRUE(last.states[0].accepting[0].is_true());
  EXPECT_TRUE(build("G X true").is_empty());  // no last position satisfies the strong next
  EXPECT_TRUE(build("F (X p and [true]false)").is_empty());
  Nfa eventually = build("F p");
  EXPECT_EQ(eventually.states.size(), 2u);
  EXPECT_EQ(build("G p").states.size(), 1u);
}

}  // namespace
}  // namespace gnomon::automata::test
