// Image, preimage and fused renaming against their definitions on truth tables, for every relative position of current,
// next and extra variables.
#include <gtest/gtest.h>
#include <random>

#include "truth_table.h"

namespace gnomon::bdd::test {
namespace {

// Variables 0, 2, 4 are current, 1, 3, 5 next, 6 an action to quantify, 7 a parameter that nobody changes.
constexpr std::size_t kPairVars = 8;
constexpr std::size_t kPairs = 3;
constexpr std::size_t kCurrentMask = 0b010101;
constexpr std::size_t kNextMask = 0b101010;
constexpr std::size_t kAction = 0b1000000;

TruthTable state_table(std::mt19937& rng) {
  // Depends on current variables, the action and the parameter only.
  const TruthTable raw = TruthTable::random(kPairVars, rng);
  return TruthTable::of(kPairVars, [&](std::size_t a) { return raw[a & ~kNextMask]; });
}

// (exists current, action. S and T)[next := current]
TruthTable image_table(const TruthTable& states, const TruthTable& relation, std::size_t extra) {
  const TruthTable both = TruthTable::of(kPairVars, [&](std::size_t a) { return states[a] && relation[a]; });
  const TruthTable after = exists_table(both, kCurrentMask | extra);
  return TruthTable::of(
      kPairVars, [&](std::size_t a) { return after[(a & ~kNextMask & ~kCurrentMask) | (a & kCurrentMask) << 1]; });
}

// exists next, action. T and S[current := next]
TruthTable preimage_table(const TruthTable& states, const TruthTable& relation, std::size_t extra) {
  const TruthTable both = TruthTable::of(kPairVars, [&](std::size_t a) {
    return relation[a] && states[(a & ~kCurrentMask & ~kNextMask) | (a & kNextMask) >> 1];
  });
  return exists_table(both, kNextMask | extra);
}

class RelationalProduct : public ::testing::TestWithParam<std::vector<std::size_t>> {
 protected:
  RelationalProduct() {
    vars = make_vars(manager, kPairVars);
    std::vector<Var> order;
    for (const std::size_t i : GetParam()) order.push_back(vars[i]);
    manager.set_order(order);
    std::vector<std::pair<Var, Var>> current_next;
    for (std::size_t i = 0; i < kPairs; ++i) current_next.emplace_back(vars[2 * i], vars[2 * i + 1]);
    pairs = manager.pairs(current_next);
  }
  Manager manager;
  std::vector<Var> vars;
  Pairs pairs;
};

TEST_P(RelationalProduct, AgreesWithTheDefinition) {
  std::mt19937 rng(7);
  for (int round = 0; round < 60; ++round) {
    const TruthTable states = state_table(rng);
    TruthTable relation = TruthTable::random(kPairVars, rng);
    // Sparse relations, too: dense random ones lead everywhere.
    for (int thin = 0; thin < round % 5; ++thin) {
      const TruthTable other = TruthTable::random(kPairVars, rng);
      relation = TruthTable::of(kPairVars, [&, old = relation](std::size_t a) { return old[a] && other[a]; });
    }
    const std::size_t extra = round % 2 == 0 ? kAction : 0;
    const Bdd s = build(manager, vars, states);
    const Bdd t = build(manager, vars, relation);
    const VarSet quantified = set_of(manager, vars, extra);
    EXPECT_EQ(table_of(image(s, t, pairs, quantified), vars).text(), image_table(states, relation, extra).text());
    EXPECT_EQ(table_of(preimage(s, t, pairs, quantified), vars).text(), preimage_table(states, relation, extra).text());
    manager.collect_garbage();
  }
  EXPECT_EQ(manager.check_invariants(), "");
}

TEST_P(RelationalProduct, ConstantArguments) {
  std::mt19937 rng(8);
  const VarSet action = set_of(manager, vars, kAction);
  const Bdd yes = manager.constant(true);
  const Bdd no = manager.constant(false);
  const TruthTable states = state_table(rng);
  const TruthTable relation = TruthTable::random(kPairVars, rng);
  const TruthTable all = TruthTable::of(kPairVars, [](std::size_t) { return true; });
  const Bdd s = build(manager, vars, states);
  const Bdd t = build(manager, vars, relation);
  EXPECT_TRUE(image(no, t, pairs, action).is_false());
  EXPECT_TRUE(preimage(s, no, pairs, action).is_false());
  EXPECT_EQ(table_of(image(yes, t, pairs, action), vars).text(), image_table(all, relation, kAction).text());
  EXPECT_EQ(table_of(image(s, yes, pairs, action), vars).text(), image_table(states, all, kAction).text());
  EXPECT_EQ(table_of(preimage(yes, t, pairs, action), vars).text(), preimage_table(all, relation, kAction).text());
  EXPECT_EQ(table_of(preimage(s, yes, pairs, action), vars).text(), preimage_table(states, all, kAction).text());
}

TEST_P(RelationalProduct, FusedRenamingEqualsTheComposition) {
  std::mt19937 rng(9);
  for (int round = 0; round < 40; ++round) {
    const Bdd f = build(manager, vars, TruthTable::random(kPairVars, rng));
    const Bdd g = build(manager, vars, TruthTable::random(kPairVars, rng));
    const VarSet quantified = set_of(manager, vars, rng() % 256);
    std::vector<std::pair<Var, Var>> from_to;
    std::vector<Var> targets = vars;
    std::shuffle(targets.begin(), targets.end(), rng);
    for (std::size_t i = 0; i < kPairVars; ++i) {
      if (rng() % 2 == 0) from_to.emplace_back(vars[i], targets[i]);
    }
    const VarMap map = manager.map(from_to);
    EXPECT_EQ(and_exists_rename(f, g, quantified, map), rename(exists(f & g, quantified), map));
    EXPECT_EQ(and_exists_rename(f, f, quantified, map), rename(exists(f, quantified), map));
  }
}

TEST_P(RelationalProduct, SurvivesChangesOfTheOrder) {
  std::mt19937 rng(10);
  const VarSet action = set_of(manager, vars, kAction);
  const TruthTable states = state_table(rng);
  const TruthTable relation = TruthTable::random(kPairVars, rng);
  const Bdd s = build(manager, vars, states);
  const Bdd t = build(manager, vars, relation);
  const std::string successors = image_table(states, relation, kAction).text();
  const std::string predecessors = preimage_table(states, relation, kAction).text();
  for (int round = 0; round < 20; ++round) {
    disturb(manager, rng);
    EXPECT_EQ(table_of(image(s, t, pairs, action), vars).text(), successors);
    EXPECT_EQ(table_of(preimage(s, t, pairs, action), vars).text(), predecessors);
  }
}

INSTANTIATE_TEST_SUITE_P(Orders, RelationalProduct,
                         ::testing::Values(std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7},    // interleaved
                                           std::vector<std::size_t>{6, 7, 0, 1, 2, 3, 4, 5},    // action first
                                           std::vector<std::size_t>{1, 0, 6, 3, 2, 7, 5, 4},    // next above current
                                           std::vector<std::size_t>{5, 4, 0, 1, 7, 3, 2, 6},    // mixed, all adjacent
                                           std::vector<std::size_t>{0, 2, 4, 1, 3, 5, 6, 7},    // separated
                                           std::vector<std::size_t>{5, 6, 3, 1, 7, 4, 0, 2}));  // separated, mirrored

TEST(RelationalProductUse, RejectsStatesOverNextVariables) {
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 4);
  const std::vector<std::pair<Var, Var>> current_next{{vars[0], vars[1]}, {vars[2], vars[3]}};
  const Pairs pairs = manager.pairs(current_next);
  const VarSet none = manager.set({});
  const Bdd relation = manager.literal(vars[0]).iff(!manager.literal(vars[1]));
  EXPECT_THROW(image(manager.literal(vars[1]), relation, pairs, none), UsageError);
  EXPECT_THROW(preimage(manager.literal(vars[1]), relation, pairs, none), UsageError);
  EXPECT_THROW(image(manager.literal(vars[0]) & manager.literal(vars[1]), relation, pairs, none), UsageError);
  EXPECT_THROW(image(manager.literal(vars[0]), relation, pairs, manager.set(vars)), UsageError);
}

}  // namespace
}  // namespace gnomon::bdd::test
