// Limits: whatever stops an operation, the manager is intact afterwards and can go on with a larger budget.
#include <atomic>
#include <gtest/gtest.h>
#include <random>

#include "truth_table.h"

namespace gnomon::bdd::test {
namespace {

// Exponential in the number of variables when the order is that of creation.
Bdd hard_function(Manager& manager, const std::vector<Var>& vars) {
  Bdd f = manager.constant(false);
  const std::size_t half = vars.size() / 2;
  for (std::size_t i = 0; i < half; ++i) f |= manager.literal(vars[i]) & manager.literal(vars[half + i]);
  return f;
}

Limit limit_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const LimitReached& limit) {
    EXPECT_FALSE(std::string(limit.what()).empty());
    return limit.limit();
  }
  ADD_FAILURE() << "no limit was reached";
  return Limit::Interrupt;
}

TEST(Budget, Nodes) {
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 36);
  Budget budget;
  budget.nodes = 5000;
  manager.set_budget(budget);
  EXPECT_EQ(limit_of([&] { hard_function(manager, vars); }), Limit::Nodes);
  EXPECT_LE(manager.statistics().peak_nodes, 5000u);
  EXPECT_EQ(manager.check_invariants(), "");
  const std::vector<Var> few(vars.begin(), vars.begin() + 10);
  EXPECT_GT(hard_function(manager, few).node_count(), 10u);
  manager.set_budget({});
  EXPECT_GT(hard_function(manager, vars).node_count(), 100000u);
  EXPECT_EQ(manager.check_invariants(), "");
}

TEST(Budget, Memory) {
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 44);
  Budget budget;
  budget.memory_bytes = std::size_t{4} << 20;
  manager.set_budget(budget);
  EXPECT_EQ(limit_of([&] { hard_function(manager, vars); }), Limit::Memory);
  EXPECT_LE(manager.statistics().peak_memory_bytes, budget.memory_bytes);
  EXPECT_EQ(manager.check_invariants(), "");
  budget.memory_bytes *= 4;
  manager.set_budget(budget);
  EXPECT_EQ(limit_of([&] { hard_function(manager, vars); }), Limit::Memory);
  EXPECT_LE(manager.statistics().peak_memory_bytes, budget.memory_bytes);
}

TEST(Budget, GarbageDoesNotCount) {
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 16);
  Budget budget;
  budget.nodes = 4000;
  manager.set_budget(budget);
  for (int round = 0; round < 200; ++round) EXPECT_GT(hard_function(manager, vars).node_count(), 100u);
  std::mt19937 rng(1);
  for (int round = 0; round < 50; ++round) {
    EXPECT_FALSE(
        build(manager, std::vector<Var>(vars.begin(), vars.begin() + 9), TruthTable::random(9, rng)).is_constant());
  }
  EXPECT_GT(manager.statistics().collections, 0u);
}

TEST(Budget, InterruptAndDeadline) {
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 40);
  std::atomic<bool> stop{false};
  Budget budget;
  budget.interrupt = &stop;
  int ticks = 0;
  budget.tick = [&] {
    if (++ticks == 5) stop = true;
  };
  manager.set_budget(budget);
  EXPECT_EQ(limit_of([&] { hard_function(manager, vars); }), Limit::Interrupt);
  EXPECT_EQ(ticks, 5);
  EXPECT_EQ(manager.check_invariants(), "");
  budget = {};
  budget.deadline = Budget::Clock::now();
  manager.set_budget(budget);
  EXPECT_EQ(limit_of([&] { hard_function(manager, vars); }), Limit::Time);
  EXPECT_EQ(limit_of([&] { manager.reorder(); }), Limit::Time);
  EXPECT_EQ(manager.check_invariants(), "");
  manager.set_budget({});
  EXPECT_FALSE(hard_function(manager, vars).is_constant());
}

TEST(Budget, CountingCanBeStopped) {
  for (const std::size_t more : {std::size_t{0}, std::size_t{100}}) {  // machine words, and larger numbers
    Manager manager;
    const std::vector<Var> vars = make_vars(manager, 34 + more);
    const std::vector<Var> few(vars.begin(), vars.begin() + 34);
    const Bdd f = hard_function(manager, few);
    const VarSet all = manager.set(vars);
    std::atomic<bool> stop{true};
    Budget budget;
    budget.interrupt = &stop;
    manager.set_budget(budget);
    EXPECT_EQ(limit_of([&] { count(f, all); }), Limit::Interrupt);
    stop = false;
    BigInt expected = 1;  // assignments without a pair of ones: three of four for each pair
    for (int i = 0; i < 17; ++i) expected *= 3;
    EXPECT_EQ(count(!f, all), expected << more);
    EXPECT_EQ(manager.check_invariants(), "");
  }
}

