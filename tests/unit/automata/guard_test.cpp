#include "automata/guard.h"

#include <gtest/gtest.h>

#include "automata/clause.h"
#include "words.h"

namespace gnomon::automata::test {
namespace {

using logic::Op;

class GuardTest : public ::testing::Test {
 protected:
  FormulaPool pool;
  Formula p = pool.atom("p");
  Formula q = pool.atom("q");
  Formula r = pool.atom("r");
};

TEST_F(GuardTest, ConjunctionIsSortedUnionOrNothing) {
  Guard a{{p, true}, {r, false}};
  Guard b{{q, true}, {r, false}};
  EXPECT_EQ(conjoin(a, b), (Guard{{p, true}, {q, true}, {r, false}}));
  EXPECT_EQ(conjoin(a, {}), a);
  EXPECT_FALSE(conjoin(a, {{r, true}}).has_value());
  EXPECT_FALSE(conjoin({{p, false}}, a).has_value());
}

TEST_F(GuardTest, ImplicationIsInclusion) {
  Guard a{{p, true}, {r, false}};
  EXPECT_TRUE(implies(a, {}));
  EXPECT_TRUE(implies(a, {{r, false}}));
  EXPECT_FALSE(implies(a, {{r, true}}));
  EXPECT_FALSE(implies({{r, false}}, a));
}

TEST_F(GuardTest, StateFormulasBecomeLiterals) {
  Formula both = pool.make(Op::And, p, pool.make(Op::Not, q));
  Formula either = pool.make(Op::Or, p, q);
  Formula implication = pool.make(Op::Implies, p, q);
  EXPECT_EQ(guard_of(pool, both), (Guard{{p, true}, {q, false}}));
  EXPECT_EQ(guard_of(pool, both, false), (Guard{{both, false}}));
  EXPECT_EQ(guard_of(pool, either), (Guard{{either, true}}));
  EXPECT_EQ(guard_of(pool, either, false), (Guard{{p, false}, {q, false}}));
  EXPECT_EQ(guard_of(pool, implication, false), (Guard{{p, true}, {q, false}}));
  EXPECT_EQ(guard_of(pool, pool.make(Op::Not, pool.make(Op::Not, p))), (Guard{{p, true}}));
  EXPECT_EQ(guard_of(pool, pool.truth(true)), Guard{});
  EXPECT_FALSE(guard_of(pool, pool.truth(false)).has_value());
  EXPECT_FALSE(guard_of(pool, pool.make(Op::And, p, pool.make(Op::Not, p))).has_value());
}

TEST_F(GuardTest, LargeConjunctionsStayFewLiterals) {
  Formula all = p;
  for (int i = 0; i < 10'000; ++i) all = pool.make(Op::And, pool.atom("x" + std::to_string(i)), all);
  EXPECT_LE(guard_of(pool, all)->size(), 8u);
}

TEST_F(GuardTest, ClausesAskForNoMoreThanTheyMust) {
  Meter meter{Limits{}};
  using C = Clause<std::uint32_t>;
  Dnf<std::uint32_t> dnf{C{{{p, true}}, {1}}, C{{{p, false}}, {1}}};
  drop_literals(dnf, meter);
  EXPECT_EQ(dnf, (Dnf<std::uint32_t>{C{{}, {1}}}));
  // p or (!p and next 1): the second clause may forget !p.
  dnf = {C{{{p, true}}, {}}, C{{{p, false}}, {1}}};
  drop_literals(dnf, meter);
  EXPECT_EQ(dnf, (Dnf<std::uint32_t>{C{{}, {1}}, C{{{p, true}}, {}}}));
  // (p and next 1) or (!p and next 2): nothing to forget.
  dnf = {C{{{p, false}}, {2}}, C{{{p, true}}, {1}}};
  Dnf<std::uint32_t> before = dnf;
  drop_literals(dnf, meter);
  EXPECT_EQ(dnf, before);
}

// The truth table of a DNF over p, q, r and two items does not change.
TEST_F(GuardTest, DroppingLiteralsKeepsTheFunction) {
  Random random(pool, 41);
  const Formula letters[] = {p, q, r};
  for (int round = 0; round < 2000; ++round) {
    Dnf<std::uint32_t> dnf;
    for (std::size_t i = 0; i < 1 + random.below(5); ++i) {
      Clause<std::uint32_t> clause;
      for (Formula letter : letters) {
        if (random.below(2) == 0) clause.guard.push_back({letter, random.below(2) == 0});
      }
      for (std::uint32_t item : {0u, 1u}) {
        if (random.below(3) == 0) clause.items.push_back(item);
      }
      add_minimal(dnf, clause);
    }
    Dnf<std::uint32_t> after = dnf;
    Meter meter{Limits{}};
    drop_literals(after, meter);
    for (unsigned code = 0; code < 32; ++code) {
      auto value = [&](const Dnf<std::uint32_t>& d) {
        return std::any_of(d.begin(), d.end(), [&](const Clause<std::uint32_t>& c) {
          return holds(c.guard,
                       [&](Formula f) {
                         return ((code >> (f == p ? 0 : f == q ? 1 : 2)) & 1) != 0;
                       }) &&
                 std::all_of(c.items.begin(), c.items.end(),
                             [&](std::uint32_t i) { return ((code >> (3 + i)) & 1) != 0; });
        });
      };
      ASSERT_EQ(value(dnf), value(after)) << "round " << round;
    }
  }
}

}  // namespace
}  // namespace gnomon::automata::test
