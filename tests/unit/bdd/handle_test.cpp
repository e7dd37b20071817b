// Handles: copies and moves, lifetimes in any order, and every kind of misuse.
#include <gtest/gtest.h>
#include <memory>
#include <optional>

#include "truth_table.h"

namespace gnomon::bdd::test {
namespace {

TEST(Handles, CopiesKeepFunctionsAlive) {
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 8);
  std::vector<Bdd> copies;
  for (int round = 0; round < 3; ++round) {
    Bdd f = manager.constant(true);
    for (const Var v : vars) f = f ^ manager.literal(v);
    copies.push_back(f);
    copies.push_back(std::move(f));
    EXPECT_FALSE(f.valid());  // NOLINT(bugprone-use-after-move): a moved-from handle is empty by contract
    f = copies.back();
    f = *&f;
    EXPECT_TRUE(f.valid());
    manager.collect_garbage();
  }
  for (const Bdd& f : copies) EXPECT_EQ(f, copies.front());
  EXPECT_EQ(manager.check_invariants(), "");
  EXPECT_EQ(copies.front().node_count(), 9u);
  copies.clear();
  manager.collect_garbage();
  EXPECT_EQ(manager.statistics().live_nodes, 0u);
}

TEST(Handles, NoNodeLeaks) {
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 12);
  manager.collect_garbage();
  std::mt19937 rng(3);
  {
    std::vector<Bdd> functions;
    for (int i = 0; i < 20; ++i) functions.push_back(build(manager, vars, TruthTable::random(12, rng)));
    manager.collect_garbage();
    EXPECT_EQ(manager.statistics().live_nodes + 1, node_count(functions));
    functions.resize(7);
    manager.collect_garbage();
    EXPECT_EQ(manager.statistics().live_nodes + 1, node_count(functions));
  }
  manager.collect_garbage();
  EXPECT_EQ(manager.statistics().live_nodes, 0u);
}

TEST(Handles, BecomeEmptyWithTheirManager) {
  std::optional<Manager> manager(std::in_place);
  const Var x = manager->new_var();
  Bdd f = manager->literal(x);
  Bdd moved = f & f;
  const Bdd g = std::move(moved);
  const VarSet set = support(f);
  manager.reset();
  EXPECT_FALSE(f.valid());
  EXPECT_FALSE(g.valid());
  EXPECT_FALSE(set.valid());
  EXPECT_EQ(f, Bdd());
  EXPECT_THROW((void)(f & g), UsageError);
  f = g;
  EXPECT_FALSE(f.valid());
}

TEST(Handles, ManagersAreIndependent) {
  auto first = std::make_unique<Manager>();
  Manager second;
  const Var x = first->new_var();
  const Var y = second.new_var();
  Bdd f = first->literal(x);
  const Bdd g = second.literal(y);
  EXPECT_FALSE(f == g);
  f = g;
  EXPECT_EQ(f, g);
  first.reset();
  EXPECT_TRUE(f.valid());
  EXPECT_EQ(second.check_invariants(), "");
}

TEST(Handles, MisuseIsReported) {
  Manager manager;
  Manager other;
  const std::vector<Var> vars = make_vars(manager, 4);
  const Bdd x = manager.literal(vars[0]);
  const Bdd y = manager.literal(vars[1]);
  const Bdd foreign = other.literal(other.new_var());
  const Bdd empty;
  EXPECT_THROW((void)(x & foreign), UsageError);
  EXPECT_THROW((void)(x | empty), UsageError);
  EXPECT_THROW((void)(empty ^ x), UsageError);
  EXPECT_THROW((void)!empty, UsageError);
  EXPECT_THROW((void)empty.is_true(), UsageError);
  EXPECT_THROW((void)empty.manager(), UsageError);
  EXPECT_THROW((void)ite(x, y, foreign), UsageError);
  EXPECT_THROW((void)exists(x, VarSet()), UsageError);
  EXPECT_THROW((void)exists(x, support(foreign)), UsageError);
  EXPECT_THROW((void)VarSet(!x), UsageError);
  EXPECT_THROW((void)VarSet(x | y), UsageError);
  EXPECT_THROW((void)VarSet(manager.constant(false)), UsageError);
  EXPECT_THROW((void)cofactor(x, x ^ y), UsageError);
  EXPECT_THROW((void)rename(x, VarMap()), UsageError);
  EXPECT_THROW((void)rename(foreign, manager.map({})), UsageError);
  EXPECT_THROW((void)image(x, x, Pairs(), manager.set({})), UsageError);
  EXPECT_THROW((void)manager.constant(true).top(), UsageError);
  EXPECT_THROW((void)manager.constant(false).low(), UsageError);
  EXPECT_THROW((void)manager.constant(false).high(), UsageError);
  EXPECT_THROW((void)manager.literal(Var()), UsageError);
  EXPECT_THROW((void)manager.literal(Var(std::size_t{4})), UsageError);
  EXPECT_THROW((void)manager.level_of(Var(std::size_t{4})), UsageError);
  EXPECT_THROW((void)manager.var_at(4), UsageError);
  EXPECT_THROW((void)manager.new_var_at(5), UsageError);
  EXPECT_THROW((void)count(x & y, support(x)), UsageError);
  EXPECT_THROW((void)pick(manager.constant(false), support(x)), UsageError);
  EXPECT_THROW((void)evaluate(y, {true}), UsageError);
  const std::vector<std::pair<Var, Var>> twice{{vars[0], vars[2]}, {vars[1], vars[2]}};
  EXPECT_THROW((void)manager.map(twice), UsageError);
  const std::vector<std::pair<Var, Var>> chain{{vars[0], vars[1]}, {vars[1], vars[2]}};
  EXPECT_THROW((void)manager.pairs(chain), UsageError);
  const std::vector<std::pair<Var, Bdd>> doubled{{vars[0], x}, {vars[0], y}};
  EXPECT_THROW((void)substitute(x, doubled), UsageError);
  EXPECT_THROW(manager.reorder(ReorderOptions{.max_growth = 0.5}), UsageError);
  EXPECT_EQ(manager.check_invariants(), "");
}

