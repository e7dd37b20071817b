// What the symbolic model answers beyond steps: counts, deadlocks, overflows, look-alikes, what coalitions can avoid,
// and that a limit leaves it usable. Random models are compared with the interpreter on every reachable state.
#include "model/symbolic_model.h"

#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "models.h"
#include "reference/strategic.h"
#include "support/random_model.h"

namespace gnomon::model {
namespace {

using test::State;

std::unique_ptr<test::Subject> random_subject(std::uint64_t seed) {
  test::ModelOptions options;
  options.state_space = 80;
  return test::load_or_fail(test::random_model(seed, options).draft.text());
}

StateSet set_of(SymbolicModel& model, const explicit_state::Graph& graph, const reference::Members& members) {
  StateSet set = model.none();
  for (explicit_state::StateIndex s = 0; s < members.size(); ++s) {
    if (members[s]) set |= model.singleton(graph.state(s));
  }
  return set;
}

TEST(SymbolicModel, CountsAndPicks) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    auto subject = random_subject(seed);
    SymbolicModel model(subject->model());
    EXPECT_EQ(model.count(model.reachable()), subject->graph().size());
    EXPECT_EQ(model.count(model.initial()), subject->graph().initial().size());
    EXPECT_EQ(model.count(model.deadlocks()), subject->graph().deadlock_count());
    StateSet rest = model.reachable();
    std::set<State> picked;
    while (!rest.empty()) {
      State state = model.pick(rest);
      ASSERT_TRUE(model.singleton(state).subset_of(rest));
      ASSERT_TRUE(subject->graph().find(state).has_value());
      rest -= model.singleton(state);
      picked.insert(state);
    }
    EXPECT_EQ(picked.size(), subject->graph().size());
  }
}

// A model of 3^40 states, all of them initial.
TEST(SymbolicModel, CountsAreExact) {
  std::string vars;
  for (int i = 0; i < 40; ++i) vars += "    x" + std::to_string(i) + " : 1 .. 3;\n";
  auto subject = test::interpret_or_fail(test::one_agent(vars, "    x0 = 1 if Action = a;"));
  SymbolicModel model(subject->model);
  EXPECT_EQ(model.count(model.reachable()).get_str(), "12157665459056928801");
  EXPECT_EQ(model.encoding().state_bits(), 80u);
}

TEST(SymbolicModel, LookAlikes) {
  for (std::uint64_t seed = 100; seed < 140; ++seed) {
    auto subject = random_subject(seed);
    SymbolicModel model(subject->model());
    const explicit_state::Graph& graph = subject->graph();
    const auto& agents = subject->model().agents;
    std::vector<std::vector<ispl::AgentId>> coalitions{{}};
    for (std::size_t a = 0; a < agents.size(); ++a) coalitions.push_back({ispl::AgentId(a)});
    coalitions.push_back({ispl::AgentId(0), ispl::AgentId(1)});
    for (const auto& coalition : coalitions) {
      for (explicit_state::StateIndex s = 0; s < graph.size(); s += 3) {
        reference::Members expected(graph.size());
        for (explicit_state::StateIndex t = 0; t < graph.size(); ++t) {
          expected[t] = std::all_of(coalition.begin(), coalition.end(), [&](ispl::AgentId agent) {
            return subject->interpreter().looks_alike(agent, graph.state(s), graph.state(t));
          });
        }
        StateSet here = model.singleton(graph.state(s));
        ASSERT_EQ(model.look_alikes(here, coalition) & model.reachable(), set_of(model, graph, expected));
        if (coalition.size() == 1) {
          ASSERT_EQ(model.look_alikes(here, coalition.front()), model.look_alikes(here, coalition));
        }
      }
    }
  }
}

TEST(SymbolicModel, CanAvoidNext) {
  for (std::uint64_t seed = 200; seed < 260; ++seed) {
    auto subject = random_subject(seed);
    SymbolicModel model(subject->model());
    const explicit_state::Graph& graph = subject->graph();
    reference::Arena arena = reference::Arena::whole(graph);
    test::Rng rng(seed);
    std::vector<std::vector<ispl::AgentId>> coalitions{{}, {ispl::AgentId(1)}, {ispl::AgentId(0), ispl::AgentId(1)}};
    for (const auto& coalition : coalitions) {
      for (unsigned share : {0u, 40u, 80u, 100u}) {
        reference::Members target(graph.size());
        for (explicit_state::StateIndex s = 0; s < graph.size(); ++s) target[s] = rng.chance(share);
        auto expected = reference::can_enforce(arena, coalition, reference::Objective::Next, target);
        StateSet avoid = model.reachable() - set_of(model, graph, target);
        ASSERT_EQ(model.can_avoid_next(coalition, avoid) & model.reachable(), set_of(model, graph, expected))
            << "seed " << seed;
      }
    }
  }
}

