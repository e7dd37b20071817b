// Bounds written out mean what they mean: on random models, on infinite paths and both readings of finite traces.
#include "logic/unfold.h"

#include <gtest/gtest.h>

#include "logic/nnf.h"
#include "parse_helper.h"
#include "reference_semantics.h"

namespace gnomon::logic::testing {
namespace {

constexpr std::uint32_t kFormulas = 1500;

void compare(Mode mode, Traces traces) {
  std::size_t bounded = 0;
  for (std::uint32_t seed = 0; seed < kFormulas; ++seed) {
    FormulaPool pool;
    const Formula path = RandomFormula(pool, mode, seed).path_formula(6);
    if (!pool[path].is_path) continue;
    // Tests hidden in U, W and R are shown by the normal form.
    const Formula f = negation_normal_form(pool, path, traces);
    if (!has_path_bounds(pool, f)) continue;
    ++bounded;
    const Op exists = traces == Traces::Infinite ? Op::PathE : Op::PathEf;
    const Formula without = unfolded_below(pool, exists, f, traces);
    const bool quantified = pool[without].op == exists;
    EXPECT_FALSE(quantified && has_path_bounds(pool, pool[without].left));
    for (std::uint32_t number = 0; number < 4; ++number) {
      const Model model = random_model(4 * seed + number);
      Reference reference(pool, model, traces);
      ASSERT_EQ(reference.states(pool.make(exists, f)), reference.states(without)) << "seed " << seed;
    }
  }
  EXPECT_GE(bounded, kFormulas / 5);
}

TEST(Unfold, MeansTheSameOnInfinitePaths) {
  compare(Mode::CdlStar, Traces::Infinite);
}

TEST(Unfold, MeansTheSameOnFiniteTraces) {
  compare(Mode::CdlStarFinite, Traces::Finite);
}

TEST(Unfold, MeansTheSameWithTestsThatLookBeyond) {
  compare(Mode::CdlStarFinite, Traces::FiniteWithInfiniteTests);
}

TEST(Unfold, IsLimited) {
  FormulaPool pool;
  for (const char* text : {"LTL F<=1000000 p", "LTL p U[1000000,] q", "LDL <p{1000000}>q", "LDL <(p;q)*><=1000000 r",
                           "LDL [(p;q)*]>=4611686018427387904 r"}) {
    const Formula f = pool[parse_formula(pool, text)].left;
    EXPECT_THROW(unfolded(pool, f, Traces::Infinite), LimitReached) << text;
  }
}

}  // namespace
}  // namespace gnomon::logic::testing
