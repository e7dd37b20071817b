#include "logic/formula.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace gnomon::logic {
namespace {

TEST(FormulaPool, EqualFormulasHaveEqualNumbers) {
  FormulaPool pool;
  Formula f = pool.make(Op::And, pool.atom("p"), pool.atom("q"));
  EXPECT_EQ(f, pool.make(Op::And, pool.atom("p"), pool.atom("q")));
  EXPECT_NE(f, pool.make(Op::And, pool.atom("q"), pool.atom("p")));
  EXPECT_NE(pool.make(Op::Knows, pool.intern("i"), f), pool.make(Op::Knows, pool.intern("j"), f));
  EXPECT_NE(pool.make(Op::Delta, f, {}, pool.intern("i"), pool.intern("o")),
            pool.make(Op::Delta, f, {}, pool.intern("i"), pool.intern("o2")));
}

TEST(FormulaPool, KnowsWhatDependsOnAPath) {
  FormulaPool pool;
  Formula p = pool.atom("p");
  Formula next = pool.make(Op::X, p);
  Symbol i = pool.intern("i");
  EXPECT_FALSE(pool[p].is_path);
  EXPECT_TRUE(pool[next].is_path);
  EXPECT_TRUE(pool[pool.make(Op::Not, next)].is_path);
  EXPECT_TRUE(pool[pool.make(Op::Or, p, next)].is_path);
  EXPECT_TRUE(pool[pool.make(Op::Delta, next, {}, i, i)].is_path);
  EXPECT_FALSE(pool[pool.make(Op::PathE, next)].is_path);
  EXPECT_FALSE(pool[pool.make(Op::Knows, i, next)].is_path);
  Formula test = pool.make(Op::Test, next);
  EXPECT_TRUE(pool[pool.make(Op::Star, test)].is_path);
  EXPECT_FALSE(pool[pool.make(Op::Star, pool.make(Op::Step, p))].is_path);
  EXPECT_TRUE(pool[pool.make(Op::Diamond, pool.make(Op::Step, p), p)].is_path);
}

TEST(FormulaPool, SubformulasComeBeforeTheirUsers) {
  FormulaPool pool;
  Formula p = pool.atom("p");
  Formula unused = pool.atom("unused");
  Formula f = pool.make(Op::U, pool.make(Op::X, p), pool.make(Op::And, p, pool.atom("q")));
  std::vector<Formula> found = pool.subformulas(f);
  EXPECT_EQ(found.size(), 5u);
  EXPECT_EQ(found.back(), f);
  for (Formula g : found) {
    EXPECT_NE(g, unused);
    const Node& node = pool[g];
    EXPECT_TRUE(node.left.is_none() || node.left < g);
    EXPECT_TRUE(node.right.is_none() || node.right < g);
  }
}

TEST(FormulaPool, PathPartEndsAtStateFormulas) {
  FormulaPool pool;
  Formula p = pool.atom("p");
  Formula letter = pool.make(Op::Not, pool.make(Op::And, p, pool.atom("q")));
  Formula quantified = pool.make(Op::PathE, pool.make(Op::G, p));
  Formula test = pool.make(Op::Test, pool.make(Op::X, quantified));
  Formula step = pool.make(Op::Step, letter);
  Formula rho = pool.make(Op::Seq, test, step);
  Formula f = pool.make(Op::Diamond, rho, letter);
  std::vector<Formula> expected{letter, quantified, pool[test].left, test, step, rho, f};
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(pool.path_part(f), expected);
  EXPECT_EQ(pool.path_part(letter), std::vector<Formula>{letter});
}

TEST(Formula, KindsOfNodes) {
  FormulaPool pool;
  Formula p = pool.atom("p");
  Formula next = pool.make(Op::X, p);
  EXPECT_TRUE(is_state_formula(pool[p]));
  EXPECT_TRUE(is_state_formula(pool[pool.make(Op::PathAf, next)]));
  EXPECT_FALSE(is_state_formula(pool[next]));
  EXPECT_FALSE(is_state_formula(pool[pool.make(Op::Step, p)]));
  for (Op op : {Op::PathA, Op::PathE, Op::PathAf, Op::PathEf}) EXPECT_TRUE(is_path_quantifier(op));
  for (Op op : {Op::AX, Op::EU, Op::G, Op::Knows, Op::Step}) EXPECT_FALSE(is_path_quantifier(op));
}

TEST(FormulaPool, JoinedTakesPathFormulasApart) {
  FormulaPool pool;
  Formula p = pool.atom("p");
  Formula q = pool.atom("q");
  Formula f = pool.make(Op::F, p);
  Formula g = pool.make(Op::G, q);
  Formula state = pool.make(Op::Or, p, q);
  Formula either = pool.make(Op::Or, pool.make(Op::Or, f, state), pool.make(Op::Or, p, g));
  EXPECT_EQ(pool.joined(Op::Or, either), (std::vector<Formula>{f, state, p, g}));
  EXPECT_EQ(pool.joined(Op::And, either), std::vector<Formula>{either});
}

TEST(FormulaPool, SymbolsSurviveAMove) {
  FormulaPool pool;
  Symbol p = pool.intern("p");
  Formula f = pool.make(Op::Atom, p);
  FormulaPool moved = std::move(pool);
  EXPECT_EQ(moved.intern("p"), p);
  EXPECT_EQ(moved.find_symbol("p"), p);
  EXPECT_TRUE(moved.find_symbol("q").is_none());
  EXPECT_EQ(moved.atom("p"), f);
  EXPECT_EQ(moved.text(p), "p");
}

}  // namespace
}  // namespace gnomon::logic
