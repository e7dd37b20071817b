// Parametric models: the model with values by cases, evaluated state by state and symbolically, and the plain model that
// it is elaborated to have the same states and verdicts. Random models, and the bundled examples.
#include "oracle/harness/parametric.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

#include "support/random_parametric.h"
#include "support/seeds.h"

namespace gnomon::test {
namespace {

TEST(Parametric, RandomModelsAgreeWithWhatTheyAreElaboratedTo) {
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; seed <= seeds(600); ++seed) {
    SCOPED_TRACE(seed);
    ASSERT_EQ(parametric_difference(random_parametric_model(seed), compared), "");
  }
  EXPECT_GT(compared, seeds(600) * 4);
}

TEST(Parametric, ExamplesAgreeWithWhatTheyAreElaboratedTo) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(GNOMON_PARAMETRIC_DIR)) {
    if (entry.path().extension() != ".ispl") continue;
    SCOPED_TRACE(entry.path());
    std::ifstream in(entry.path(), std::ios::binary);
    std::size_t compared = 0;
    EXPECT_EQ(parametric_difference({std::istreambuf_iterator<char>(in), {}}, compared), "");
    EXPECT_GT(compared, 0u);
    ++files;
  }
  EXPECT_GE(files, 6u);
}

}  // namespace
}  // namespace gnomon::test
