// Images and preimages of a clustered conjunction against the interpreter on every state of random models, for cluster
// limits from "everything apart" to "one cluster", with a guard and with action bits kept.
#include "model/partition.h"

#include <gtest/gtest.h>

#include "model/order.h"
#include "models.h"
#include "support/random_model.h"

namespace gnomon::model {
namespace {

using test::State;

struct BuiltPartition {
  std::unique_ptr<test::Subject> subject;
  bdd::Manager manager;
  Encoding encoding;
  ExpressionEncoder expressions;
  std::vector<Conjunct> conjuncts;  // evolution, then protocols

  explicit BuiltPartition(const std::string& text)
      : subject(test::load_or_fail(text)),
        encoding(subject->model(), manager, static_order(subject->model())),
        expressions(subject->model(), encoding),
        conjuncts(evolution_conjuncts(subject->model(), encoding, expressions)) {
    for (std::size_t a = 0; a < subject->model().agents.size(); ++a) {
      conjuncts.push_back({protocol_relation(subject->model(), ispl::AgentId(a), encoding, expressions), {}});
    }
  }

  std::set<State> members(const bdd::Bdd& set) { return test::states_in(subject->model(), encoding, set); }
};

std::string random_text(std::uint64_t seed) {
  test::ModelOptions options;
  options.state_space = 50;
  return test::random_model(seed, options).draft.text();
}

TEST(Partition, ImageAndPreimageOfEveryState) {
  bool several = false;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    BuiltPartition built(random_text(seed));
    std::vector<State> states = test::all_states(built.subject->model());
    std::map<State, std::set<State>> before;
    for (const State& state : states) {
      for (const State& next : built.subject->interpreter().all_successors(state)) before[next].insert(state);
    }
    for (std::size_t limit : {std::size_t{1}, std::size_t{20}, Partition::kClusterNodes}) {
      Partition partition(built.encoding, built.conjuncts, built.manager.constant(true), {}, limit);
      several = several || partition.clusters() > 2;
      for (const State& state : states) {
        bdd::Bdd here = built.encoding.encode(state);
        ASSERT_EQ(built.members(partition.image(here)),
                  test::as_set(built.subject->interpreter().all_successors(state)))
            << "seed " << seed << ", limit " << limit << "\n"
            << random_text(seed);
        ASSERT_EQ(built.members(partition.preimage(here)), before[state])
            << "seed " << seed << ", limit " << limit << "\n"
            << random_text(seed);
      }
      EXPECT_TRUE(partition.image(built.manager.constant(false)).is_false());
      EXPECT_TRUE(partition.preimage(built.manager.constant(false)).is_false());
    }
  }
  EXPECT_TRUE(several) << "the small limits should keep clusters apart";
}

TEST(Partition, SetsAreUnionsOfTheirStates) {
  for (std::uint64_t seed = 200; seed < 230; ++seed) {
    BuiltPartition built(random_text(seed));
    Partition partition(built.encoding, built.conjuncts, built.manager.constant(true), {}, 1);
    test::Rng rng(seed);
    bdd::Bdd set = built.manager.constant(false), image = set, preimage = set;
    for (const State& state : test::all_states(built.subject->model())) {
      if (rng.chance(50)) continue;
      bdd::Bdd here = built.encoding.encode(state);
      set |= here;
      image |= partition.image(here);
      preimage |= partition.preimage(here);
    }
    EXPECT_EQ(partition.image(set), image);
    EXPECT_EQ(partition.preimage(set), preimage);
  }
}

TEST(Partition, GuardCutsTheSources) {
  for (std::uint64_t seed = 300; seed < 330; ++seed) {
    BuiltPartition built(random_text(seed));
    bdd::Bdd guard = built.encoding.variable_is(ispl::VarId(0), 0);
    for (std::size_t limit : {std::size_t{1}, Partition::kClusterNodes}) {
      Partition guarded(built.encoding, built.conjuncts, guard, {}, limit);
      Partition free(built.encoding, built.conjuncts, built.manager.constant(true), {}, limit);
      for (const State& state : test::all_states(built.subject->model())) {
        bdd::Bdd here = built.encoding.encode(state);
        EXPECT_EQ(guarded.image(here), free.image(here & guard));
        EXPECT_EQ(guarded.preimage(here), free.preimage(here) & guard);
      }
    }
  }
}

// With an agent's action bits kept, the preimage says which of its actions can lead to the set.
TEST(Partition, KeptActions) {
  for (std::uint64_t seed = 400; seed < 440; ++seed) {
    BuiltPartition built(random_text(seed));
    const ispl::CheckedModel& model = built.subject->model();
    ispl::AgentId agent(1);
    const std::vector<bdd::Var>& kept = built.encoding.action(agent).current;
    for (std::size_t limit : {std::size_t{1}, Partition::kClusterNodes}) {
      Partition partition(built.encoding, built.conjuncts, built.manager.constant(true), kept, limit);
      std::vector<State> states = test::all_states(model);
      bdd::Bdd target = built.encoding.variable_is(ispl::VarId(0), 0);
      bdd::Bdd before = partition.preimage(target);
      for (const State& state : states) {
        std::set<std::size_t> expected, found;
        for (const explicit_state::Move& move : built.subject->interpreter().moves(state)) {
          for (const State& next : move.outcomes) {
            if (next[0] == model.variables[0].type.value_at(0)) expected.insert(move.joint[agent.index()].index());
          }
        }
        for (std::size_t a = 0; a < model.agent(agent).actions.size(); ++a) {
          bdd::Bdd choice = built.encoding.encode(state) & built.encoding.action_is(agent, ispl::ActionId(a));
          if (!choice.disjoint_from(before)) found.insert(a);
        }
        ASSERT_EQ(found, expected) << "seed " << seed << "\n" << random_text(seed);
      }
    }
  }
}

TEST(Partition, NothingWritten) {
  BuiltPartition built(test::one_agent("    x : 0 .. 2;", "    x = x if 1 = 2;", "1 = 1", "{a}"));
  Partition partition(built.encoding, {}, built.manager.constant(true));
  bdd::Bdd here = built.encoding.encode(State{1});
  EXPECT_EQ(partition.image(here), here);
  EXPECT_EQ(partition.preimage(here), here);
}

}  // namespace
}  // namespace gnomon::model
