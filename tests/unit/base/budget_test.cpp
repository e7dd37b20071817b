#include "base/budget.h"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

namespace gnomon {
namespace {

TEST(Budget, WithoutLimitsNeverStops) {
  Budget budget;
  EXPECT_NO_THROW(budget.poll());
}

TEST(Budget, Deadline) {
  Budget budget;
  budget.deadline = Budget::Clock::now() + std::chrono::hours(1);
  EXPECT_NO_THROW(budget.poll());
  budget.deadline = Budget::Clock::now() - std::chrono::seconds(1);
  try {
    budget.poll();
    FAIL();
  } catch (const LimitReached& reached) {
    EXPECT_EQ(reached.limit(), Limit::Time);
    EXPECT_EQ(std::string(reached.what()), "time limit reached");
  }
}

TEST(Budget, InterruptComesBeforeTheDeadline) {
  std::atomic<bool> stop{false};
  Budget budget;
  budget.interrupt = &stop;
  EXPECT_NO_THROW(budget.poll());
  stop = true;
  budget.deadline = Budget::Clock::now() - std::chrono::seconds(1);
  try {
    budget.poll();
    FAIL();
  } catch (const LimitReached& reached) {
    EXPECT_EQ(reached.limit(), Limit::Interrupt);
  }
}

TEST(Budget, TickIsCalledByPoll) {
  int ticks = 0;
  Budget budget;
  budget.tick = [&] { ++ticks; };
  budget.poll();
  budget.poll();
  EXPECT_EQ(ticks, 2);
}

TEST(Budget, MemoryOfTheProcess) {
  constexpr std::size_t kRoom = std::size_t{64} << 20;
  Budget budget;
  EXPECT_EQ(budget.memory_left(), std::numeric_limits<std::size_t>::max());
  budget.process_bytes = resident_memory() + kRoom;
  EXPECT_NO_THROW(budget.poll());
  EXPECT_LE(budget.memory_left(), kRoom);
  const std::vector<char> large(2 * kRoom, 'x');
  EXPECT_EQ(budget.memory_left(), 0u) << large.size();
  try {
    budget.poll();
    FAIL();
  } catch (const LimitReached& reached) {
    EXPECT_EQ(reached.limit(), Limit::Memory);
  }
}

TEST(Budget, ThePeakIsAtLeastWhatWasEverUsed) {
  std::size_t used = 0;
  {
    const std::vector<char> large(std::size_t{32} << 20, 'x');
    used = resident_memory();
    EXPECT_GT(used, large.size());
  }
  EXPECT_GE(peak_resident_memory() + (std::size_t{1} << 20), used);
}

}  // namespace
}  // namespace gnomon
