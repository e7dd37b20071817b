// Changes of the order: functions keep their meaning, groups stay together, sifting finds good orders, automatic
// reordering happens between operations.
#include <gtest/gtest.h>
#include <numeric>
#include <random>

#include "bdd/held_order.h"
#include "truth_table.h"

namespace gnomon::bdd::test {
namespace {

// x0 & x(n) | x1 & x(n+1) | ...: exponential when the halves are apart, linear when the pairs are neighbours.
Bdd pairs_function(Manager& manager, const std::vector<Var>& vars) {
  Bdd f = manager.constant(false);
  const std::size_t half = vars.size() / 2;
  for (std::size_t i = 0; i < half; ++i) f |= manager.literal(vars[i]) & manager.literal(vars[half + i]);
  return f;
}

std::vector<Var> order_of(const Manager& manager) {
  std::vector<Var> order;
  for (std::size_t at = 0; at < manager.var_count(); ++at) order.push_back(manager.var_at(at));
  return order;
}

TEST(Reorder, EveryOrderOfFourVariablesKeepsEveryFunction) {
  std::mt19937 rng(2);
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 4);
  std::vector<Bdd> functions;
  std::vector<TruthTable> tables;
  for (int i = 0; i < 300; ++i) {
    tables.push_back(TruthTable::random(4, rng));
    functions.push_back(build(manager, vars, tables.back()));
  }
  std::vector<Var> order = vars;
  do {
    manager.set_order(order);
    EXPECT_EQ(order_of(manager), order);
    EXPECT_EQ(manager.check_invariants(), "");
    for (std::size_t i = 0; i < functions.size(); ++i) {
      ASSERT_EQ(table_of(functions[i], vars), tables[i]);
      ASSERT_EQ(build(manager, vars, tables[i]), functions[i]);
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(Reorder, SiftingFindsTheLinearOrder) {
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 20);
  const Bdd f = pairs_function(manager, vars);
  EXPECT_GT(f.node_count(), 1000u);
  manager.reorder();
  EXPECT_EQ(f.node_count(), 21u);
  EXPECT_EQ(f, pairs_function(manager, vars));
  EXPECT_EQ(manager.check_invariants(), "");
  EXPECT_EQ(manager.statistics().reorderings, 1u);
}

TEST(Reorder, GroupsStayTogether) {
  std::mt19937 rng(4);
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 16);
  const std::span<const Var> all(vars);
  manager.group(all.subspan(0, 2));
  manager.group(all.subspan(2, 3));
  manager.group(all.subspan(8, 4));
  const Bdd f = pairs_function(manager, vars);
  const std::size_t before = f.node_count();
  manager.reorder();
  EXPECT_LT(f.node_count(), before);
  EXPECT_EQ(manager.check_invariants(), "");
  for (const auto& [first, size] : {std::pair<std::size_t, std::size_t>{0, 2}, {2, 3}, {8, 4}}) {
    for (std::size_t i = 1; i < size; ++i) {
      EXPECT_EQ(manager.level_of(vars[first + i]), manager.level_of(vars[first]) + i);
    }
  }
  EXPECT_EQ(f, pairs_function(manager, vars));

  // Orders that tear a group apart are refused, others reached.
  std::vector<Var> order = vars;
  std::swap(order[1], order[2]);
  EXPECT_THROW(manager.set_order(order), UsageError);
  std::rotate(order.begin(), order.begin() + 8, order.end());
  EXPECT_THROW(manager.set_order(order), UsageError);
  order = vars;
  std::rotate(order.begin(), order.begin() + 8, order.end());
  manager.set_order(order);
  EXPECT_EQ(order_of(manager), order);
  EXPECT_EQ(f, pairs_function(manager, vars));
}

TEST(Reorder, GroupMisuse) {
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 6);
  const std::vector<Var> gap{vars[0], vars[2]};
  EXPECT_THROW(manager.group(gap), UsageError);
  const std::vector<Var> backwards{vars[1], vars[0]};
  EXPECT_THROW(manager.group(backwards), UsageError);
  manager.group(std::span(vars).subspan(1, 2));
  EXPECT_THROW(manager.group(std::span(vars).subspan(2, 2)), UsageError);
  EXPECT_THROW(manager.new_var_at(2), UsageError);
  EXPECT_NO_THROW(manager.new_var_at(3));
  EXPECT_NO_THROW(manager.new_var_at(1));
  const std::vector<Var> short_order{vars[0]};
  EXPECT_THROW(manager.set_order(short_order), UsageError);
  EXPECT_EQ(manager.check_invariants(), "");
}

TEST(Reorder, NewVariablesJoinTheGroupAboveThem) {
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 6);
  manager.group(std::span(vars).subspan(1, 2));
  const Bdd f = manager.literal(vars[1]) ^ manager.literal(vars[4]);
  const Var last = manager.new_var_below(vars[2]);
  const Var middle = manager.new_var_below(vars[1]);
  const Var alone = manager.new_var_below(vars[5]);
  EXPECT_EQ(manager.level_of(middle), 2u);
  EXPECT_EQ(manager.level_of(last), 4u);
  EXPECT_EQ(manager.level_of(alone), manager.var_count() - 1);
  EXPECT_EQ(f, manager.literal(vars[1]) ^ manager.literal(vars[4]));
  const std::vector<Var> torn{vars[0], vars[1], middle, vars[2], vars[3], last, vars[4], vars[5], alone};
  EXPECT_THROW(manager.set_order(torn), UsageError);
  const std::vector<Var> moved{alone, vars[1], middle, vars[2], last, vars[0], vars[3], vars[4], vars[5]};
  EXPECT_NO_THROW(manager.set_order(moved));
  EXPECT_EQ(manager.check_invariants(), "");
}

