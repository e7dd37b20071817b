// Random models and formulas about knowledge with memory: the symbolic verdict is that of the explicit unfolding and,
// where all histories can be listed, that of the definition; so is the verdict on listed states; every doubt is a pair of histories that look alike.
#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "recall/harness/comparison.h"
#include "support/seeds.h"

namespace gnomon::test {
namespace {

const std::vector<MemoryFamily>& memory_families() {
  static const std::vector<MemoryFamily> all{
      {.name = "Records", .bounded = true, .formula_size = 7},
      {.name = "RecordsOfPaths", .fragment = Fragment::CtlStar, .bounded = true, .formula_size = 7},
      {.name = "ClockRecords", .recall = false, .bounded = true, .formula_size = 7},
      {.name = "Alternation", .bounded = true, .formula_size = 6, .state_space = 8, .max_agents = 3},
      {.name = "Ctl", .formula_size = 6},
      {.name = "Fair", .formula_size = 6, .fairness = 100},
      {.name = "ClockCtl", .recall = false, .formula_size = 7},
      {.name = "Ltl", .fragment = Fragment::Ltl, .state_space = 12},
      {.name = "CtlStar", .fragment = Fragment::CtlStar, .state_space = 12},
      {.name = "ClockCtlStar", .fragment = Fragment::CtlStar, .recall = false, .state_space = 16},
      {.name = "Ldl", .fragment = Fragment::Ldl, .formula_size = 4, .state_space = 12},
      {.name = "CdlStar", .fragment = Fragment::CdlStar, .state_space = 12},
      {.name = "LtlFinite", .fragment = Fragment::LtlFinite, .state_space = 12},
      {.name = "CtlStarFinite", .fragment = Fragment::CtlStarFinite, .state_space = 12},
      {.name = "CdlStarFinite", .fragment = Fragment::CdlStarFinite, .formula_size = 4, .state_space = 12},
      {.name = "ClockLdlFinite",
       .fragment = Fragment::LdlFinite,
       .recall = false,
       .formula_size = 4,
       .state_space = 12},
      {.name = "CtlStarTinyAutomata",
       .fragment = Fragment::CtlStar,
       .formula_size = 9,
       .state_space = 12,
       .engine = check::PathEngine::Explicit,
       .automaton_states = 1},
      {.name = "ClockCtlStarTinyAutomata",
       .fragment = Fragment::CtlStar,
       .recall = false,
       .formula_size = 9,
       .state_space = 16,
       .fairness = 60,
       .engine = check::PathEngine::Explicit,
       .automaton_states = 1},
      {.name = "LtlTableau", .fragment = Fragment::Ltl, .state_space = 12, .engine = check::PathEngine::Tableau},
      {.name = "CtlStarBreakpoint",
       .fragment = Fragment::CtlStar,
       .formula_size = 7,
       .state_space = 12,
       .fairness = 60,
       .engine = check::PathEngine::Symbolic},
      {.name = "CdlStarTinyAutomata",
       .fragment = Fragment::CdlStar,
       .formula_size = 7,
       .state_space = 12,
       .engine = check::PathEngine::Explicit,
       .automaton_states = 1},
      {.name = "CtlStarFiniteTinyAutomata",
       .fragment = Fragment::CtlStarFinite,
       .state_space = 12,
       .engine = check::PathEngine::Explicit,
       .automaton_states = 1},
      {.name = "BoundedCtl", .formula_size = 6, .bounds = 70},
      {.name = "BoundedClockCtl", .recall = false, .formula_size = 6, .bounds = 70},
      {.name = "BoundedCtlStar", .fragment = Fragment::CtlStar, .formula_size = 4, .state_space = 12, .bounds = 60},
      {.name = "BoundedClockLdl",
       .fragment = Fragment::Ldl,
       .recall = false,
       .formula_size = 4,
       .state_space = 12,
       .bounds = 50},
      {.name = "RecordsOfPathsBreakpoint",
       .fragment = Fragment::CtlStar,
       .bounded = true,
       .formula_size = 7,
       .engine = check::PathEngine::Symbolic},
  };
  return all;
}

class MemoryAgreement : public testing::TestWithParam<std::size_t> {};

TEST_P(MemoryAgreement, Verdicts) {
  const std::uint64_t count = seeds(250);
  constexpr int kFormulas = 6;
  const MemoryFamily& family = memory_families()[GetParam()];
  MemoryTally tally;
  for (std::uint64_t k = 0; k < count; ++k) {
    std::string found = memory_case_report(family, 10'000 * (GetParam() + 1) + k, kFormulas, tally);
    ASSERT_TRUE(found.empty()) << found;
  }
  EXPECT_EQ(tally.models, count);
  EXPECT_GE(tally.formulas * 10, count * kFormulas * 7) << "too many formulas are refused";
  EXPECT_GE(tally.compared * 10, tally.formulas * 8) << "too few formulas were compared";
  EXPECT_GE(tally.histories * 3, tally.compared) << "too few histories";
  EXPECT_GE(tally.listed_histories * 4, tally.histories) << "too few histories in the list of states";
  EXPECT_GE(tally.true_verdicts * 10, tally.formulas) << "too few verdicts are true";
  EXPECT_LE(tally.true_verdicts * 10, tally.formulas * 9) << "too few verdicts are false";
  EXPECT_GE(tally.doubts, count / 10) << "too few doubts";
  EXPECT_GE(tally.listed * 4, tally.formulas) << "too few formulas were compared with the list of states";
  if (family.bounded) {
    EXPECT_GE(tally.by_records * 10, tally.formulas * 7) << "too few formulas were compared with histories";
  }
  if (family.automaton_states != 0 || family.engine != check::PathEngine::Automatic) {
    EXPECT_GE((tally.tableaux + tally.breakpoints) * 25, tally.formulas) << "too few automata in diagram variables";
  }
  if (family.name == "Alternation") {
    EXPECT_GE(tally.alternating * 10, tally.formulas * 2) << "too few formulas alternate between agents";
  }
}

INSTANTIATE_TEST_SUITE_P(Random, MemoryAgreement, testing::Range<std::size_t>(0, memory_families().size()),
                         [](const auto& test) { return memory_families()[test.param].name; });

}  // namespace
}  // namespace gnomon::test
