// The choice between two static orders: by what a short exploration costs, and the same every time.
#include "model/order_trial.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "models.h"
#include "scenario/scenario.h"

namespace gnomon::model {
namespace {

// Pairs of variables that are equal when they are set; the text declares one half first and then the other, or each
// pair together.
std::string pairs(std::size_t count, bool apart) {
  std::string vars, evolution, initial;
  auto declare = [&](const std::string& name, std::size_t i) {
    vars += "    " + name + std::to_string(i) + " : 0 .. 3;\n";
  };
  for (std::size_t i = 0; i < count; ++i) {
    declare("x", i);
    if (!apart) declare("y", i);
  }
  for (std::size_t i = 0; apart && i < count; ++i) declare("y", i);
  for (std::size_t i = 0; i < count; ++i) {
    std::string n = std::to_string(i);
    evolution += "    x" + n + " = x" + n + " + 1 if Action = a and x" + n + " = y" + n + " and x" + n + " < 3;\n";
    evolution += "    y" + n + " = x" + n + " if Action = b;\n";
    initial += (i == 0 ? "Ag.x" : " and Ag.x") + n + " = Ag.y" + n;
  }
  return test::one_agent(vars, evolution, initial, "{a, b}", "", "SingleAssignment");
}

TEST(OrderTrial, TakesTheOrderThatCostsLess) {
  auto apart = test::interpret_or_fail(pairs(8, true));
  EXPECT_EQ(in_better_order(apart->model, {})->order(), OrderStrategy::Force);
  EXPECT_EQ(in_better_order(apart->model, {})->order(), OrderStrategy::Force);
  auto together = test::interpret_or_fail(pairs(8, false));
  const OrderStrategy chosen = in_better_order(together->model, {})->order();
  ModelOptions options;
  std::uint64_t work[2];
  for (OrderStrategy order : {OrderStrategy::Force, OrderStrategy::Declaration}) {
    options.order = order;
    SymbolicModel model(together->model, options);
    model.reachable();
    work[order == chosen ? 0 : 1] = model.manager().work();
  }
  EXPECT_LE(work[0], work[1]);
}

TEST(OrderTrial, TheSearchGoesOnToTheSameStates) {
  for (bool apart : {true, false}) {
    auto subject = test::interpret_or_fail(pairs(6, apart));
    const std::unique_ptr<SymbolicModel> tried = in_better_order(subject->model, {});
    SymbolicModel plain(subject->model, {});
    EXPECT_EQ(tried->count(tried->reachable()), plain.count(plain.reachable()));
    EXPECT_EQ(tried->explorer().depth(), plain.explorer().depth());
    EXPECT_FALSE(tried->manager().work_limit().has_value());
    tried->explore_anew();
    EXPECT_EQ(tried->explorer().reached(), tried->initial());
    EXPECT_EQ(tried->count(tried->reachable()), plain.count(plain.reachable()));
  }
}

// In one of the orders of this model the first rounds are easier, and then one of them has no end.
TEST(OrderTrial, DoesNotStayWithAnOrderThatIsStuck) {
  auto subject = test::interpret_or_fail(scenario::generate("prisoners", {"20"}).text);
  const std::unique_ptr<SymbolicModel> tried = in_better_order(subject->model, {});
  constexpr std::uint64_t kEnough = 20'000'000;
  tried->manager().set_work_limit(kEnough);
  EXPECT_NO_THROW(tried->reachable());
}

// Pauses change nothing but when the work is done.
TEST(OrderTrial, GoesOnAfterAPause) {
  std::size_t pauses = 0;
  for (const std::string& text : {pairs(8, true), pairs(8, false), scenario::generate("prisoners", {"20"}).text}) {
    auto subject = test::interpret_or_fail(text);
    OrderTrial whole(subject->model, {});
    while (whole.advance(std::numeric_limits<std::uint64_t>::max())) {
    }
    OrderTrial trial(subject->model, {});
    EXPECT_EQ(trial.leading(), nullptr);
    for (std::uint64_t before = 0; trial.advance(5000); ++pauses) {
      EXPECT_GT(trial.work(), before);
      before = trial.work();
    }
    EXPECT_EQ(trial.work(), whole.work());
    const std::unique_ptr<SymbolicModel> paused = trial.take();
    const std::unique_ptr<SymbolicModel> at_once = whole.take();
    EXPECT_EQ(paused->order(), at_once->order());
    EXPECT_EQ(paused->explorer().rounds(), at_once->explorer().rounds());
    EXPECT_EQ(paused->count(paused->explorer().reached()), at_once->count(at_once->explorer().reached()));
    EXPECT_FALSE(paused->manager().work_limit().has_value());
  }
  EXPECT_GT(pauses, 3U);
}

TEST(OrderTrial, TakesTheLeaderBeforeItIsDecided) {
  auto subject = test::interpret_or_fail(scenario::generate("prisoners", {"20"}).text);
  OrderTrial trial(subject->model, {});
  while (trial.leading() == nullptr) ASSERT_TRUE(trial.advance(10'000));
  SymbolicModel* leading = trial.leading();
  EXPECT_EQ(trial.take().get(), leading);
  EXPECT_FALSE(trial.advance(1));
}

TEST(OrderTrial, TakesANewBudgetOver) {
  auto subject = test::interpret_or_fail(scenario::generate("prisoners", {"20"}).text);
  OrderTrial trial(subject->model, {});
  ASSERT_TRUE(trial.advance(30'000));
  Budget budget;
  budget.deadline = Budget::Clock::now();
  trial.set_budget(budget);
  EXPECT_THROW(trial.advance(std::numeric_limits<std::uint64_t>::max()), LimitReached);
}

TEST(OrderTrial, LimitsOfTheRunAreRaised) {
  auto subject = test::interpret_or_fail(pairs(8, true));
  ModelOptions options;
  options.budget.deadline = Budget::Clock::now();
  EXPECT_THROW(in_better_order(subject->model, options), LimitReached);
}

// So the words about a limit can say which of the two it ended.
TEST(OrderTrial, StepsOfExplorationAreToldFromEncoding) {
  auto subject = test::interpret_or_fail(pairs(8, true));
  std::atomic<bool> interrupt = false;
  ModelOptions options;
  options.budget.interrupt = &interrupt;
  std::vector<std::size_t> rounds;
  bool inside = false;
  const AroundStep around = [&](std::size_t round, const std::function<void()>& step) {
    rounds.push_back(round);
    interrupt = round == 1;
    inside = true;
    options.budget.poll();
    step();
    inside = false;
  };
  EXPECT_THROW(in_better_order(subject->model, options, around), LimitReached);
  EXPECT_TRUE(inside);
  EXPECT_EQ(rounds, (std::vector<std::size_t>{0, 1}));
}

}  // namespace
}  // namespace gnomon::model