TEST(Reorder, NewVariablesAtAnyLevel) {
  std::mt19937 rng(12);
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 4);
  std::vector<TruthTable> tables;
  std::vector<Bdd> functions;
  for (int i = 0; i < 50; ++i) {
    tables.push_back(TruthTable::random(4, rng));
    functions.push_back(build(manager, vars, tables.back()));
  }
  for (int round = 0; round < 10; ++round) {
    const std::size_t at = rng() % (manager.var_count() + 1);
    const Var fresh = manager.new_var_at(at);
    EXPECT_EQ(manager.level_of(fresh), at);
    EXPECT_EQ(manager.check_invariants(), "");
    const Bdd x = manager.literal(fresh);
    for (std::size_t i = 0; i < functions.size(); ++i) {
      ASSERT_EQ(table_of(functions[i], vars), tables[i]);
      EXPECT_EQ(exists(functions[i] & x, support(x)), functions[i]);
    }
  }
}

// Work on diagrams that stay large: enough of it for a reordering to be worth its price.
void use(Manager& manager, const Bdd& f, const std::vector<Var>& vars) {
  for (int round = 0; round < 4; ++round) {
    for (const Var var : vars) {
      EXPECT_FALSE((f & manager.literal(var)).is_false());
      EXPECT_FALSE((f ^ manager.literal(var)).is_false());
    }
    manager.collect_garbage();
  }
}

TEST(Reorder, HappensByItselfWhenDiagramsAreLarge) {
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 32);
  manager.set_auto_reorder(true);
  EXPECT_TRUE(manager.auto_reorder());
  const Bdd f = pairs_function(manager, vars);
  use(manager, f, vars);
  EXPECT_GT(manager.statistics().reorderings, 0u);
  EXPECT_LT(f.node_count(), 1000u);
  manager.set_auto_reorder(false);
  EXPECT_FALSE(manager.auto_reorder());
  EXPECT_EQ(f, pairs_function(manager, vars));
  EXPECT_EQ(manager.check_invariants(), "");
}

TEST(Reorder, WaitsWhileTheOrderIsHeld) {
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 32);
  manager.set_auto_reorder(true);
  EXPECT_FALSE(manager.hold_order(true));
  EXPECT_TRUE(manager.hold_order(true));
  { const HeldOrder inside(manager); }  // leaves it held
  const Bdd f = pairs_function(manager, vars);
  use(manager, f, vars);
  EXPECT_EQ(manager.statistics().reorderings, 0u);
  manager.hold_order(false);
  EXPECT_TRUE(manager.auto_reorder());
  use(manager, f, vars);
  EXPECT_GT(manager.statistics().reorderings, 0u);
  EXPECT_EQ(f, pairs_function(manager, vars));
  EXPECT_EQ(manager.check_invariants(), "");
}

// An order that cannot be improved: attempts get rarer, and their share of the work stays small.
TEST(Reorder, CostsLittleWhereItDoesNotHelp) {
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 13);
  manager.set_auto_reorder(true, ReorderOptions{.patience = 8, .first_at = 1000});
  std::mt19937 rng(3);
  std::vector<Bdd> functions;
  for (int i = 0; i < 6; ++i) functions.push_back(build(manager, vars, TruthTable::random(13, rng)));
  for (int round = 0; round < 6; ++round) {
    for (Bdd& f : functions)
      f ^= functions[rng() % functions.size()] & build(manager, vars, TruthTable::random(13, rng));
  }
  const std::vector<ReorderRecord>& history = manager.reorder_history();
  EXPECT_EQ(history.size(), manager.statistics().reorderings);
  EXPECT_LE(history.size(), 6u);
  for (std::size_t i = 0; i < history.size(); ++i) {
    EXPECT_LE(history[i].nodes_after, history[i].nodes_before);
    if (i > 0) {
      EXPECT_GT(history[i].at_work, history[i - 1].at_work);
    }
  }
}

TEST(Reorder, BoundsAreRespected) {
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 24);
  const Bdd f = pairs_function(manager, vars);
  manager.reorder(ReorderOptions{.max_blocks = 1});
  const std::size_t after_one = f.node_count();
  EXPECT_GT(after_one, 25u);
  manager.reorder(ReorderOptions{.max_work = 1});
  EXPECT_LE(f.node_count(), after_one * 2);
  EXPECT_EQ(f, pairs_function(manager, vars));
  EXPECT_EQ(manager.check_invariants(), "");
}

TEST(Reorder, ManyFunctionsInManyRounds) {
  std::mt19937 rng(21);
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 10);
  std::vector<Bdd> functions;
  std::vector<TruthTable> tables;
  for (int i = 0; i < 40; ++i) {
    tables.push_back(TruthTable::random(10, rng));
    functions.push_back(build(manager, vars, tables.back()));
  }
  for (int round = 0; round < 15; ++round) {
    disturb(manager, rng);
    ASSERT_EQ(manager.check_invariants(), "");
    const std::size_t i = rng() % functions.size();
    ASSERT_EQ(table_of(functions[i], vars), tables[i]);
    functions[i] = functions[i] ^ functions[(i + 1) % functions.size()];
    tables[i] = table_of(functions[i], vars);
  }
}

}  // namespace
}  // namespace gnomon::bdd::test
