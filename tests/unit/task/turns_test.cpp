#include "task/turns.h"

#include <gtest/gtest.h>
#include <numeric>

namespace gnomon::task {
namespace {

// Lets contenders work for so long, in steps of a millisecond; how often somebody had to stop for another one.
std::size_t work(std::vector<Contender>& contenders, std::size_t jobs, double seconds) {
  constexpr double kStep = 0.001;
  std::vector<Contender*> all;
  for (Contender& contender : contenders) all.push_back(&contender);
  std::size_t changes = 0;
  for (double now = 0; now < seconds; now += kStep) {
    std::vector<bool> before;
    for (const Contender* contender : all) before.push_back(contender->running);
    allot_turns(all, jobs);
    std::size_t running = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (before[i] && !all[i]->running) ++changes;
      if (!all[i]->running) continue;
      ++running;
      all[i]->seconds += kStep;
    }
    EXPECT_EQ(running, std::min(jobs, all.size()));
  }
  return changes;
}

Contender with_share(double share) {
  Contender contender;
  contender.share = share;
  return contender;
}

TEST(Turns, EverybodyGetsItsShare) {
  std::vector<Contender> contenders{with_share(12), with_share(4), with_share(4), with_share(1), with_share(0.5)};
  const double all = 21.5;
  const double seconds = 60;
  work(contenders, 1, seconds);
  for (const Contender& contender : contenders) {
    const double due = seconds * contender.share / all;
    EXPECT_NEAR(contender.seconds, due, 0.15 * due + 0.05) << contender.share;
  }
}

// At all times, not only in the end: what takes t seconds alone is done after t W / w, and one turn.
TEST(Turns, NobodyWaitsForLong) {
  for (double seconds : {0.1, 0.3, 1.0, 3.0, 10.0}) {
    std::vector<Contender> contenders{with_share(2), with_share(1), with_share(1)};
    work(contenders, 1, seconds);
    EXPECT_GT(contenders[0].seconds, 0.4 * seconds - 0.03) << seconds;
    EXPECT_GT(contenders[1].seconds, 0.2 * seconds - 0.03) << seconds;
    EXPECT_GT(contenders[2].seconds, 0.2 * seconds - 0.03) << seconds;
  }
}

TEST(Turns, TheFirstTurnMayBeLonger) {
  std::vector<Contender> contenders{with_share(12), with_share(4)};
  contenders[0].first_turn = 0.1;
  work(contenders, 1, 0.095);
  EXPECT_EQ(contenders[1].seconds, 0);
}

TEST(Turns, ChangesBecomeRare) {
  std::vector<Contender> contenders{with_share(1), with_share(1)};
  work(contenders, 1, 100);
  EXPECT_LT(work(contenders, 1, 100), 40u);
}

// With more than half of all shares a contender has a processor of its own where there are two.
TEST(Turns, MoreThanHalfOfAllIsAProcessor) {
  std::vector<Contender> contenders{with_share(12), with_share(4), with_share(4), with_share(2), with_share(1)};
  work(contenders, 2, 20);
  EXPECT_NEAR(contenders[0].seconds, 20, 0.01);
  EXPECT_NEAR(contenders[1].seconds, 20.0 * 4 / 11, 1.5);
}

TEST(Turns, AllWorkWhereThereIsRoom) {
  std::vector<Contender> contenders{with_share(1), with_share(9)};
  EXPECT_EQ(work(contenders, 3, 1), 0u);
  EXPECT_NEAR(contenders[0].seconds, 1, 0.01);
}

TEST(Turns, SharesThatChangeCountFromTheBeginning) {
  std::vector<Contender> contenders{with_share(1), with_share(1)};
  work(contenders, 1, 2);
  contenders[0].share = 0.1;
  const double before = contenders[0].seconds;
  work(contenders, 1, 5);
  EXPECT_NEAR(contenders[0].seconds, before, 0.2) << "its turn is over";
}

}  // namespace
}  // namespace gnomon::task
