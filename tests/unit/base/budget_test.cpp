#include "base/budget.h"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <string>

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

}  // namespace
}  // namespace gnomon
