#include "witness/shorten.h"

#include <gtest/gtest.h>

namespace gnomon::witness {
namespace {

StateLasso lasso(const std::vector<int>& states, std::size_t loop) {
  StateLasso result{{}, loop};
  for (int s : states) result.states.push_back({s});
  return result;
}

bool always(const StateLasso&) {
  return true;
}

TEST(Normalised, CutsTheLoopToItsPeriod) {
  EXPECT_EQ(normalised(lasso({0, 1, 2, 1, 2}, 1)), lasso({0, 1, 2}, 1));
  EXPECT_EQ(normalised(lasso({5, 5, 5}, 0)), lasso({5}, 0));
  EXPECT_EQ(normalised(lasso({0, 1, 2, 1}, 1)), lasso({0, 1, 2, 1}, 1));
}

TEST(Normalised, BeginsTheLoopEarlier) {
  EXPECT_EQ(normalised(lasso({0, 1, 2, 1}, 2)), lasso({0, 1, 2}, 1));
  EXPECT_EQ(normalised(lasso({1, 2, 1, 2}, 2)), lasso({1, 2}, 0));
  EXPECT_EQ(normalised(lasso({0, 1, 2}, 1)), lasso({0, 1, 2}, 1));
}

TEST(Shortened, ClosesTheLoopWhereAStateReturns) {
  EXPECT_EQ(shortened(lasso({0, 1, 2, 1, 3}, 4), always), lasso({0, 1, 2}, 1));
  auto with_three = [](const StateLasso& candidate) { return candidate.states.back() == explicit_state::State{3}; };
  EXPECT_EQ(shortened(lasso({0, 1, 2, 1, 3}, 4), with_three), lasso({0, 1, 3}, 2));
}

TEST(Shortened, KeepsWhatIsNotAccepted) {
  auto never = [](const StateLasso&) { return false; };
  EXPECT_EQ(shortened(lasso({0, 1, 0, 2}, 2), never), lasso({0, 1, 0, 2}, 2));
}

}  // namespace
}  // namespace gnomon::witness
