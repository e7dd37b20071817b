// Random models and formulas of every logic: each answer of a search is the verdict of the explicit evaluation, its
// evidence shows it, and every verdict that a part of a model can show is found.
#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "comparison.h"
#include "oracle/harness/families.h"
#include "support/seeds.h"

namespace gnomon::test {
namespace {

// The families of the oracle suite with small models and formulas: most formulas have both kinds of quantifiers
// otherwise.
std::vector<Family> small_families() {
  std::vector<Family> chosen;
  for (Family family : families()) {
    if (family.fragment == Fragment::Atlk || family.rich_fairness) continue;
    family.formula_size = 5;
    family.state_space = 24;
    family.fairness = 0;
    family.formulas = 6;
    family.large_bounds = false;  // beyond the bounds of the search nothing is found
    chosen.push_back(family);
    if (family.tests_look_beyond || family.name.ends_with("Finite")) continue;
    family.name += "Fair";
    family.fairness = 100;
    chosen.push_back(family);
  }
  return chosen;
}

class SatSearchFormulas : public testing::TestWithParam<Family> {};

TEST_P(SatSearchFormulas, AgreeWithTheOracle) {
  const Family& family = GetParam();
  const std::uint64_t count = seeds(200, 60);
  reference::EvaluateOptions explicit_options = Subject::default_options();
  ComparisonOptions options;
  if (family.tests_look_beyond) {
    explicit_options.finite_tests = explicit_state::TestReading::BeyondTrace;
    options.tests_look_beyond = true;
  }
  SearchTally tally;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    ModelDraft draft = random_case(family, 7'000'000 + seed);
    std::string found = report(
        draft, family.name + ", seed " + std::to_string(seed),
        [&](Subject& subject) {
          for (const ispl::Formula& formula : subject.model().formulas) {
            std::string wrong = search_difference(subject, formula.property, options, tally);
            if (!wrong.empty()) return wrong;
          }
          return std::string();
        },
        explicit_options);
    ASSERT_TRUE(found.empty()) << found;
  }
  EXPECT_EQ(tally.formulas, count * static_cast<std::uint64_t>(family.formulas));
  EXPECT_LE(tally.beyond_limits * 20, tally.formulas) << "too few answers can be compared";
  EXPECT_GE(tally.found * 8, tally.formulas) << "too few answers were compared";
  EXPECT_GE(tally.deep, count / 50) << "too few searches were deep";
  EXPECT_LE(tally.abandoned * 20, tally.expected_answers) << "too many searches were given up";
}

INSTANTIATE_TEST_SUITE_P(Random, SatSearchFormulas, testing::ValuesIn(small_families()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace gnomon::test
