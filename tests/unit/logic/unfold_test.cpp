// Bounds written out mean what they mean: on random models, on infinite paths and both readings of finite traces.
#include "logic/unfold.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

#include "logic/nnf.h"
#include "parse_helper.h"
#include "reference_semantics.h"
#include "support/seeds.h"

namespace gnomon::logic::testing {
namespace {

constexpr std::uint64_t kFormulas = 1500;

// Whether counters can carry all bounds that are left.
bool only_counted(const FormulaPool& pool, Formula path_formula) {
  const std::vector<Formula> all = pool.path_part(path_formula);
  return std::all_of(all.begin(), all.end(), [&](Formula f) {
    const Node& node = pool[f];
    if (is_state_formula(node) || node.bound.is_none()) return true;
    const Op op = without_bound(node.op);
    const bool counted = op == Op::F || op == Op::G || op == Op::U || op == Op::R || op == Op::Diamond || op == Op::Box;
    return counted && has_bound(node.op) && pool.interval(node).first == 0 && pool.interval(node).last > 0;
  });
}

void compare(Mode mode, Traces traces) {
  std::size_t bounded = 0;
  const std::uint64_t formulas = test::seeds(kFormulas);
  for (std::uint32_t seed = 0; seed < formulas; ++seed) {
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
    const Formula counted = unfolded_for_counters(pool, f, traces);
    EXPECT_TRUE(only_counted(pool, counted)) << "seed " << seed;
    for (std::uint32_t number = 0; number < 4; ++number) {
      const Model model = random_model(4 * seed + number);
      Reference reference(pool, model, traces);
      ASSERT_EQ(reference.states(pool.make(exists, f)), reference.states(without)) << "seed " << seed;
      if (number == 0 && pool[counted].is_path) {
        ASSERT_EQ(reference.states(pool.make(exists, f)), reference.states(pool.make(exists, counted)))
            << "seed " << seed << ", for counters";
      }
    }
  }
  EXPECT_GE(bounded, formulas / 5);
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

// Upper ends are kept, however large, and so are lower ones of open intervals.
TEST(Unfold, KeepsWhatCountersCarry) {
  FormulaPool pool;
  for (const char* text : {"LTL F<=1000000 p", "LTL p U[1000000,] q", "LTL G[5,1000000] p", "LTL p W<=1000000 q",
                           "LDL <(p;q)*><=1000000 r", "LDL [(p;q)*]<=1000000 r"}) {
    const Formula f = pool[parse_formula(pool, text)].left;
    EXPECT_TRUE(only_counted(pool, unfolded_for_counters(pool, f, Traces::Infinite))) << text;
  }
  const Formula f = pool[parse_formula(pool, "LTL X[1000000] p")].left;
  EXPECT_THROW(unfolded_for_counters(pool, f, Traces::Infinite), LimitReached);
}

}  // namespace
}  // namespace gnomon::logic::testing
