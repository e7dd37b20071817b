// Known answers from a directory that the environment variable GNOMON_CORPUS names: every NAME.ispl with a NAME.json
// beside it, a list with one object per formula (formula, verdict, reachable, deadlocks, fair, and for LDL and CDL*
// formulas the verdicts on finite traces). Skipped where the variable is not set.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reference/evaluate.h"
#include "support/explicit_model.h"

namespace gnomon::reference {
namespace {

using test::load;
using test::Loaded;

std::string content(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string word(bool value) {
  return value ? "true" : "false";
}

class Corpus : public testing::Test {
 protected:
  void SetUp() override {
    const char* root = std::getenv("GNOMON_CORPUS");
    if (root == nullptr) GTEST_SKIP() << "GNOMON_CORPUS is not set";
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      std::filesystem::path sidecar = entry.path();
      sidecar.replace_extension(".json");
      if (entry.path().extension() == ".ispl" && std::filesystem::exists(sidecar)) models_.push_back(entry.path());
    }
    std::sort(models_.begin(), models_.end());
    EXPECT_FALSE(models_.empty()) << root;
  }

  static nlohmann::json answers(std::filesystem::path model) {
    return nlohmann::json::parse(content(model.replace_extension(".json")));
  }

  // Compares the answers under `key` with the verdicts on a model read with these options.
  void compare(const char* key, const ispl::LoadOptions& reading, const EvaluateOptions& options) {
    std::size_t compared = 0;
    for (const auto& path : models_) {
      nlohmann::json expected = answers(path);
      if (std::none_of(expected.begin(), expected.end(), [&](const auto& e) { return e.contains(key); })) continue;
      SCOPED_TRACE(path.string());
      std::unique_ptr<Loaded> loaded = load(content(path), reading);
      if (!loaded) continue;
      ASSERT_EQ(loaded->model.formulas.size(), expected.size());
      Evaluator evaluator(loaded->graph, options);
      for (std::size_t k = 0; k < expected.size(); ++k) {
        if (!expected[k].contains(key)) continue;
        bool verdict = evaluator.verdict(loaded->model.formulas[k].property);
        EXPECT_EQ(word(verdict), expected[k][key]) << expected[k]["formula"];
        ++compared;
      }
    }
    EXPECT_GT(compared, 0u);
    RecordProperty("compared", static_cast<int>(compared));
    std::cout << "compared " << compared << " answers: " << key << "\n";
  }

  std::vector<std::filesystem::path> models_;
};

TEST_F(Corpus, StateCounts) {
  for (const auto& path : models_) {
    SCOPED_TRACE(path.string());
    std::unique_ptr<Loaded> loaded = load(content(path));
    nlohmann::json expected = answers(path);
    if (!loaded || expected.empty()) continue;
    Members fair = Evaluator(loaded->graph).region();
    EXPECT_EQ(loaded->graph.size(), expected[0]["reachable"]);
    EXPECT_EQ(loaded->graph.deadlock_count(), expected[0]["deadlocks"]);
    EXPECT_EQ(std::count(fair.begin(), fair.end(), true), expected[0]["fair"]);
  }
}

TEST_F(Corpus, Verdicts) {
  compare("verdict", {}, {});
}

TEST_F(Corpus, VerdictsOnFiniteTraces) {
  compare("verdict_ldlf_finite_tests", {true}, {});
}

TEST_F(Corpus, VerdictsOnFiniteTracesWithInfiniteTests) {
  EvaluateOptions options;
  options.finite_tests = TestReading::BeyondTrace;
  compare("verdict_ldlf", {true}, options);
}

}  // namespace
}  // namespace gnomon::reference
