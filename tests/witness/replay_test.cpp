// Thousands of witnesses and counterexamples of random models and formulas: each one is replayed, and what
// it takes is compared with the textbook evaluation.
#include <cstdint>
#include <gtest/gtest.h>
#include <string>

#include "support/seeds.h"
#include "witness/case.h"

namespace gnomon::test {
namespace {

constexpr std::uint64_t kSeeds = 80;

class Replay : public testing::TestWithParam<std::size_t> {
 protected:
  static void every_witness(FoundOn found_on);
};

TEST_P(Replay, EveryWitness) {
  every_witness(FoundOn::Diagrams);
}

TEST_P(Replay, EveryWitnessOfListedStates) {
  every_witness(FoundOn::List);
}

void Replay::every_witness(FoundOn found_on) {
  const std::uint64_t count = seeds(kSeeds);
  const Family& family = families()[GetParam()];
  WitnessTally tally;
  for (std::uint64_t k = 0; k < count; ++k) {
    std::uint64_t seed = 7'000'000 + 10'000 * GetParam() + k;
    ModelDraft draft = random_case(family, seed);
    witness::ExplainOptions options;
    if (k % 3 == 0) options.depth = 1 + k % 5;
    if (k % 4 == 0) options.max_entries = 2;
    std::string problem = witness_problem(draft, family, options, tally, found_on);
    if (!problem.empty()) {
      auto fails = [&](const ModelDraft& candidate) {
        WitnessTally ignored;
        return !witness_problem(candidate, family, options, ignored, found_on).empty();
      };
      FAIL() << family.name << ", seed " << seed << ": " << problem << "\n" << shrink(draft, fails, 400).text();
    }
  }
  std::size_t explained = tally.witnesses + tally.counterexamples;
  RecordProperty("witnesses", static_cast<int>(tally.witnesses));
  RecordProperty("counterexamples", static_cast<int>(tally.counterexamples));
  EXPECT_EQ(tally.formulas, count * static_cast<std::uint64_t>(family.formulas));
  EXPECT_GE(explained * 3, tally.formulas) << "too few formulas are explained";
  EXPECT_GE(tally.counterexamples, count / 2);
  EXPECT_GE(tally.shown * 3, tally.taken) << "too much is taken";
  EXPECT_LE(tally.beyond_limits * 10, tally.formulas);
}

// Automata of one state at most: nearly all paths must come from automata in diagram variables.
TEST(PathsOfLargeAutomata, AreReplayed) {
  const std::uint64_t count = seeds(kSeeds);
  for (const Family& family : families()) {
    const bool path_formulas = family.name == "Ltl" || family.name == "CtlStar" || family.name == "Ldl" ||
                               family.name == "LdlFinite" || family.name == "TestsBeyondTheTrace";
    if (!path_formulas) continue;
    WitnessTally tally;
    WitnessTally usual;
    for (std::uint64_t k = 0; k < count; ++k) {
      ModelDraft draft = random_case(family, 9'000'000 + k);
      witness::ExplainOptions options;
      ASSERT_EQ(witness_problem(draft, family, options, usual), "") << draft.text();
      options.paths.limits.states = 1;
      options.paths.limits.per_operator = 0;
      ASSERT_EQ(witness_problem(draft, family, options, tally), "") << draft.text();
    }
    EXPECT_GT(tally.loops, count / 2) << family.name;
    EXPECT_EQ(tally.witnesses + tally.counterexamples, usual.witnesses + usual.counterexamples) << family.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Random, Replay, testing::Range<std::size_t>(0, families().size()),
                         [](const auto& test) { return families()[test.param].name; });

}  // namespace
}  // namespace gnomon::test
