#include "bounded/schedule.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace gnomon::bounded {

using check::Extent;
namespace {

constexpr std::size_t kOnly = 0;

CheckPolicy policy(CheckWhen when, std::size_t depth = 1, double growth = 2) {
  CheckPolicy chosen;
  chosen.when = when;
  chosen.depth = depth;
  chosen.growth = growth;
  return chosen;
}

// The depths below `end` at which the only formula is checked on the part, its size at depth d being sizes(d).
template <class Sizes>
std::vector<std::size_t> checked(const CheckPolicy& chosen, std::size_t end, Sizes&& sizes) {
  Schedule schedule(chosen, 1);
  std::vector<std::size_t> depths;
  for (std::size_t depth = 0; depth < end; ++depth) {
    schedule.enter(depth, [&] { return sizes(depth); });
    if (schedule.due(kOnly, Extent::Part, 1.0)) depths.push_back(depth);
  }
  return depths;
}

double no_size(std::size_t) {
  ADD_FAILURE() << "this policy needs no size";
  return 0;
}

double nothing() {
  return no_size(0);
}

TEST(Schedule, EveryNthDepthBeginsWithTheInitialStates) {
  EXPECT_EQ(checked(policy(CheckWhen::EveryNth, 1), 4, no_size), (std::vector<std::size_t>{0, 1, 2, 3}));
  EXPECT_EQ(checked(policy(CheckWhen::EveryNth, 3), 8, no_size), (std::vector<std::size_t>{0, 3, 6}));
  EXPECT_EQ(checked(policy(CheckWhen::EveryNth, 0), 2, no_size), (std::vector<std::size_t>{0, 1}));
}

TEST(Schedule, OneShotIsOneDepthAndThenOver) {
  EXPECT_EQ(checked(policy(CheckWhen::Once, 5), 9, no_size), (std::vector<std::size_t>{5}));
  Schedule schedule(policy(CheckWhen::Once, 5), 1);
  EXPECT_FALSE(schedule.over(4));
  EXPECT_TRUE(schedule.over(5));
  EXPECT_FALSE(Schedule(policy(CheckWhen::EveryNth, 5), 1).over(100));
}

TEST(Schedule, GrowthIsMeasuredFromTheLastCheck) {
  auto doubling = [](std::size_t depth) { return static_cast<double>(std::size_t{1} << depth); };
  auto linear = [](std::size_t depth) { return static_cast<double>(depth + 1); };
  for (CheckWhen when : {CheckWhen::States, CheckWhen::Memory, CheckWhen::Time}) {
    EXPECT_EQ(checked(policy(when, 1, 4), 7, doubling), (std::vector<std::size_t>{0, 2, 4, 6}));
    EXPECT_EQ(checked(policy(when, 1, 2), 16, linear), (std::vector<std::size_t>{0, 1, 3, 7, 15}));
  }
}

TEST(Schedule, AnAllowanceIsAShareOfTheTimeForEachOpenAccount) {
  CheckPolicy chosen = policy(CheckWhen::Adaptive);
  chosen.share = 0.1;
  chosen.grace = 1;
  Schedule schedule(chosen, 2);
  EXPECT_DOUBLE_EQ(*schedule.allowance(0, Extent::Part, 10), 0.5);
  schedule.close(1);
  EXPECT_DOUBLE_EQ(*schedule.allowance(0, Extent::Part, 10), 1.0);
  schedule.spent(0, Extent::Part, 0.25, false);
  EXPECT_DOUBLE_EQ(*schedule.allowance(0, Extent::Part, 10), 0.75);
  EXPECT_DOUBLE_EQ(*schedule.allowance(0, Extent::Open, 10), 1.0);
  EXPECT_DOUBLE_EQ(schedule.total_spent(), 0.25);
  EXPECT_EQ(schedule.checks(), 1U);
}

TEST(Schedule, ACheckWaitsUntilItCanBePaid) {
  CheckPolicy chosen = policy(CheckWhen::Adaptive);
  chosen.share = 0.1;
  chosen.grace = 0;
  Schedule schedule(chosen, 1);
  schedule.close(kOnly, Extent::Open);
  schedule.enter(0, nothing);
  EXPECT_FALSE(schedule.due(kOnly, Extent::Open, 10));
  EXPECT_FALSE(schedule.due(kOnly, Extent::Part, 0));
  EXPECT_TRUE(schedule.due(kOnly, Extent::Part, 10));
  schedule.spent(kOnly, Extent::Part, 1, true);  // given up: the next one is expected to take 2 s
  EXPECT_FALSE(schedule.due(kOnly, Extent::Part, 29));
  EXPECT_TRUE(schedule.due(kOnly, Extent::Part, 31));
  schedule.spent(kOnly, Extent::Part, 1.5, false);  // 2.5 s used, 1.5 s expected
  EXPECT_FALSE(schedule.due(kOnly, Extent::Part, 39));
  EXPECT_TRUE(schedule.due(kOnly, Extent::Part, 41));
}

TEST(Schedule, ChecksThatFindNothingTakeNoMoreThanTheirShare) {
  CheckPolicy chosen = policy(CheckWhen::Adaptive);
  Schedule schedule(chosen, 3);
  double elapsed = 0;
  double checking = 0;
  for (std::size_t depth = 0; depth < 500; ++depth) {
    elapsed += 0.01 * static_cast<double>(depth);
    schedule.enter(depth, nothing);
    for (std::size_t f = 0; f < 3; ++f) {
      for (Extent extent : {Extent::Open, Extent::Part}) {
        if (!schedule.due(f, extent, elapsed)) continue;
        double needed = 0.003 * static_cast<double>((f + 1) * depth);  // grows with the depth
        double took = std::min(needed, *schedule.allowance(f, extent, elapsed));
        schedule.spent(f, extent, took, took < needed);
        elapsed += took;
        checking += took;
      }
    }
  }
  EXPECT_LE(checking, chosen.grace + chosen.share * elapsed);
  EXPECT_GE(checking, chosen.share * elapsed / 8) << "the allowance is not used";
}

TEST(Schedule, InTheOpenACheckHasOnlyItsAllowanceAndReplacesThePart) {
  Schedule schedule(policy(CheckWhen::EveryNth, 1), 1);
  schedule.enter(0, nothing);
  EXPECT_FALSE(schedule.allowance(kOnly, Extent::Part, 1).has_value());
  EXPECT_TRUE(schedule.allowance(kOnly, Extent::Open, 1).has_value());
  schedule.spent(kOnly, Extent::Open, 0.001, true);
  EXPECT_TRUE(schedule.due(kOnly, Extent::Part, 1));
  schedule.spent(kOnly, Extent::Open, 0.001, false);
  EXPECT_FALSE(schedule.due(kOnly, Extent::Part, 1));
  EXPECT_TRUE(schedule.due(kOnly, Extent::Open, 1));
}

}  // namespace
}  // namespace gnomon::bounded
