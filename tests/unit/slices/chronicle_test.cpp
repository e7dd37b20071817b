// The history of the work on slices: limits and splits that are told, what is not, and histories of something else.
// That answers are the same for all logics is a matter of the oracle's settings (tests/oracle/harness/sliced_run.cpp).
#include "slices/chronicle.h"

#include <atomic>
#include <gtest/gtest.h>

#include "oracle/harness/families.h"
#include "oracle/harness/memory_history.h"
#include "oracle/harness/sliced_run.h"
#include "unit/slices/modes_model.h"

namespace gnomon::test {
namespace {

using slices::CutModel;
using slices::Elasticity;
using slices::Outset;

constexpr Elasticity kOften{.fewest_nodes = 0, .rounds = 1, .most_slices = 8, .seconds = 0, .checkpoint_seconds = 0};

std::unique_ptr<Subject> told_subject(std::uint64_t seed) {
  return Subject::load(random_case(families()[0], seed).text());
}

Outset begun(model::SymbolicModel& whole, std::uint64_t seed, History& history) {
  if (auto earlier = slices::earlier_outset(&history)) return *earlier;
  Outset outset = slices::outset_of(whole, random_windows(whole, 2, seed));
  slices::tell_outset(&history, outset);
  return outset;
}

// The search for all states with slices that run out of nodes at some moment, and are split; how many splits there
// were.
std::size_t explore_with_a_limit(Subject& subject, std::uint64_t seed, int moment, MemoryHistory& history) {
  std::atomic<int> left = moment;
  Budget budget;
  budget.tick = [&left] {
    if (--left == 0) throw LimitReached(Limit::Nodes, "no room");
  };
  model::SymbolicModel whole(subject.model());
  CutModel cut(whole, {}, begun(whole, seed, history), 1, budget, nullptr, kOften, &history);
  while (!cut.complete()) {
    try {
      cut.advance();
    } catch (const LimitReached& limit) {
      EXPECT_EQ(limit.limit(), Limit::Nodes);
    }
  }
  left = 0;
  EXPECT_EQ(cut.reached().count(), whole.count(whole.reachable())) << seed;
  EXPECT_EQ(cut.gathered(cut.reached()), whole.reachable()) << seed;
  return cut.changes().splits;
}

// Whatever a first process has told when it ended, with or without a limit, another one comes to the same.
TEST(Chronicle, GoesOnAfterLimitsAndSplits) {
  constexpr int kNever = 1'000'000'000;
  std::size_t splits = 0;
  auto subject = Subject::load(kModes);
  ASSERT_TRUE(subject);
  for (std::uint64_t seed = 1; seed <= 15; ++seed) {
    MemoryHistory history;
    splits += explore_with_a_limit(*subject, seed, static_cast<int>(20 + 7 * seed), history);
    for (std::size_t told = 0; told <= history.size(); told += 1 + told / 3) {
      MemoryHistory earlier = history.after(told);
      explore_with_a_limit(*subject, seed, kNever, earlier);
      EXPECT_EQ(earlier.next(), nullptr) << seed;
    }
  }
  EXPECT_GT(splits, 2u);
}

// A limit that ends the work is not told: who resumes tries again.
TEST(Chronicle, DoesNotTellOfLimitsThatEndedTheWork) {
  auto subject = told_subject(5);
  MemoryHistory history;
  Budget budget;
  std::atomic<bool> interrupt = false;
  budget.interrupt = &interrupt;
  model::SymbolicModel whole(subject->model());
  std::size_t told = 0;
  {
    CutModel cut(whole, {}, begun(whole, 5, history), 1, budget, nullptr, kOften, &history);
    cut.advance();
    told = history.size();
    interrupt = true;
    cut.crew().adopt_limits();
    EXPECT_THROW(cut.advance(), LimitReached);
    interrupt = false;
    cut.crew().adopt_limits();
    while (!cut.complete()) cut.advance();
  }
  EXPECT_GT(told, 1u);
  EXPECT_EQ(history.size(), told);
  MemoryHistory earlier = history.after(told);
  CutModel cut(whole, {}, begun(whole, 5, earlier), 1, budget, nullptr, kOften, &earlier);
  while (!cut.complete()) cut.advance();
  EXPECT_EQ(cut.gathered(cut.reached()), whole.reachable());
  EXPECT_GT(earlier.size(), told);
}

TEST(Chronicle, StopsWhenNothingCanBeTold) {
  auto subject = told_subject(5);
  MemoryHistory history;
  history.set_full_at(4);
  const Budget budget;
  model::SymbolicModel whole(subject->model());
  {
    CutModel cut(whole, {}, begun(whole, 5, history), 1, budget, nullptr, kOften, &history);
    for (int again = 0; again < 3; ++again) {
      try {
        while (!cut.complete()) cut.advance();
        ADD_FAILURE() << "the disk is full";
      } catch (const LimitReached& limit) {
        EXPECT_EQ(limit.limit(), Limit::Size);
        EXPECT_STREQ(limit.what(), "the disk is full");
      }
    }
  }
  MemoryHistory earlier = history.after(history.size());
  CutModel cut(whole, {}, begun(whole, 5, earlier), 1, budget, nullptr, kOften, &earlier);
  while (!cut.complete()) cut.advance();
  EXPECT_EQ(cut.gathered(cut.reached()), whole.reachable());
}

// Records in another order tell of other work.
TEST(Chronicle, RefusesWhatIsNotItsOwn) {
  auto subject = told_subject(7);
  const Budget budget;
  model::SymbolicModel whole(subject->model());
  MemoryHistory history;
  {
    CutModel cut(whole, {}, begun(whole, 7, history), 1, budget, nullptr, kOften, &history);
    while (!cut.complete()) cut.advance();
  }
  ASSERT_GT(history.size(), 4u);
  for (std::size_t place = 1; place + 1 < history.size(); ++place) {
    MemoryHistory other = history.after(history.size());
    if (other.text(place) == other.text(place + 1)) continue;
    std::swap(other.text(place), other.text(place + 1));
    EXPECT_THROW(
        {
          CutModel cut(whole, {}, begun(whole, 7, other), 1, budget, nullptr, kOften, &other);
          while (!cut.complete()) cut.advance();
        },
        LimitReached)
        << place;
  }
  MemoryHistory headless;
  headless.tell(history.text(1));
  MemoryHistory earlier = headless.after(1);
  EXPECT_THROW(begun(whole, 7, earlier), LimitReached);
}

}  // namespace
}  // namespace gnomon::test
