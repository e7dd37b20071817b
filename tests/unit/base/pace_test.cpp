#include "base/pace.h"

#include <gtest/gtest.h>

namespace gnomon {
namespace {

TEST(Pace, PollsOnceAnInterval) {
  int polls = 0;
  Budget budget;
  budget.tick = [&] { ++polls; };
  Pace pace(&budget);
  for (std::size_t i = 0; i < 10 * Pace::kInterval; ++i) pace.step();
  EXPECT_EQ(polls, 10);
  pace.step(100 * Pace::kInterval);
  EXPECT_EQ(polls, 11);
}

TEST(Pace, NeedsNoBudget) {
  Pace pace(nullptr);
  for (std::size_t i = 0; i < 2 * Pace::kInterval; ++i) pace.step();
}

TEST(Pace, RefusesALargeAllocationThatDoesNotFit) {
  Budget budget;
  Pace without_limit(&budget);
  auto gigantic = [] { return std::size_t{1} << 50; };
  EXPECT_NO_THROW(without_limit.step(Pace::kInterval, gigantic));
  budget.process_bytes = resident_memory() + (std::size_t{1} << 30);
  Pace pace(&budget);
  EXPECT_NO_THROW(pace.step(Pace::kInterval, [] { return std::size_t{1} << 20; }));
  try {
    pace.step(Pace::kInterval, gigantic);
    ADD_FAILURE() << "it does not fit";
  } catch (const LimitReached& reached) {
    EXPECT_EQ(reached.limit(), Limit::Memory);
  }
}

TEST(Pace, KnowsWhenAnArrayMoves) {
  std::vector<int> array;
  array.reserve(100);
  EXPECT_EQ(growth_bytes(array, 100), 0u);
  EXPECT_EQ(growth_bytes(array, 101), 200 * sizeof(int));
  array.resize(60);
  EXPECT_EQ(growth_bytes(array, 40), 0u);
  EXPECT_EQ(growth_bytes(array, 1000), 1060 * sizeof(int));
}

}  // namespace
}  // namespace gnomon