TEST(Budget, ReorderingStopsBetweenBlocks) {
  for (int allowed = 0; allowed < 20; ++allowed) {
    Manager manager;
    const std::vector<Var> vars = make_vars(manager, 28);
    for (std::size_t i = 0; i < vars.size(); i += 2) manager.group(std::span(vars).subspan(i, 2));
    const Bdd f = hard_function(manager, vars);
    std::atomic<bool> stop{false};
    Budget budget;
    budget.interrupt = &stop;
    int ticks = 0;
    budget.tick = [&] {
      if (++ticks > allowed) stop = true;
    };
    manager.set_budget(budget);
    EXPECT_EQ(limit_of([&] {
                for (int again = 0; again < 10; ++again) manager.reorder();
              }),
              Limit::Interrupt);
    EXPECT_EQ(manager.check_invariants(), "");
    manager.set_budget({});
    EXPECT_EQ(f, hard_function(manager, vars));
  }
}

TEST(Budget, ReorderingWithoutRoomKeepsGroupsTogether) {
  for (std::size_t spare = 0; spare < 3000; spare += 250) {
    Manager manager;
    const std::vector<Var> vars = make_vars(manager, 20);
    for (std::size_t i = 0; i < vars.size(); i += 2) manager.group(std::span(vars).subspan(i, 2));
    const Bdd f = hard_function(manager, vars);
    manager.collect_garbage();
    Budget budget;
    budget.nodes = manager.statistics().live_nodes + spare;
    manager.set_budget(budget);
    manager.reorder();
    std::vector<Var> order = vars;
    std::reverse(order.begin(), order.end());
    for (std::size_t i = 0; i < order.size(); i += 2) std::swap(order[i], order[i + 1]);
    try {
      manager.set_order(order);
    } catch (const LimitReached& limit) {
      EXPECT_EQ(limit.limit(), Limit::Memory);
    }
    EXPECT_EQ(manager.check_invariants(), "");
    manager.set_budget({});
    EXPECT_EQ(f, hard_function(manager, vars));
  }
}

// Garbage is not counted as alive, whether or not it has been collected.
TEST(Budget, LiveNodesAreThoseInUse) {
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 24);
  Bdd f = hard_function(manager, vars);
  const std::size_t large = f.node_count();
  EXPECT_EQ(manager.statistics().live_nodes + 1, large);
  f = manager.literal(vars[3]);
  EXPECT_EQ(manager.statistics().live_nodes, 1u);
  EXPECT_EQ(manager.check_invariants(), "");
  // A recent number follows when much is computed.
  for (int round = 0; round < 20; ++round) hard_function(manager, vars);
  EXPECT_LE(manager.recent_live_nodes(), large);
  manager.collect_garbage();
  EXPECT_EQ(manager.recent_live_nodes(), 1u);
}

TEST(Budget, WorkIsCountedAndLimited) {
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 40);
  const std::uint64_t before = manager.work();
  manager.set_work_limit(before + 100000);
  EXPECT_EQ(limit_of([&] { hard_function(manager, vars); }), Limit::Size);
  EXPECT_GT(manager.work(), before + 90000);
  EXPECT_LT(manager.work(), before + 120000);
  EXPECT_EQ(manager.check_invariants(), "");
  manager.set_work_limit(std::nullopt);
  EXPECT_FALSE(hard_function(manager, vars).is_constant());
}

// Memory of the process: growth stops in time, after the computed cache has been given up.
TEST(Budget, ProcessMemory) {
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 52);
  Budget budget;
  constexpr std::size_t kMore = std::size_t{200} << 20;
  budget.process_bytes = resident_memory() + kMore;
  manager.set_budget(budget);
  EXPECT_EQ(limit_of([&] { hard_function(manager, vars); }), Limit::Memory);
  EXPECT_LE(resident_memory(), budget.process_bytes + (std::size_t{16} << 20));
  EXPECT_GT(manager.statistics().peak_memory_bytes, kMore / 3);
  EXPECT_EQ(manager.check_invariants(), "");
  EXPECT_FALSE(hard_function(manager, std::vector<Var>(vars.begin(), vars.begin() + 20)).is_constant());
}

TEST(Budget, StatisticsCount) {
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 24);
  const Bdd f = hard_function(manager, vars);
  const Statistics before = manager.statistics();
  EXPECT_GT(before.cache_lookups, before.cache_hits);
  EXPECT_GE(before.peak_nodes, before.live_nodes);
  EXPECT_GE(before.peak_memory_bytes, before.memory_bytes);
  manager.collect_garbage();
  const Statistics after = manager.statistics();
  EXPECT_EQ(after.live_nodes + 1, f.node_count());
  EXPECT_EQ(after.collections, before.collections + 1);
  EXPECT_GE(after.peak_nodes, before.live_nodes);
}

}  // namespace
}  // namespace gnomon::bdd::test