TEST(Handles, SmallThingsAreRight) {
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 3);
  EXPECT_TRUE(manager.constant(true).is_true());
  EXPECT_TRUE(manager.constant(false).is_false());
  EXPECT_EQ(manager.constant(true).node_count(), 1u);
  EXPECT_EQ(manager.literal(vars[1]).node_count(), 2u);
  EXPECT_EQ(manager.literal(vars[1], false), !manager.literal(vars[1]));
  EXPECT_EQ(manager.literal(vars[1]).top(), vars[1]);
  const std::vector<Var> doubled{vars[2], vars[0], vars[2]};
  const VarSet set = manager.set(doubled);
  EXPECT_EQ(set.size(), 2u);
  EXPECT_EQ(set.vars(), (std::vector<Var>{vars[0], vars[2]}));
  EXPECT_TRUE(manager.set({}).empty());
  EXPECT_EQ(node_count(std::span<const Bdd>{}), 0u);
  const std::vector<Bdd> shared{manager.literal(vars[0]), !manager.literal(vars[0])};
  EXPECT_EQ(node_count(shared), 2u);
}

TEST(Handles, CountsBeyondMachineWords) {
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 300);
  const VarSet all = manager.set(vars);
  Bdd parity = manager.constant(false);
  for (const Var v : vars) parity ^= manager.literal(v);
  BigInt half = 1;
  half <<= 299;
  EXPECT_EQ(count(parity, all), half);
  EXPECT_EQ(count(manager.constant(true), all), half * 2);
  EXPECT_EQ(count(manager.constant(false), all), 0);
  EXPECT_EQ(count(!manager.literal(vars[299]), all), half);
  EXPECT_EQ(count(parity & manager.literal(vars[0]), all), half / 2);
  const std::span<const Var> some(vars.data(), 63);
  EXPECT_EQ(count(manager.literal(vars[62]), manager.set(some)), BigInt(1) << 62);
}

// Exactly k of n variables: binomial numbers, far beyond machine words.
TEST(Handles, LargeCountsAreExact) {
  constexpr std::size_t kVars = 400;
  constexpr std::size_t kMost = 200;
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, kVars);
  std::vector<Bdd> exactly(kMost + 1, manager.constant(false));  // so many of the variables below
  exactly[0] = manager.constant(true);
  for (std::size_t v = kVars; v-- > 0;) {
    for (std::size_t k = kMost; k > 0; --k) exactly[k] = ite(manager.literal(vars[v]), exactly[k - 1], exactly[k]);
    exactly[0] &= !manager.literal(vars[v]);
  }
  const VarSet all = manager.set(vars);
  BigInt binomial = 1;
  for (std::size_t k = 0; k <= kMost; ++k) {
    if (k % 20 == 0) {
      EXPECT_EQ(count(exactly[k], all), binomial) << k;
      EXPECT_EQ(count(!exactly[k], all), (BigInt(1) << kVars) - binomial) << k;
    }
    binomial = binomial * static_cast<unsigned long>(kVars - k) / static_cast<unsigned long>(k + 1);
  }
}

}  // namespace
}  // namespace gnomon::bdd::test
