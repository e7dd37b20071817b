// Letters of path formulas, and path formulas over their sets.
#include "check/letters.h"

#include <gtest/gtest.h>

#include "small_models.h"

namespace gnomon::check {
namespace {

using logic::Op;
using test::Checked;
using test::ring_model;

logic::Formula over_letters(Checked& run, const std::string& text) {
  return over_known_letters(run.labelling(text), run.path(text));
}

TEST(Letters, MaximalStateFormulas) {
  Checked run(ring_model());
  const logic::FormulaPool& pool = run.subject().model().pool;
  const logic::Formula f = run.path("CTL* E((x0 and x1) U (true R E(F x2)))");
  std::vector<logic::Formula> expected{run.subject().formula("x0 and x1"), run.subject().formula("CTL* E(F x2)")};
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(letters_of(pool, f), expected);
}

TEST(Letters, ConstantLettersDisappear) {
  Checked run(ring_model());
  const logic::FormulaPool& pool = run.subject().model().pool;
  EXPECT_EQ(over_letters(run, "CTL* E(F (x0 or x1 or x2))"), over_letters(run, "CTL* E(F true)"));
  EXPECT_EQ(over_letters(run, "CTL* E(G (x0 and x1))"), over_letters(run, "CTL* E(G false)"));
  EXPECT_EQ(pool[pool[over_letters(run, "CTL* E(X (x0 or !x0))")].left].op, Op::True);
}

TEST(Letters, EqualSetsAreOneLetterAndComplementsItsNegation) {
  Checked run(ring_model());
  const logic::FormulaPool& pool = run.subject().model().pool;
  // AX x1 holds in 0 only, so does x0; x1 or x2 is its complement.
  const logic::Node same = pool[over_letters(run, "CTL* E(x0 U (X (AX x1)))")];
  EXPECT_EQ(pool[same.right].left, same.left);
  const logic::Node opposite = pool[over_letters(run, "CTL* E(x0 U (X (x1 or x2)))")];
  const logic::Node negation = pool[pool[opposite.right].left];
  EXPECT_EQ(negation.op, Op::Not);
  EXPECT_EQ(negation.left, opposite.left);
  const logic::Node different = pool[over_letters(run, "CTL* E(x0 U (X x1))")];
  EXPECT_NE(pool[different.right].left, different.left);
  EXPECT_EQ(pool[pool[different.right].left].op, Op::Atom);
}

TEST(Letters, LargeLettersBecomeAtoms) {
  Checked run(ring_model());
  logic::FormulaPool& pool = run.subject().model().pool;
  std::string large = "x0";
  for (int i = 0; i < 40; ++i) large = "EX (x1 or " + large + ")";
  const logic::Formula f = over_letters(run, "CTL* E((X x0) and F " + large + ")");
  for (logic::Formula letter : letters_of(pool, f)) EXPECT_EQ(pool[letter].op, Op::Atom);
  const logic::Formula small = run.subject().formula("EX x1");
  EXPECT_EQ(standing_for(pool, small), small);
  EXPECT_NE(atom_for(pool, small), atom_for(pool, run.subject().formula("EX x2")));
}

TEST(Letters, Replacement) {
  Checked run(ring_model());
  logic::FormulaPool& pool = run.subject().model().pool;
  const logic::Formula x2 = run.subject().formula("x2");
  const logic::Formula f =
      with_letters(pool, run.path("CDL* E(<x0;(F x1)?>X (x0 and x1))"), [&](logic::Formula) { return x2; });
  EXPECT_EQ(f, run.path("CDL* E(<x2;(F x2)?>X x2)"));
}

}  // namespace
}  // namespace gnomon::check
