// The quotient of an alternating automaton accepts the words that the automaton accepts, and is smaller where states are
// alike.
#include "automata/quotient.h"

#include <gtest/gtest.h>

#include "logic/printer.h"
#include "words.h"

namespace gnomon::automata::test {
namespace {

void compare_with_original(Traces traces, unsigned seed, int rounds) {
  FormulaPool pool;
  Random random(pool, seed);
  const Flavour flavours[] = {Flavour::Ltl, Flavour::Ldl, Flavour::Mixed};
  std::size_t smaller = 0;
  for (int round = 0; round < rounds; ++round) {
    const Formula f = random.formula(flavours[round % 3], 4 + random.below(12));
    const auto original = build_alternating(pool, f, traces, {}, nullptr, Alike::Kept);
    const auto reduced = build_alternating(pool, f, traces);
    if (!original || !reduced) continue;
    ASSERT_LE(reduced->states.size(), original->states.size());
    smaller += reduced->states.size() < original->states.size() ? 1 : 0;
    for (int sample = 0; sample < 6; ++sample) {
      const Word word = traces == Traces::Infinite ? random.infinite(5) : random.finite(5);
      ASSERT_EQ(accepts(pool, *reduced, word), accepts(pool, *original, word)) << logic::print(pool, f) << "\n"
                                                                               << describe(word);
    }
  }
  EXPECT_GE(smaller, static_cast<std::size_t>(rounds) / 50);
}

TEST(Quotient, AcceptsTheSameInfiniteWords) {
  compare_with_original(Traces::Infinite, 61, 3000);
}
TEST(Quotient, AcceptsTheSameFiniteWords) {
  compare_with_original(Traces::Finite, 62, 3000);
}

TEST(Quotient, MergesCopies) {
  FormulaPool pool;
  auto states = [&](const char* text, Alike alike) {
    return build_alternating(pool, parse(pool, text), Traces::Infinite, {}, nullptr, alike)->states.size();
  };
  // The second operand is q R p, unfolded once.
  const char* copies = "(X (q R p)) and X ((q and p) or (p and X (q R p)))";
  EXPECT_LT(states(copies, Alike::Merged), states(copies, Alike::Kept));
  EXPECT_EQ(states(copies, Alike::Merged), states("X (q R p)", Alike::Kept));
  EXPECT_EQ(states("F (p and X q)", Alike::Merged), states("F (p and X q)", Alike::Kept));
}

}  // namespace
}  // namespace gnomon::automata::test
