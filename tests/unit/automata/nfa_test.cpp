#include "automata/nfa.h"

#include <gtest/gtest.h>

#include "logic/printer.h"
#include "words.h"

namespace gnomon::automata::test {
namespace {

using logic::Op;

// The automaton of the path expression in <rho>true.
Nfa nfa_of(FormulaPool& pool, const std::string& rho) {
  Formula f = parse(pool, "<" + rho + ">true");
  EXPECT_EQ(pool[f].op, Op::Diamond);
  std::optional<Nfa> nfa = build_nfa(pool, pool[f].left);
  EXPECT_TRUE(nfa.has_value());
  return *nfa;
}

TEST(Nfa, RelatesWhatTheExpressionRelates) {
  FormulaPool pool;
  Random random(pool, 1);
  const Flavour flavours[] = {Flavour::Ltl, Flavour::Ldl, Flavour::Mixed};
  for (int round = 0; round < 3000; ++round) {
    Formula rho = random.expression(flavours[round % 3], 1 + random.below(9));
    std::optional<Nfa> nfa = build_nfa(pool, rho);
    ASSERT_TRUE(nfa.has_value());
    for (int sample = 0; sample < 4; ++sample) {
      Word word = sample % 2 == 0 ? random.infinite(5) : random.finite(6);
      Evaluator evaluator(pool, word);
      ASSERT_EQ(matches(pool, *nfa, word), evaluator.matches(rho)) << logic::print(pool, rho) << "\n" << describe(word);
    }
  }
}

TEST(Nfa, StarOfTestsIsOneStateThatAccepts) {
  FormulaPool pool;
  for (const char* rho : {"(p?)*", "((p?)*)*", "((p?)* + (q?;r?)*)*", "true?"}) {
    Nfa nfa = nfa_of(pool, rho);
    ASSERT_EQ(nfa.states.size(), 1u) << rho;
    EXPECT_TRUE(nfa.states[0].edges.empty()) << rho;
    ASSERT_EQ(nfa.states[0].accepting.size(), 1u) << rho;
    EXPECT_TRUE(nfa.states[0].accepting[0].is_true()) << rho;
  }
}

TEST(Nfa, KeepsOnlyMinimalSetsOfTests) {
  FormulaPool pool;
  Nfa nfa = nfa_of(pool, "p? + (p?;q?)");
  ASSERT_EQ(nfa.states.size(), 1u);
  ASSERT_EQ(nfa.states[0].accepting.size(), 1u);
  EXPECT_EQ(nfa.states[0].accepting[0].guard, (Guard{{pool.atom("p"), true}}));
  nfa = nfa_of(pool, "(p?;q?) + (!p?;q?)");
  ASSERT_EQ(nfa.states[0].accepting.size(), 1u);
  EXPECT_EQ(nfa.states[0].accepting[0].guard, (Guard{{pool.atom("q"), true}}));
}

TEST(Nfa, EmptyLanguageIsOneStateWithoutAnything) {
  FormulaPool pool;
  for (const char* rho : {"false", "p;(q?;!q?);r", "true*;false?", "(p;false)"}) {
    Nfa nfa = nfa_of(pool, rho);
    EXPECT_TRUE(nfa.is_empty()) << rho;
    EXPECT_EQ(nfa.states.size(), 1u) << rho;
    EXPECT_EQ(nfa.edge_count(), 0u) << rho;
  }
  EXPECT_FALSE(nfa_of(pool, "false*").is_empty());
}

TEST(Nfa, TestsAtTheEndGuardAcceptance) {
  FormulaPool pool;
  Nfa nfa = nfa_of(pool, "p;q?");
  ASSERT_EQ(nfa.states.size(), 2u);
  const Nfa::Node& start = nfa.states[nfa.initial];
  EXPECT_TRUE(start.accepting.empty());
  ASSERT_EQ(start.edges.size(), 1u);
  EXPECT_EQ(start.edges[0].condition.guard, (Guard{{pool.atom("p"), true}}));
  const Nfa::Node& end = nfa.states[start.edges[0].target];
  ASSERT_EQ(end.accepting.size(), 1u);
  EXPECT_EQ(end.accepting[0].guard, (Guard{{pool.atom("q"), true}}));
  EXPECT_FALSE(nfa.has_path_tests());
  EXPECT_TRUE(nfa_of(pool, "(<true*>p)?;q").has_path_tests());
}

TEST(Nfa, ReductionFindsTheSmallAutomaton) {
  FormulaPool pool;
  EXPECT_EQ(nfa_of(pool, "(p + q + r)*").states.size(), 1u);
  EXPECT_EQ(nfa_of(pool, "(p;q) + (p;r)").states.size(), 3u);  // same past of the states after p
  EXPECT_EQ(nfa_of(pool, "(p;r) + (q;r)").states.size(), 3u);  // same future
  EXPECT_EQ(nfa_of(pool, "p;p*;p;p*").states.size(), 3u);
  EXPECT_EQ(nfa_of(pool, "(true;true)*").states.size(), 2u);
  Nfa both = nfa_of(pool, "(p + !p);q");
  EXPECT_EQ(both.states[both.initial].edges.size(), 1u);
  EXPECT_TRUE(both.states[both.initial].edges[0].condition.is_true());
}

TEST(Nfa, LongAndDeepExpressions) {
  FormulaPool pool;
  Formula step = pool.make(Op::Step, pool.atom("p"));
  Formula test = pool.make(Op::Test, pool.atom("q"));
  Formula chain = step;
  Formula stars = test;
  Formula alternatives = step;
  for (int i = 0; i < 3000; ++i) {
    chain = pool.make(Op::Seq, step, chain);
    stars = pool.make(Op::Star, pool.make(Op::Alt, stars, test));
    alternatives = pool.make(Op::Alt, alternatives, step);
  }
  EXPECT_EQ(build_nfa(pool, chain)->states.size(), 3002u);
  EXPECT_EQ(build_nfa(pool, stars)->states.size(), 1u);
  EXPECT_EQ(build_nfa(pool, alternatives)->states.size(), 2u);
}

TEST(Nfa, GivesUpAtTheLimit) {
  FormulaPool pool;
  Formula rho = pool.make(Op::Step, pool.atom("p"));
  for (int i = 0; i < 60; ++i) rho = pool.make(Op::Seq, rho, rho);  // 2^60 steps
  EXPECT_FALSE(build_nfa(pool, rho).has_value());
}

}  // namespace
}  // namespace gnomon::automata::test
