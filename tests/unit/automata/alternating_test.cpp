#include "automata/alternating.h"

#include <gtest/gtest.h>

#include "logic/printer.h"
#include "words.h"

namespace gnomon::automata::test {
namespace {

void compare_with_definition(Traces traces, unsigned seed, int rounds) {
  FormulaPool pool;
  Random random(pool, seed);
  const Flavour flavours[] = {Flavour::Ltl, Flavour::Ldl, Flavour::Mixed};
  int holding = 0;
  for (int round = 0; round < rounds; ++round) {
    Formula f = random.formula(flavours[round % 3], 2 + random.below(9));
    std::optional<AlternatingAutomaton> automaton = build_alternating(pool, f, traces);
    ASSERT_TRUE(automaton.has_value()) << logic::print(pool, f);
    for (int sample = 0; sample < 4; ++sample) {
      Word word = traces == Traces::Infinite ? random.infinite(5) : random.finite(5);
      Evaluator evaluator(pool, word);
      bool expected = evaluator.holds(f, 0);
      holding += expected ? 1 : 0;
      ASSERT_EQ(accepts(pool, *automaton, word), expected) << logic::print(pool, f) << "\n" << describe(word);
    }
  }
  EXPECT_GT(holding, rounds / 2);
  EXPECT_LT(holding, 4 * rounds - rounds / 2);
}

TEST(Alternating, AgreesWithTheDefinitionOnInfiniteWords) {
  compare_with_definition(Traces::Infinite, 11, 4000);
}
TEST(Alternating, AgreesWithTheDefinitionOnFiniteWords) {
  compare_with_definition(Traces::Finite, 12, 4000);
}

TEST(Alternating, IsWeak) {
  FormulaPool pool;
  Random random(pool, 13);
  for (int round = 0; round < 500; ++round) {
    Formula f = random.formula(round % 2 == 0 ? Flavour::Ltl : Flavour::Mixed, 8);
    AlternatingAutomaton automaton = *build_alternating(pool, f, Traces::Infinite);
    for (State q = 0; q < automaton.states.size(); ++q) {
      const AlternatingAutomaton::Node& node = automaton.states[q];
      if (round % 2 == 0) {
        EXPECT_TRUE(node.very_weak) << logic::print(pool, f);
      }
      EXPECT_TRUE(node.ending.empty());
    }
  }
}

TEST(Alternating, TransitionsAreMinimal) {
  FormulaPool pool;
  Random random(pool, 14);
  for (int round = 0; round < 500; ++round) {
    Formula f = random.formula(Flavour::Mixed, 9);
    AlternatingAutomaton automaton = *build_alternating(pool, f, Traces::Infinite);
    for (const AlternatingAutomaton::Node& node : automaton.states) {
      for (const Clause<State>& a : node.terms) {
        for (const Clause<State>& b : node.terms) {
          EXPECT_TRUE(&a == &b || !subsumes(a, b)) << logic::print(pool, f);
        }
      }
    }
  }
}

TEST(Alternating, LtlAndLdlSpellingsShareOneAutomaton) {
  FormulaPool pool;
  auto states = [&](const char* text) {
    return build_alternating(pool, parse(pool, text), Traces::Infinite)->states.size();
  };
  EXPECT_EQ(states("(F p) and <true*>p"), states("F p"));
  EXPECT_EQ(states("(G p) and [true*]p"), states("G p"));
  EXPECT_EQ(states("(p U q) and <(p?;true)*>q and <p*>q"), states("p U q"));
}

TEST(Alternating, LastPosition) {
  FormulaPool pool;
  Word one{{1}, std::nullopt};
  Word two{{1, 0}, std::nullopt};
  auto holds = [&](const char* text, const Word& word) {
    return accepts(pool, *build_alternating(pool, parse(pool, text, true), Traces::Finite), word);
  };
  EXPECT_TRUE(holds("[true]false", one));
  EXPECT_FALSE(holds("[true]false", two));
  EXPECT_FALSE(holds("X true", one));
  EXPECT_TRUE(holds("X true", two));
  EXPECT_TRUE(holds("!X p", one));
  EXPECT_TRUE(holds("[true]p", one));
  EXPECT_FALSE(holds("[true]p", two));
  EXPECT_TRUE(holds("F [true]false", two));
}

}  // namespace
}  // namespace gnomon::automata::test
