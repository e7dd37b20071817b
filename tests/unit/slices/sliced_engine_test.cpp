// Models in slices: limits in the middle of the work, the choice of windows, and where slicing is refused.
#include "slices/sliced_engine.h"

#include <atomic>
#include <gtest/gtest.h>
#include <string>

#include "oracle/harness/families.h"
#include "oracle/harness/sliced_run.h"
#include "slices/windows.h"

namespace gnomon::test {
namespace {

using slices::CutModel;
using slices::Op;

std::unique_ptr<Subject> drawn_subject(const Family& family, std::uint64_t seed) {
  return Subject::load(random_case(family, seed).text());
}

// Somebody interrupts every other round, and every other slice has too few nodes: what was found is kept, and the end is
// the same.
TEST(Slices, GoOnAfterALimit) {
  std::size_t interruptions = 0;
  std::size_t full = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    auto subject = drawn_subject(families()[0], seed);
    ASSERT_TRUE(subject);
    std::atomic<bool> interrupt = false;
    Budget budget;
    budget.interrupt = &interrupt;
    budget.nodes = 1;
    model::SymbolicModel whole(subject->model());
    CutModel cut(whole, {}, random_windows(whole, 3, seed), 2, budget);
    for (std::size_t turn = 0; !cut.complete(); ++turn) {
      interrupt = turn % 2 == 1;
      cut.crew().adopt_limits();
      try {
        cut.advance();
        EXPECT_FALSE(interrupt);
      } catch (const LimitReached& limit) {
        (limit.limit() == Limit::Nodes ? full : interruptions) += 1;
        if (limit.limit() == Limit::Nodes) budget.nodes *= 4;
        EXPECT_TRUE(limit.limit() == Limit::Nodes || interrupt);
      }
    }
    interrupt = false;
    budget.nodes = 0;
    cut.crew().adopt_limits();
    EXPECT_EQ(cut.reached().count(), whole.count(whole.reachable())) << seed;
    EXPECT_EQ(cut.gathered(cut.reached()), whole.reachable()) << seed;
  }
  EXPECT_GT(interruptions, 30u);
  EXPECT_GT(full, 0u) << "no slice has run out of nodes";
}

TEST(Slices, AreCutByWindowsThatContainEveryStateOnce) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    auto subject = drawn_subject(families()[0], seed);
    model::SymbolicModel model(subject->model());
    for (std::size_t count : {1, 2, 3, 8}) {
      const slices::Cut cut = slices::cut(model, model.reachable(), count);
      ASSERT_LE(cut.windows.size(), count);
      bdd::Bdd all = model.manager().constant(false);
      std::size_t largest = 0;
      for (const bdd::Bdd& window : cut.windows) {
        EXPECT_TRUE(window.disjoint_from(all));
        all |= window;
        largest = std::max(largest, (window & model.reachable().bdd()).node_count());
      }
      EXPECT_TRUE(all.is_true());
      EXPECT_DOUBLE_EQ(cut.largest * static_cast<double>(model.reachable().bdd().node_count()),
                       static_cast<double>(largest));
      EXPECT_EQ(cut.windows.size() == 1, cut.largest == 1 && cut.sum == 1) << seed;
    }
  }
}

// The initial states alone are confirmed only if no step leads out of them, all states always.
TEST(Slices, AreConfirmedWhenTheyContainAllStates) {
  std::size_t incomplete = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    auto subject = drawn_subject(families()[0], seed);
    const Budget budget;
    model::SymbolicModel whole(subject->model());
    CutModel cut(whole, {}, random_windows(whole, 3, seed), 2, budget);
    while (!cut.complete()) {
      const bool all = cut.reached().count() == whole.count(whole.reachable());
      EXPECT_EQ(cut.confirm(), all) << seed;
      if (!all) ++incomplete;
      cut.advance();
    }
    EXPECT_TRUE(cut.confirm()) << seed;
  }
  EXPECT_GT(incomplete, 10u);
}

// The picked state is the one that is picked in one place.
TEST(Slices, PickTheLeastState) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    auto subject = drawn_subject(families()[0], seed);
    SlicedRun run(*subject, {.slices = 4}, seed);
    model::SymbolicModel whole(subject->model());
    const auto answers = run.cut().crew().ask({.op = Op::Least, .a = run.cut().reached().number()});
    const slices::Answer* least = slices::least_of(answers);
    ASSERT_NE(least, nullptr);
    EXPECT_EQ(least->values, whole.pick(whole.reachable())) << seed;
  }
}

TEST(Slices, AreRefusedWhereTheyDoNotPay) {
  auto subject = drawn_subject(families()[0], 5);
  engine::Activity activity({}, nullptr, {});
  engine::System system(subject->model(), activity, {});
  slices::SlicedEngine engine(system, {.slices = 4, .threads = 2, .only_if_it_pays = true});
  engine.build();
  EXPECT_TRUE(engine.built());
  EXPECT_FALSE(engine.slices());
  EXPECT_EQ(engine.not_cut().find("slicing does not pay"), 0u) << engine.not_cut();
  EXPECT_TRUE(system.whole_known());
}

// What is known about the model is told when the time is over, too.
TEST(Slices, TellWhatIsKnownAfterALimit) {
  auto subject = drawn_subject(families()[0], 5);
  engine::Activity activity({}, nullptr, {});
  engine::System system(subject->model(), activity, {});
  slices::SlicedEngine engine(system, {.slices = 3, .threads = 2, .first_nodes = 0});
  engine.build();
  activity.limit_call({.seconds = 0.0, .memory_bytes = 0});
  system.adopt_limits();
  EXPECT_TRUE(engine.built());
  EXPECT_EQ(engine.beginning(), engine::FullEngine::Beginning::Some);
  ASSERT_TRUE(engine.slices());
  EXPECT_EQ(engine.slices()->slices.size(), 3u);
  EXPECT_TRUE(activity.perform(engine::Phase::Deadlocks, [&] { engine.deadlocks(); }));
}

// Windows that put almost everything on one side gain nothing.
TEST(Slices, JudgeACut) {
  slices::Cut cut;
  cut.largest = 0.5;
  cut.sum = 1.1;
  EXPECT_TRUE(cut.good());
  cut.sum = 1.9;
  EXPECT_FALSE(cut.good());
  cut.largest = 0.9;
  cut.sum = 1.1;
  EXPECT_FALSE(cut.good());
}

}  // namespace
}  // namespace gnomon::test
