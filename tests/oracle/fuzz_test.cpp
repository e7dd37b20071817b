// The same comparison for as long as one likes: GNOMON_FUZZ_SECONDS says how long, GNOMON_FUZZ_SEED where to start.
// Families take turns, and parametric models come in between; the first disagreement ends the run with a shrunken model. Skipped where the time is not set.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <gtest/gtest.h>
#include <string>

#include "oracle/harness/families.h"
#include "oracle/harness/parametric.h"
#include "support/random_parametric.h"

namespace gnomon::test {
namespace {

std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

TEST(Fuzz, SymbolicAgainstExplicit) {
  std::uint64_t seconds = number_from_environment("GNOMON_FUZZ_SECONDS", 0);
  if (seconds == 0) GTEST_SKIP() << "GNOMON_FUZZ_SECONDS is not set";
  std::uint64_t seed = number_from_environment("GNOMON_FUZZ_SEED", 1) * 1'000'000;
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  Tally tally;
  while (std::chrono::steady_clock::now() < end) {
    const Family& family = families()[seed % families().size()];
    std::string found = case_report(family, seed, tally);
    if (found.empty() && seed % 4 == 0) {
      found = report(random_case(family, seed), "structure, seed " + std::to_string(seed), [&](Subject& subject) {
        SymbolicRun run(subject, model_settings()[seed / 4 % model_settings().size()]);
        return structure_difference(subject, run);
      });
    }
    if (found.empty() && seed % 8 == 1) {
      found = parametric_difference(random_parametric_model(seed), tally.formulas);
      ++tally.models;
    }
    ASSERT_TRUE(found.empty()) << found;
    ++seed;
  }
  std::cout << tally.models << " models, " << tally.formulas << " formulas compared, " << tally.interesting
            << " of them neither true nor false everywhere, " << tally.narrowed
            << " verdicts found on some paths only, " << tally.beyond_limits << " beyond the limits\n";
}

}  // namespace
}  // namespace gnomon::test