TEST(SymbolicModel, PropositionsAndRedStates) {
  for (std::uint64_t seed = 300; seed < 340; ++seed) {
    auto subject = random_subject(seed);
    SymbolicModel model(subject->model());
    for (explicit_state::StateIndex s = 0; s < subject->graph().size(); ++s) {
      const State& state = subject->graph().state(s);
      StateSet here = model.singleton(state);
      for (std::size_t p = 0; p < subject->model().propositions.size(); ++p) {
        ASSERT_EQ(here.subset_of(model.proposition(p)),
                  subject->interpreter().holds(subject->model().propositions[p].condition, state));
      }
      for (std::size_t a = 0; a < subject->model().agents.size(); ++a) {
        ASSERT_EQ(here.subset_of(model.red(ispl::AgentId(a))), subject->interpreter().is_red(ispl::AgentId(a), state));
      }
    }
  }
}

// Stopped in the middle of the search, the model finishes it once the limit is gone.
TEST(SymbolicModel, UsableAfterALimit) {
  auto subject =
      test::load_or_fail(test::one_agent("    x : 0 .. 200;", "    x = x + 1 if x < 200;", "Ag.x = 0", "{a}"));
  ModelOptions options;
  bool stop = true;
  std::size_t steps = 0;
  options.reach.before_step = [&](const StateSet&) {
    if (stop && steps == 10) throw LimitReached(Limit::Time, "stopped by the test");
    ++steps;
  };
  SymbolicModel model(subject->model(), options);
  EXPECT_THROW(model.reachable(), LimitReached);
  stop = false;
  EXPECT_EQ(model.count(model.reachable()), 201);
  EXPECT_EQ(model.explorer().depth(), 200u);
  EXPECT_EQ(steps, 201u) << "what was found before the limit is not lost";
  EXPECT_EQ(model.manager().check_invariants(), "");
}

// Whatever is remembered between questions: a limit in the middle of each of them, then the same question again.
TEST(SymbolicModel, ALimitLeavesNothingHalfRemembered) {
  std::string vars, evolution;
  for (int i = 0; i < 30; ++i) {
    std::string x = "x" + std::to_string(i);
    vars += x + " : 0 .. 6; ";
    evolution += x + " = " + x + " + 1 if Action = a and " + x + " < 6; ";
  }
  auto agent = [&](const std::string& name, const std::string& observed) {
    return "Agent " + name + "\n" + observed + " Vars: " + vars + "end Vars\n Actions = {a, b};\n" +
           " Protocol: Other : {a, b}; end Protocol\n Evolution: " + evolution + "end Evolution\nend Agent\n";
  };
  std::string text = "Semantics = SingleAssignment;\n" + agent("Environment", "") +
                     agent("One", "  Lobsvars = {x1, x4, x5, x20};\n") +
                     "Evaluation p if One.x0 < 4; end Evaluation\n" +
                     "InitStates One.x0 < 3; end InitStates\nFormulae p; end Formulae";
  auto subject = test::interpret_or_fail(text);
  const std::vector<ispl::AgentId> nobody, one{ispl::AgentId(1)};
  const std::vector<std::function<StateSet(SymbolicModel&)>> questions = {
      [&](SymbolicModel& model) { return model.look_alikes(model.initial(), one); },
      [&](SymbolicModel& model) { return model.proposition(0); },
      [&](SymbolicModel& model) { return model.recurrent_transition().image(model.initial()); },
      [&](SymbolicModel& model) { return model.can_avoid_next(nobody, model.initial()); },
      [&](SymbolicModel& model) { return model.can_avoid_next(one, model.initial()); },
      [&](SymbolicModel& model) { return model.overflows(); },
  };
  std::size_t limits = 0;
  for (const auto& question : questions) {
    SymbolicModel fresh(subject->model);
    const BigInt expected = fresh.count(question(fresh));
    for (std::size_t spare = 0; spare < 400; spare += 80) {
      SymbolicModel model(subject->model);
      model.manager().collect_garbage();
      Budget budget;
      budget.nodes = model.manager().statistics().live_nodes + spare;
      model.manager().set_budget(budget);
      try {
        question(model);
      } catch (const LimitReached&) {
        ++limits;
      }
      model.manager().set_budget({});
      EXPECT_EQ(model.count(question(model)), expected);
      EXPECT_EQ(model.count(question(model)), expected);
    }
  }
  EXPECT_GT(limits, questions.size());
}

}  // namespace
}  // namespace gnomon::model
