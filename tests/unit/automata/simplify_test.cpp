#include "automata/simplify.h"

#include <gtest/gtest.h>

#include "words.h"

namespace gnomon::automata::test {
namespace {

struct Shape {
  const char* formula;
  std::size_t states;
  std::uint32_t sets;
  Strength strength;
};

TEST(Simplify, KnownShapes) {
  FormulaPool pool;
  const Shape shapes[] = {
      {"true", 1, 0, Strength::Terminal},
      {"p", 2, 0, Strength::Terminal},
      {"X p", 3, 0, Strength::Terminal},
      {"F p", 2, 1, Strength::Terminal},
      {"p U q", 2, 1, Strength::Terminal},
      {"<true*;p;q>r", 4, 1, Strength::Terminal},
      {"G p", 1, 0, Strength::Weak},
      {"p W q", 2, 0, Strength::Weak},
      {"q R p", 2, 0, Strength::Weak},
      {"[(true;true)*]p", 2, 0, Strength::Weak},
      {"F G p", 2, 1, Strength::Weak},
      {"<true*>[true*]p", 2, 1, Strength::Weak},
      {"G F p", 1, 1, Strength::Strong},
      {"[true*]<true*>p", 1, 1, Strength::Strong},
      {"(G F p) and (G F q)", 1, 2, Strength::Strong},
      {"G F p and G F q and G F r and G F (p and q) and G F (q and r) and G F !p", 1, 6, Strength::Strong},
      {"G (p -> F q)", 2, 1, Strength::Strong},
      {"(G F p) -> (G F q)", 4, 2, Strength::Strong},
      {"G p and F !p", 1, 0, Strength::Terminal},
      {"(F p) or (G !p)", 4, 1, Strength::Weak},
  };
  for (const Shape& shape : shapes) {
    Buchi automaton = *build_buchi(pool, parse(pool, shape.formula), Traces::Infinite);
    EXPECT_LE(automaton.states.size(), shape.states) << shape.formula;
    EXPECT_LE(automaton.set_count, shape.sets) << shape.formula;
    EXPECT_EQ(classify(automaton).strength, shape.strength) << shape.formula;
  }
}

// A word accepted from a terminal or weak automaton is one with an infinite path through the components that accept.
TEST(Simplify, ClassesMeanWhatTheySay) {
  FormulaPool pool;
  Random random(pool, 61);
  int terminal = 0;
  int weak = 0;
  for (int round = 0; round < 1500; ++round) {
    Formula f = random.formula(round % 2 == 0 ? Flavour::Ltl : Flavour::Mixed, 2 + random.below(7));
    std::optional<Buchi> automaton = build_buchi(pool, f, Traces::Infinite);
    ASSERT_TRUE(automaton.has_value());
    Classification classification = classify(*automaton);
    if (classification.strength == Strength::Strong) continue;
    terminal += classification.strength == Strength::Terminal ? 1 : 0;
    weak += classification.strength == Strength::Weak ? 1 : 0;
    // Forget the marks: an edge is good iff it stays in a component that accepts. The language must be the same.
    Buchi by_class = *automaton;
    by_class.set_count = 1;
    for (State q = 0; q < by_class.states.size(); ++q) {
      ComponentKind kind = classification.kind_of(q);
      bool good = kind == ComponentKind::Universal ||
                  (kind == ComponentKind::Accepting && classification.strength == Strength::Weak);
      for (Buchi::Edge& edge : by_class.states[q].edges) {
        edge.marks = good && classification.components.of[edge.target] == classification.components.of[q] ? 1 : 0;
        EXPECT_GE(classification.components.of[q], classification.components.of[edge.target]);
      }
    }
    for (int sample = 0; sample < 4; ++sample) {
      Word word = random.infinite(5);
      ASSERT_EQ(accepts(pool, by_class, word), accepts(pool, *automaton, word)) << describe(word);
    }
  }
  EXPECT_GT(terminal, 200);
  EXPECT_GT(weak, 100);
}

// Random automata: simplification keeps the language and is idempotent.
TEST(Simplify, KeepsTheLanguageOfRandomAutomata) {
  FormulaPool pool;
  Random random(pool, 62);
  const Formula letters[] = {pool.atom("p"), pool.atom("q")};
  int accepted = 0;
  for (int round = 0; round < 3000; ++round) {
    Buchi automaton;
    automaton.states.resize(1 + random.below(6));
    automaton.set_count = static_cast<std::uint32_t>(random.below(4));
    for (Buchi::Node& node : automaton.states) {
      for (std::size_t e = random.below(4); e > 0; --e) {
        Buchi::Edge edge;
        for (Formula letter : letters) {
          if (random.below(2) == 0) edge.guard.push_back({letter, random.below(2) == 0});
        }
        edge.marks = random.below(8) & automaton.all_marks();
        edge.target = static_cast<State>(random.below(automaton.states.size()));
        node.edges.push_back(edge);
      }
    }
    Buchi simple = automaton;
    Meter meter{Limits{}};
    simplify(simple, meter);
    EXPECT_LE(simple.states.size(), automaton.states.size());
    Buchi again = simple;
    simplify(again, meter);
    EXPECT_EQ(again.states.size(), simple.states.size());
    EXPECT_EQ(is_empty(simple), is_empty(automaton));
    Buchi single = degeneralised(automaton);
    for (int sample = 0; sample < 6; ++sample) {
      Word word = random.infinite(4);
      bool expected = accepts(pool, automaton, word);
      accepted += expected ? 1 : 0;
      ASSERT_EQ(accepts(pool, simple, word), expected) << "round " << round << ": " << describe(word);
      ASSERT_EQ(accepts(pool, single, word), expected) << "round " << round << ": " << describe(word);
    }
  }
  EXPECT_GT(accepted, 1000);
}

}  // namespace
}  // namespace gnomon::automata::test
