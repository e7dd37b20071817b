// Knowledge and strategies against their definitions, written out with quantifiers over states and actions, on random
// models with and without fairness.
#include <algorithm>
#include <functional>
#include <gtest/gtest.h>

#include "reference/evaluate.h"
#include "reference/knowledge.h"
#include "reference/strategic.h"
#include "support/explicit_model.h"
#include "support/random_model.h"

namespace gnomon::reference {
namespace {

using test::load;
using test::Loaded;

using Agents = std::vector<ispl::AgentId>;
using Alike = std::function<bool(StateIndex, StateIndex)>;

// { s in R : f in every t in R with alike(s, t) }
Members box(const Arena& arena, const Alike& alike, const Members& f) {
  Members result = arena.region;
  for (StateIndex s = 0; s < f.size(); ++s) {
    for (StateIndex t = 0; t < f.size(); ++t) {
      if (arena.region[t] && !f[t] && alike(s, t)) result[s] = false;
    }
  }
  return result;
}

class Definitions : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    test::ModelOptions options;
    options.state_space = 60;
    options.fairness = 40;
    seed_ = static_cast<std::uint64_t>(GetParam()) * 1000;
    for (int k = 0; k < 25; ++k) {
      models_.push_back(load(test::random_model(++seed_, options).draft.text()));
      ASSERT_TRUE(models_.back());
    }
  }

  // Calls check(model, arena, a set of states) for every proposition of every model.
  void for_each(const std::function<void(Loaded&, const Arena&, const Members&)>& check) {
    for (auto& m : models_) {
      Evaluator evaluator(m->graph);
      for (const char* name : {"p", "q", "r"}) {
        logic::Formula f = m->model.pool.atom(name);
        check(*m, evaluator.arena(f), evaluator.states(f));
      }
    }
  }

  std::uint64_t seed_ = 0;
  std::vector<std::unique_ptr<Loaded>> models_;
};

TEST_P(Definitions, Knowledge) {
  for_each([](Loaded& m, const Arena& arena, const Members& f) {
    auto alike_to = [&](ispl::AgentId agent, StateIndex s, StateIndex t) {
      return m.interpreter.looks_alike(agent, m.graph.state(s), m.graph.state(t));
    };
    for (std::size_t i = 0; i < m.model.agents.size(); ++i) {
      ispl::AgentId agent(i);
      EXPECT_EQ(knows(arena, agent, f), box(arena, std::bind_front(alike_to, agent), f));
    }
    for (const auto& group : m.model.groups) {
      const Agents& g = group.members;
      auto some = [&](StateIndex s, StateIndex t) {
        return std::any_of(g.begin(), g.end(), [&](ispl::AgentId i) { return alike_to(i, s, t); });
      };
      auto all = [&](StateIndex s, StateIndex t) {
        return std::all_of(g.begin(), g.end(), [&](ispl::AgentId i) { return alike_to(i, s, t); });
      };
      EXPECT_EQ(everybody_knows(arena, g, f), box(arena, some, f));
      EXPECT_EQ(distributed_knowledge(arena, g, f), box(arena, all, f));
      // Common knowledge: everybody knows f, everybody knows that, and so on, until nothing changes.
      Members common = f;
      for (std::size_t k = 0; k < f.size(); ++k) common = meet(common, box(arena, some, common));
      EXPECT_EQ(common_knowledge(arena, g, f), common);
    }
  });
}

// <g>X f by choosing actions for all agents of g, then for all others.
bool can_next(const Loaded& m, const Arena& arena, const Agents& group, const Members& f, StateIndex s) {
  const State& state = m.graph.state(s);
  auto extend = [&](const std::vector<JointAction>& joints, bool members) {
    std::vector<JointAction> result = joints;
    for (std::size_t i = 0; i < m.model.agents.size(); ++i) {
      ispl::AgentId agent(i);
      bool member = std::count(group.begin(), group.end(), agent) != 0;
      if (member != members || !m.interpreter.takes_part(agent)) continue;
      std::vector<JointAction> longer;
      for (const JointAction& joint : result) {
        for (ispl::ActionId action : m.interpreter.enabled_actions(agent, state)) {
          longer.push_back(joint);
          longer.back()[i] = action;
        }
      }
      result = longer;
    }
    return result;
  };
  for (const JointAction& choice : extend({JointAction(m.model.agents.size())}, true)) {
    std::vector<JointAction> completions = extend({choice}, false);
    bool good = !completions.empty();
    for (const JointAction& joint : completions) {
      for (const State& next : m.interpreter.successors(state, joint)) {
        StateIndex t = m.index(next);
        good = good && (!arena.region[t] || f[t]);
      }
    }
    if (good) return true;
  }
  return false;
}

TEST_P(Definitions, WhatAGroupCanEnforceInOneStep) {
  for_each([](Loaded& m, const Arena& arena, const Members& f) {
    for (const auto& group : m.model.groups) {
      Members enforced = can_enforce(arena, group.members, Objective::Next, f);
      for (StateIndex s = 0; s < f.size(); ++s) {
        EXPECT_EQ(enforced[s], arena.region[s] && can_next(m, arena, group.members, f, s));
      }
    }
  });
}

// Least and greatest fixpoints: as sets they solve the equation, and nothing smaller (larger) within reach does.
TEST_P(Definitions, WhatAGroupCanEnforceInTheLongRun) {
  for_each([](Loaded& m, const Arena& arena, const Members& f) {
    Members r = Evaluator(m.graph).states(m.model.pool.atom("r"));
    for (const auto& group : m.model.groups) {
      auto next = [&](const Members& z) { return can_enforce(arena, group.members, Objective::Next, z); };
      Members least(f.size(), false);
      Members greatest = arena.region;
      for (std::size_t k = 0; k <= f.size(); ++k) {
        least = join(f, meet(r, next(least)));
        greatest = meet(f, next(greatest));
      }
      EXPECT_EQ(can_enforce(arena, group.members, Objective::Until, r, f), least);
      EXPECT_EQ(can_enforce(arena, group.members, Objective::Globally, f), greatest);
      EXPECT_EQ(can_enforce(arena, group.members, Objective::Finally, f),
                can_enforce(arena, group.members, Objective::Until, arena.region, f));
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Seeds, Definitions, testing::Range(1, 5));

}  // namespace
}  // namespace gnomon::reference
