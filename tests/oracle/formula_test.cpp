// Random models and formulas of every operator family: the symbolic and the explicit set of satisfying states coincide
// on every state of R, and so does the verdict, in every setting of the engine.
#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <tuple>

#include "oracle/harness/families.h"
#include "support/seeds.h"

namespace gnomon::test {
namespace {

constexpr std::uint64_t kSeedsPerBlock = 100;
constexpr int kBlocks = 3;

class Formulas : public testing::TestWithParam<std::tuple<std::size_t, int>> {};

TEST_P(Formulas, Agree) {
  auto [index, block] = GetParam();
  const Family& family = families()[index];
  Tally tally;
  const std::uint64_t count = seeds(kSeedsPerBlock);
  for (std::uint64_t k = 0; k < count; ++k) {
    std::uint64_t seed = 100'000 * (index + 1) + 1000 * static_cast<std::uint64_t>(block) + k;
    std::string found = case_report(family, seed, tally);
    ASSERT_TRUE(found.empty()) << found;
  }
  EXPECT_EQ(tally.models, count);
  if (count < kSeedsPerBlock) return;  // too small a sample for what follows
  EXPECT_LE(tally.beyond_limits * 10, tally.formulas) << "too few formulas were compared";
  EXPECT_GE(tally.interesting * 8, tally.formulas) << "too many formulas are trivial";
}

INSTANTIATE_TEST_SUITE_P(Random, Formulas,
                         testing::Combine(testing::Range<std::size_t>(0, families().size()),
                                          testing::Range(0, kBlocks)),
                         [](const auto& test) {
                           return families()[std::get<0>(test.param)].name + std::to_string(std::get<1>(test.param));
                         });

}  // namespace
}  // namespace gnomon::test
