// Parametric models: the model with values by cases, evaluated state by state and symbolically, and the plain model that
// it is elaborated to have the same states and verdicts. Random models, and the bundled examples.
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <memory>
#include <string>

#include "ispl/load.h"
#include "oracle/harness/symbolic_run.h"
#include "support/random_parametric.h"
#include "support/seeds.h"

namespace gnomon::test {
namespace {

// The number of formulas that were compared.
std::size_t compare(const std::string& text) {
  std::string errors;
  std::unique_ptr<Subject> native = Subject::load(text, &errors);
  EXPECT_TRUE(native) << errors << "\n" << text;
  if (!native) return 0;
  std::string plain_text = ispl::elaborated_text(native->model());
  std::unique_ptr<Subject> plain = Subject::load(plain_text, &errors);
  EXPECT_TRUE(plain) << errors << "\n" << plain_text;
  if (!plain) return 0;
  EXPECT_FALSE(plain->model().elaborator) << "the elaborated text is not plain\n" << plain_text;
  EXPECT_EQ(native->graph().size(), plain->graph().size()) << text << "\n" << plain_text;
  EXPECT_EQ(native->model().formulas.size(), plain->model().formulas.size());
  SymbolicRun symbolic(*native);
  EXPECT_EQ(symbolic.model().count(symbolic.model().reachable()), native->graph().size()) << text;
  std::size_t compared = 0;
  for (std::size_t i = 0; i < native->model().formulas.size(); ++i) {
    logic::Formula f = native->model().formulas[i].property.formula;
    bool expected = native->evaluator().verdict(f);
    EXPECT_EQ(plain->evaluator().verdict(plain->model().formulas[i].property.formula), expected)
        << native->model().formulas[i].text << "\n"
        << text << "\n"
        << plain_text;
    EXPECT_EQ(symbolic.verdict(f), expected) << native->model().formulas[i].text << "\n" << text;
    ++compared;
  }
  return compared;
}

TEST(Parametric, RandomModelsAgreeWithWhatTheyAreElaboratedTo) {
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; seed <= seeds(150); ++seed) {
    SCOPED_TRACE(seed);
    compared += compare(random_parametric_model(seed));
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(compared, seeds(150) * 4);
}

TEST(Parametric, ExamplesAgreeWithWhatTheyAreElaboratedTo) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(GNOMON_PARAMETRIC_DIR)) {
    if (entry.path().extension() != ".ispl") continue;
    SCOPED_TRACE(entry.path());
    std::ifstream in(entry.path(), std::ios::binary);
    EXPECT_GT(compare({std::istreambuf_iterator<char>(in), {}}), 0u);
    ++files;
  }
  EXPECT_GE(files, 6u);
}

}  // namespace
}  // namespace gnomon::test
