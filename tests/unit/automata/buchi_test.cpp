#include "automata/buchi.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "automata/simplify.h"
#include "logic/printer.h"
#include "words.h"

namespace gnomon::automata::test {
namespace {

using logic::Op;

const Flavour kFlavours[] = {Flavour::Ltl, Flavour::Ldl, Flavour::Mixed};

Limits small_limits() {
  Limits limits;
  limits.states = 600;
  limits.edges = 6000;
  limits.terms = 300;
  limits.work = 2'000'000;
  return limits;
}

// Every variant of the construction accepts a word iff the formula holds on it.
TEST(Buchi, AllVariantsAgreeWithTheDefinition) {
  FormulaPool pool;
  Random random(pool, 21);
  const BuchiOptions variants[] = {{63, true}, {63, false}, {0, true}, {0, false}, {1, true}};
  int built = 0;
  int holding = 0;
  for (int round = 0; round < 3000; ++round) {
    Formula f = random.formula(kFlavours[round % 3], 2 + random.below(10));
    std::vector<Word> words;
    for (int sample = 0; sample < 5; ++sample) words.push_back(random.infinite(5));
    for (const BuchiOptions& variant : variants) {
      std::optional<Buchi> automaton = build_buchi(pool, f, Traces::Infinite, variant, small_limits());
      if (!automaton) continue;
      ++built;
      Buchi single = degeneralised(*automaton);
      EXPECT_LE(single.set_count, 1u);
      for (const Word& word : words) {
        Evaluator evaluator(pool, word);
        bool expected = evaluator.holds(f, 0);
        holding += expected ? 1 : 0;
        ASSERT_EQ(accepts(pool, *automaton, word), expected)
            << logic::print(pool, f) << "\n"
            << describe(word) << "\nvery weak sets " << variant.max_very_weak_sets
            << (variant.simplified ? " simplified" : "");
        ASSERT_EQ(accepts(pool, single, word), expected) << logic::print(pool, f) << "\n" << describe(word);
      }
    }
  }
  EXPECT_GT(built, 14500);  // almost all stay below the limits
  EXPECT_GT(holding, built);
}

// Documented traps: non-minimal critical sets, stars of tests, eventualities in tests, unmatchable expressions.
TEST(Buchi, Pitfalls) {
  FormulaPool pool;
  struct Case {
    const char* formula;
    Word word;
    bool holds;
  };
  const Word p{{1}, 0};
  const Word q{{2}, 0};
  const Word none{{0}, 0};
  const Word late{{2, 4, 0, 1}, 2};  // q, r, then again and again p
  const Case cases[] = {
      {"[p? + (p?;q?)]r", p, false},
      {"[p? + (p?;q?)]r", q, true},
      {"[(q?)*]r", p, false},
      {"[(q?)*]r", none, false},
      {"<(p?)*>q", q, true},
      {"<(p?)*>q", p, false},
      {"[((p?)*)*]q", q, true},
      {"[((p?)*)*]q", none, false},
      {"<(<true*>p)?;q>r", late, true},
      {"<(<true*>p)?;q>r", Word{{2, 4, 0}, 2}, false},
      {"[(<true*>p)?;q]r", Word{{2, 0, 0}, 2}, true},
      {"[(<true*>p)?;q]r", Word{{2, 0, 1}, 2}, false},
      {"[p?;!p?]false", p, true},
      {"[false]false", p, true},
      {"<false>true", p, false},
      {"[true*](<true*>p)", late, true},
      {"<true*>([true*]p)", late, false},
      {"!<((G p)?;true)*>q", p, true},
      {"[(true;true)*]p", Word{{1, 0}, 0}, true},
      {"[(true;true)*]p", Word{{1, 0, 0}, 0}, false},
      {"<(p;q)*>r", Word{{1, 2, 4}, 2}, true},
      {"<(p;q)*>r", Word{{1, 2}, 0}, false},  // each step of the loop satisfies it a little, none does at last
  };
  for (const Case& c : cases) {
    Formula f = parse(pool, c.formula);
    Evaluator evaluator(pool, c.word);
    EXPECT_EQ(evaluator.holds(f, 0), c.holds) << c.formula << " by definition on " << describe(c.word);
    EXPECT_EQ(accepts(pool, *build_buchi(pool, f, Traces::Infinite), c.word), c.holds)
        << c.formula << " on " << describe(c.word);
  }
}

// All lassos over p, q with at most `size` positions.
std::vector<Word> short_words(std::size_t size) {
  std::vector<Word> words;
  for (std::size_t n = 1; n <= size; ++n) {
    for (std::uint32_t code = 0; code < (1u << (2 * n)); ++code) {
      Word word;
      for (std::size_t i = 0; i < n; ++i) word.letters.push_back((code >> (2 * i)) & 3);
      for (std::size_t loop = 0; loop < n; ++loop) {
        word.loop = loop;
        words.push_back(word);
      }
    }
  }
  return words;
}

// Letters that are Boolean combinations of others would hide contradictions.
bool has_independent_letters(const FormulaPool& pool, Formula f) {
  std::vector<Formula> below = pool.subformulas(f);
  return std::none_of(below.begin(), below.end(), [&](Formula g) {
    Op op = pool[g].op;
    return !pool[g].is_path && (op == Op::And || op == Op::Or || op == Op::Implies || op == Op::Iff);
  });
}

// An automaton over atoms is empty iff the formula has no model; small formulas have small models.
TEST(Buchi, EmptinessIsUnsatisfiability) {
  FormulaPool pool;
  Random random(pool, 22);
  random.use_literals_of_p_and_q();
  std::vector<Word> words = short_words(4);
  int empty = 0;
  for (int round = 0; round < 3000; ++round) {
    Formula a = random.formula(kFlavours[round % 3], 2 + random.below(4));
    Formula b = random.formula(kFlavours[round % 3], 2 + random.below(4));
    Formula f = pool.make(Op::And, a, round % 2 == 0 ? b : pool.make(Op::G, b));
    if (!has_independent_letters(pool, f)) continue;
    std::optional<Buchi> automaton = build_buchi(pool, f, Traces::Infinite);
    ASSERT_TRUE(automaton.has_value());
    bool satisfiable = std::any_of(words.begin(), words.end(), [&](const Word& word) {
      Evaluator evaluator(pool, word);
      return evaluator.holds(f, 0);
    });
    EXPECT_EQ(is_empty(*automaton), !satisfiable) << logic::print(pool, f);
    if (!satisfiable) {
      ++empty;
      EXPECT_EQ(automaton->edge_count(), 0u) << "a simplified empty automaton has no edges";
    }
  }
  EXPECT_GT(empty, 50);
}

TEST(Buchi, TestsThatLookBeyondTheEndOfTheTrace) {
  FormulaPool pool;
  Random random(pool, 23);
  int holding = 0;
  for (int round = 0; round < 1200; ++round) {
    Formula f = random.formula(kFlavours[round % 3], 2 + random.below(7));
    std::optional<Buchi> automaton = build_buchi(pool, f, Traces::FiniteWithInfiniteTests, {}, small_limits());
    if (!automaton) continue;
    for (int sample = 0; sample < 3; ++sample) {
      Word word = random.infinite(4);
      bool expected = holds_on_some_trace(pool, f, word, 24);
      holding += expected ? 1 : 0;
      ASSERT_EQ(accepts(pool, *automaton, word), expected) << logic::print(pool, f) << "\n" << describe(word);
    }
  }
  EXPECT_GT(holding, 1000);
  EXPECT_LT(holding, 3500);
  // p comes after the last position: the test sees it, the formula does not.
  Word word{{2, 0, 1}, 2};
  Formula sees = parse(pool, "<(F p)?>([true]false and q)", true);
  Formula blind = parse(pool, "[true]false and F p and q", true);
  EXPECT_TRUE(accepts(pool, *build_buchi(pool, sees, Traces::FiniteWithInfiniteTests), word));
  EXPECT_FALSE(accepts(pool, *build_buchi(pool, blind, Traces::FiniteWithInfiniteTests), word));
}

// X(e and X(e and ... X r)), its negation, and the box with the same steps.
TEST(Buchi, ChainsStayLinear) {
  FormulaPool pool;
  constexpr std::uint32_t kDepth = 200;
  Formula e = pool.atom("p");
  Formula r = pool.atom("r");
  Formula ltl = r;
  Formula weak = r;
  Formula rho = pool.make(Op::Step, e);
  for (std::uint32_t i = 0; i < kDepth; ++i) {
    ltl = pool.make(Op::X, i + 1 < kDepth ? pool.make(Op::And, e, ltl) : ltl);
    weak = pool.make(Op::X, i + 1 < kDepth ? pool.make(Op::Implies, e, weak) : weak);
    if (i + 2 < kDepth) rho = pool.make(Op::Seq, pool.make(Op::Step, e), rho);
  }
  rho = pool.make(Op::Seq, pool.make(Op::Step, pool.truth(true)), rho);
  Formula box = pool.make(Op::Box, rho, r);
  Formula diamond = pool.make(Op::Diamond, rho, r);
  for (Formula f : {ltl, weak, box, diamond, pool.make(Op::Not, ltl), pool.make(Op::Not, box)}) {
    std::optional<Buchi> automaton = build_buchi(pool, f, Traces::Infinite);
    ASSERT_TRUE(automaton.has_value());
    EXPECT_EQ(automaton->states.size(), kDepth + 2);
    EXPECT_LE(automaton->edge_count(), 2 * kDepth + 2);
    EXPECT_EQ(classify(*automaton).strength, Strength::Terminal);
    std::optional<Nfa> finite = build_finite(pool, f);
    ASSERT_TRUE(finite.has_value());
    EXPECT_LE(finite->states.size(), kDepth + 2);
  }
}

TEST(Buchi, DeepFormulasNeedNoStack) {
  FormulaPool pool;
  Formula next = pool.make(Op::F, pool.atom("p"));
  Formula until = pool.atom("p");
  Formula negations = pool.make(Op::F, pool.atom("p"));
  Formula nested_tests = pool.make(Op::F, pool.atom("p"));
  for (int i = 0; i < 10'000; ++i) {
    next = pool.make(Op::X, next);
    until = pool.make(Op::U, until, pool.atom("q"));
    negations = pool.make(Op::Not, negations);
    if (i < 1000) {
      nested_tests = pool.make(Op::Diamond, pool.make(Op::Test, nested_tests), pool.atom("q"));
    }
  }
  EXPECT_EQ(build_buchi(pool, next, Traces::Infinite)->states.size(), 10'002u);
  EXPECT_EQ(build_buchi(pool, negations, Traces::Infinite)->states.size(), 2u);
  EXPECT_EQ(build_buchi(pool, nested_tests, Traces::Infinite)->states.size(), 3u);
  build_buchi(pool, until, Traces::Infinite);  // may be too large; must return
  EXPECT_EQ(build_finite(pool, next)->states.size(), 10'002u);
}

// What is linear in the formula is built whatever its size, within the default limits.
TEST(Buchi, ChainsAreLinear) {
  FormulaPool pool;
  constexpr std::size_t kLength = 100'000;
  Formula p = pool.atom("p");
  Formula chain = p;
  Formula rho = pool.make(Op::Step, p);
  Formula fan = pool.make(Op::X, p);
  Formula eventually = pool.make(Op::F, p);
  for (std::size_t i = 0; i < kLength; ++i) {
    chain = pool.make(Op::X, chain);
    rho = pool.make(Op::Seq, rho, pool.make(Op::Step, i % 2 == 0 ? p : pool.truth(true)));
    fan = pool.make(Op::And, fan, pool.make(Op::X, pool.atom("p" + std::to_string(i))));
    if (i < kLength / 10) eventually = pool.make(Op::F, pool.make(Op::And, p, pool.make(Op::X, eventually)));
  }
  EXPECT_EQ(build_buchi(pool, chain, Traces::Infinite)->states.size(), kLength + 2);
  EXPECT_EQ(build_finite(pool, chain)->states.size(), kLength + 2);
  EXPECT_EQ(build_nfa(pool, rho)->states.size(), kLength + 2);
  EXPECT_EQ(build_buchi(pool, fan, Traces::Infinite)->states.size(), 3u);
  EXPECT_EQ(build_finite(pool, fan)->states.size(), 3u);
  EXPECT_TRUE(build_buchi(pool, eventually, Traces::Infinite).has_value());
}

// Fairness assumptions: one state, and an edge for each condition, because no two need be attended to at once.
TEST(Buchi, ConjunctionsOfGFStayLinear) {
  FormulaPool pool;
  constexpr std::uint32_t kCount = 30;
  Formula all = pool.truth(true);
  for (std::uint32_t i = 0; i < kCount; ++i) {
    all = pool.make(Op::And, all, pool.make(Op::G, pool.make(Op::F, pool.atom("p" + std::to_string(i)))));
  }
  std::optional<Buchi> automaton = build_buchi(pool, all, Traces::Infinite);
  ASSERT_TRUE(automaton.has_value());
  EXPECT_EQ(automaton->states.size(), 1u);
  EXPECT_EQ(automaton->edge_count(), kCount + 1);
  EXPECT_EQ(automaton->set_count, kCount);
  EXPECT_EQ(build_finite(pool, all)->states.size(), 1u);
}

TEST(Buchi, GivesUpAtTheLimit) {
  FormulaPool pool;
  Formula all = pool.truth(true);
  Formula alternating = pool.truth(false);
  for (int i = 0; i < 40; ++i) {
    Formula p = pool.atom("p" + std::to_string(i));
    Formula q = pool.atom("q" + std::to_string(i));
    all = pool.make(Op::And, all, pool.make(Op::F, p));
    alternating = pool.make(Op::Or, alternating, pool.make(Op::And, pool.make(Op::X, p), pool.make(Op::F, q)));
  }
  std::string reason;
  EXPECT_FALSE(build_buchi(pool, all, Traces::Infinite, {}, {}, &reason).has_value());
  EXPECT_EQ(reason, "the automaton of a path formula has more than 2048 ways to go on from one state");
  Limits few_states;
  few_states.states = 10;
  few_states.per_operator = 0;
  EXPECT_FALSE(build_buchi(pool, alternating, Traces::Infinite, {}, few_states, &reason).has_value());
  EXPECT_EQ(reason, "the automaton of a path formula has more than 10 states");
  Limits little_work;
  little_work.work = 100'000;
  EXPECT_FALSE(build_finite(pool, all, little_work, &reason).has_value());
  EXPECT_EQ(reason, "the automaton of a path formula takes more than 100000 steps to construct");
  EXPECT_FALSE(build_finite(pool, all).has_value());
  EXPECT_TRUE(build_buchi(pool, alternating, Traces::Infinite).has_value());
  Formula negated = pool.make(Op::Not, alternating);
  EXPECT_FALSE(build_buchi(pool, negated, Traces::Infinite, {}, {}, &reason).has_value());
  EXPECT_EQ(reason, "the automaton of a path formula has more than 2048 ways to go on from one state");
  Limits few_edges;
  few_edges.edges = 20;
  few_edges.per_operator = 0;
  EXPECT_FALSE(build_alternating(pool, negated, Traces::Infinite, few_edges, &reason).has_value());
  EXPECT_EQ(reason, "the automaton of a path formula has more than 20 edges");
}

TEST(Buchi, StopsWhenTimeIsUp) {
  FormulaPool pool;
  Budget budget;
  budget.deadline = Budget::Clock::now();
  Limits limits;
  limits.budget = &budget;
  Formula all = pool.truth(true);
  for (int i = 0; i < 11; ++i) all = pool.make(Op::And, all, pool.make(Op::F, pool.atom("p" + std::to_string(i))));
  EXPECT_THROW(build_buchi(pool, all, Traces::Infinite, {}, limits), LimitReached);
}

}  // namespace
}  // namespace gnomon::automata::test
