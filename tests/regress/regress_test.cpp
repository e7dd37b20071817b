// Models with known answers: every *.ispl file of this folder and of examples/. The expected verdict stands in a
// comment after each formula, `-- true` or `-- false`; a first line `-- states: N` gives the number of reachable
// states. Verdicts are taken from the symbolic engine in every setting and from the explicit semantics.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "base/source.h"
#include "oracle/harness/symbolic_run.h"

namespace gnomon::test {
namespace {

std::vector<std::string> model_files() {
  std::vector<std::string> files;
  for (const char* folder : {GNOMON_REGRESS_DIR, GNOMON_EXAMPLES_DIR}) {
    if (!std::filesystem::is_directory(folder)) continue;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() == ".ispl") files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The verdict that a comment on the line of the formula's end announces.
std::optional<bool> expected_verdict(const Source& source, Span formula) {
  std::string_view line = source.line(source.position(formula.end).line);
  std::size_t comment = line.find("--");
  if (comment == std::string_view::npos) return std::nullopt;
  std::string_view words = line.substr(std::min(line.size(), comment + 2));
  words.remove_prefix(std::min(words.size(), words.find_first_not_of(' ')));
  if (words.starts_with("true")) return true;
  if (words.starts_with("false")) return false;
  return std::nullopt;
}

std::optional<std::size_t> expected_states(const std::string& text) {
  const std::string mark = "-- states: ";
  if (!text.starts_with(mark)) return std::nullopt;
  return std::stoul(text.substr(mark.size()));
}

class Regress : public testing::TestWithParam<std::string> {};

TEST_P(Regress, Verdicts) {
  std::string text = content(GetParam());
  Source source(GetParam(), text);
  std::string errors;
  std::unique_ptr<Subject> subject = Subject::load(text, &errors, {});
  ASSERT_TRUE(subject) << errors;
  if (auto states = expected_states(text)) {
    EXPECT_EQ(subject->graph().size(), *states);
  }
  std::vector<Setting> settings = model_settings();
  settings.insert(settings.end(), path_settings().begin() + 1, path_settings().end());
  for (const Setting& setting : settings) {
    SymbolicRun run(*subject, setting);
    EXPECT_EQ(run.model().count(run.model().reachable()), subject->graph().size());
    for (const ispl::Formula& formula : subject->model().formulas) {
      auto observational = formula.property.knowledge == logic::KnowledgeSemantics::Observational;
      if (!observational) continue;
      auto expected = expected_verdict(source, formula.span);
      ASSERT_TRUE(expected.has_value()) << "no expected verdict beside " << formula.text;
      EXPECT_EQ(run.verdict(formula.property.formula), *expected) << formula.text << " (" << setting.name << ")";
      if (&setting == &settings.front()) {
        EXPECT_EQ(subject->evaluator().verdict(formula.property.formula), *expected) << formula.text << " (explicit)";
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Files, Regress, testing::ValuesIn(model_files()), [](const auto& test) {
  std::string name = std::filesystem::path(test.param).stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
});

}  // namespace
}  // namespace gnomon::test
