// The models in examples/ load without complaints, and the verdicts beside their formulas are right.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <vector>

#include "loaded.h"
#include "reference/evaluate.h"

namespace gnomon::scenario {
namespace {

std::vector<std::filesystem::path> examples() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(GNOMON_EXAMPLES)) {
    if (entry.path().extension() == ".ispl") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string read(const std::filesystem::path& path) {
  const std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class Examples : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Examples, HaveTheVerdictsTheyClaim) {
  Loaded loaded(GetParam().filename().string(), read(GetParam()));
  EXPECT_EQ(loaded.complaints, "");
  ASSERT_TRUE(loaded.model);
  EXPECT_GE(loaded.model->formulas.size(), 2u);
  const explicit_state::Interpreter interpreter(*loaded.model);
  const explicit_state::Graph graph(interpreter);
  reference::Evaluator evaluator(graph);
  for (const ispl::Formula& formula : loaded.model->formulas) {
    const auto expected = loaded.expected(formula);
    ASSERT_TRUE(expected) << formula.text;
    if (is_observational(formula)) {
      EXPECT_EQ(evaluator.verdict(formula.property.formula), *expected) << formula.text;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Examples, testing::ValuesIn(examples()),
                         [](const testing::TestParamInfo<std::filesystem::path>& parameter) {
                           return parameter.param.stem().string();
                         });

TEST(ExamplesReadme, NamesEveryModel) {
  const std::string text = read(std::filesystem::path(GNOMON_EXAMPLES) / "README.md");
  for (const auto& path : examples()) {
    EXPECT_NE(text.find("`" + path.filename().string() + "`"), std::string::npos) << path;
  }
}

}  // namespace
}  // namespace gnomon::scenario
