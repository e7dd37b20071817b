// The verdicts beside the formulas of examples/ and of generated scenarios, under the semantics that they ask for.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "recall/harness/memory_run.h"
#include "scenario/scenario.h"

namespace gnomon::recall {
namespace {

void expect_claimed_verdicts(const std::string& text, std::size_t at_least) {
  Source source("model", text);
  test::MemoryRun run(text);
  std::size_t with_memory = 0;
  for (std::size_t i = 0; i < run.model().formulas.size(); ++i) {
    const ispl::Formula formula = run.model().formulas[i];
    std::string_view line = source.line(source.position(formula.span.end).line);
    bool says_true = line.find("-- true") != std::string_view::npos;
    ASSERT_TRUE(says_true || line.find("-- false") != std::string_view::npos) << formula.text;
    EXPECT_EQ(unsupported(run.model().pool, formula.property.formula, formula.property.knowledge), "");
    EXPECT_EQ(run.check(formula.property).holds, says_true) << formula.text;
    if (formula.property.knowledge != logic::KnowledgeSemantics::Observational) ++with_memory;
  }
  EXPECT_GE(with_memory, at_least);
}

std::string example(const std::string& name) {
  std::ifstream file(std::filesystem::path(GNOMON_EXAMPLES) / name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(MemoryExamples, MuddyChildren) {
  expect_claimed_verdicts(example("muddy_children.ispl"), 6);
}
TEST(MemoryExamples, DeltaChain) {
  expect_claimed_verdicts(example("delta_chain.ispl"), 6);
}
TEST(MemoryExamples, Tutorial) {
  expect_claimed_verdicts(example("tutorial.ispl"), 1);
}
TEST(MemoryExamples, RussianCards) {
  expect_claimed_verdicts(example("russian_cards.ispl"), 0);
}

TEST(MemoryExamples, GeneratedChains) {
  for (auto [n, m] : {std::pair{1, 0}, {1, 3}, {7, 7}, {40, 39}, {300, 100}}) {
    expect_claimed_verdicts(scenario::generate("delta_chain", {std::to_string(n), std::to_string(m)}).text, 6);
  }
}

TEST(MemoryExamples, GeneratedChildren) {
  for (auto [n, k] : {std::pair{2, 1}, {2, 2}, {5, 3}, {9, 9}, {12, 6}}) {
    expect_claimed_verdicts(scenario::generate("muddy_children", {std::to_string(n), std::to_string(k)}).text, 6);
  }
}

}  // namespace
}  // namespace gnomon::recall
