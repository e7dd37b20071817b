// Diagrams deeper than the stack, and managers in several threads.
#include <ctime>
#include <functional>
#include <gtest/gtest.h>
#include <numeric>
#include <pthread.h>
#include <random>
#include <thread>

#include "truth_table.h"

namespace gnomon::bdd::test {
namespace {

void run_with_stack(std::size_t bytes, std::function<void()> body) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, bytes), 0);
  pthread_t thread{};
  const auto entry = [](void* argument) -> void* {
    (*static_cast<std::function<void()>*>(argument))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, entry, &body), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

// Every operation on chains of 20 000 variables.
void work_on_chains() {
  constexpr std::size_t kVars = 20000;
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, kVars);
  const VarSet all = manager.set(vars);
  const Bdd& conjunction = all.cube();
  // Parity from the bottom up costs one node per step.
  Bdd parity = manager.constant(false);
  for (std::size_t i = kVars; i-- > 0;) parity = manager.literal(vars[i]) ^ parity;
  EXPECT_EQ(parity.node_count(), kVars + 1);
  BigInt half = 1;
  half <<= kVars - 1;
  EXPECT_EQ(count(parity, all), half);

  std::vector<Var> odd, even;
  for (std::size_t i = 0; i < kVars; ++i) (i % 2 == 0 ? even : odd).push_back(vars[i]);
  const VarSet odd_set = manager.set(odd);
  EXPECT_EQ(parity & parity, parity);
  EXPECT_EQ(conjunction & parity, manager.constant(false));  // an even number of ones
  EXPECT_EQ((conjunction | parity).minus(parity), conjunction);
  EXPECT_TRUE(conjunction.disjoint_from(parity));
  EXPECT_EQ(ite(parity, !conjunction, parity), parity);
  EXPECT_TRUE(exists(parity, odd_set).is_true());
  EXPECT_EQ(exists(conjunction, odd_set), manager.set(even).cube());
  EXPECT_EQ(and_exists(conjunction, !parity, odd_set), manager.set(even).cube());
  EXPECT_EQ(cofactor(conjunction, odd_set.cube()), manager.set(even).cube());
  EXPECT_EQ(restrict_to(conjunction, odd_set.cube()), manager.set(even).cube());

  std::vector<std::pair<Var, Var>> shift, pairs;
  std::vector<std::pair<Var, Bdd>> negate;
  for (std::size_t i = 0; i < kVars; i += 2) {
    shift.emplace_back(vars[i], vars[i + 1]);
    pairs.emplace_back(vars[i], vars[i + 1]);
    negate.emplace_back(vars[i], !manager.literal(vars[i]));
  }
  EXPECT_EQ(rename(manager.set(even).cube(), manager.map(shift)), odd_set.cube());
  EXPECT_EQ(substitute(parity, negate), parity);  // an even number of negations
  // Each next variable is the negation of its current one.
  Bdd flip = manager.constant(true);
  for (std::size_t i = kVars; i > 0; i -= 2) flip &= manager.literal(vars[i - 2]) ^ manager.literal(vars[i - 1]);
  const Pairs steps = manager.pairs(pairs);
  const Bdd ones = manager.set(even).cube();
  const Bdd zeros = image(ones, flip, steps, manager.set({}));
  EXPECT_EQ(count(zeros, manager.set(even)), 1);
  EXPECT_EQ(preimage(zeros, flip, steps, manager.set({})), ones);
  EXPECT_EQ(image(zeros, flip, steps, manager.set({})), ones);

  EXPECT_EQ(support(parity), all);
  EXPECT_EQ(pick(conjunction, all), conjunction);
  std::vector<bool> ones_assignment(kVars, true);
  EXPECT_TRUE(evaluate(conjunction, ones_assignment));
  int cubes = 0;
  for_each_cube(conjunction, [&](std::span<const Literal>) { return ++cubes < 2; });
  EXPECT_EQ(cubes, 1);
  manager.collect_garbage();
  manager.reorder(ReorderOptions{.max_blocks = 3});
  EXPECT_EQ(parity.node_count(), kVars + 1);
}

TEST(Deep, TwentyThousandVariablesOnASmallStack) {
  run_with_stack(std::size_t{1} << 20, work_on_chains);
}

TEST(Deep, LimitsStillWorkOnTheLargeStack) {
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 20000);
  Bdd parity = manager.constant(false);
  for (std::size_t i = vars.size(); i-- > 0;) parity = manager.literal(vars[i]) ^ parity;
  const Bdd conjunction = manager.set(vars).cube();
  Budget budget;
  budget.nodes = manager.statistics().live_nodes + 1000;
  manager.collect_garbage();
  manager.set_budget(budget);
  std::vector<std::pair<Var, Bdd>> negate;
  for (const Var v : vars) negate.emplace_back(v, conjunction);
  EXPECT_THROW((void)((parity ^ conjunction) & manager.literal(vars.back())), LimitReached);
  manager.set_budget({});
  EXPECT_EQ((parity ^ conjunction) ^ conjunction, parity);
  EXPECT_EQ(manager.check_invariants(), "");
}

TEST(Threads, ManagersInSeveralThreads) {
  std::vector<std::thread> threads;
  std::vector<std::string> complaints(4);
  for (unsigned t = 0; t < 4; ++t) {
    threads.emplace_back([t, &complaints] {
      std::mt19937 rng(t);
      Manager manager(Config{.initial_nodes = 256});
      const std::vector<Var> vars = make_vars(manager, 8);
      for (int round = 0; round < 60; ++round) {
        const TruthTable a = TruthTable::random(8, rng);
        const TruthTable b = TruthTable::random(8, rng);
        const Bdd f = build(manager, vars, a) ^ build(manager, vars, b);
        if (round % 10 == 0) disturb(manager, rng);
        const TruthTable expected = TruthTable::of(8, [&](std::size_t x) { return a[x] != b[x]; });
        if (table_of(f, vars) != expected) complaints[t] = "wrong table";
      }
      if (complaints[t].empty()) complaints[t] = manager.check_invariants();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& words : complaints) EXPECT_EQ(words, "");
}

// The time of the threads that deep operations run on belongs to those who called them.
TEST(Deep, ProcessorTimeIncludesLargeStacks) {
  constexpr std::size_t kMany = 30000;
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, kMany);
  Bdd even = manager.constant(true);
  Bdd odd = manager.constant(true);
  for (std::size_t i = kMany; i-- > 0;) (i % 2 == 0 ? even : odd) &= manager.literal(vars[i]);
  const auto process_seconds = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
  const double process = process_seconds();
  const double own = manager.processor_seconds();
  for (int round = 0; round < 30; ++round) {
    manager.collect_garbage();
    EXPECT_FALSE((even & odd).is_false());
    EXPECT_FALSE((even ^ odd).is_false());
  }
  const double spent = process_seconds() - process;
  EXPECT_GT(manager.processor_seconds() - own, spent * 0.9 - 0.02);
}

}  // namespace
}  // namespace gnomon::bdd::test
