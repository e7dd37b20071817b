#include "explicit/interpreter.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "base/budget.h"
#include "support/explicit_model.h"
#include "support/random_model.h"

namespace gnomon::explicit_state {
namespace {

using test::load;
using test::Loaded;

// Agents A (x : -1..2, actions) and B, with A's protocol and evolution as given.
std::unique_ptr<Loaded> machine(const std::string& protocol, const std::string& evolution, const std::string& initial,
                                const std::string& head = "") {
  return load(head + "Agent A\n Vars: x : -1 .. 2; y : boolean; end Vars\n Actions = {up, down, stay};\n" + protocol +
              " Evolution: " + evolution + " end Evolution\nend Agent\n" +
              "Agent B\n Vars: z : {red, green}; end Vars\n Actions = {go};\n Protocol: Other : {go}; end Protocol\n" +
              " Evolution: z = green if z = red and A.Action = up; end Evolution\nend Agent\n" +
              "Evaluation p if A.x = 0; end Evaluation\nInitStates " + initial + "; end InitStates\n" +
              "Formulae p; end Formulae\n");
}

constexpr const char* kAll = " Protocol: Other : {up, down, stay}; end Protocol\n";
constexpr const char* kStart = "A.x = 0 and A.y = false and B.z = red";
const ispl::AgentId kA(1);
const ispl::AgentId kB(2);

std::vector<Value> values_of(const std::vector<State>& states, std::size_t var) {
  std::vector<Value> values;
  for (const State& state : states) values.push_back(state[var]);
  return values;
}

JointAction joint(std::size_t a) {
  return {ispl::ActionId{}, ispl::ActionId(a), ispl::ActionId(0)};
}

TEST(Interpreter, ProtocolIsTheUnionOfTheLinesThatHold) {
  auto m =
      machine(" Protocol: x <= 0 : {up}; x = 0 : {down}; x = 2 : {up}; Other : {stay}; end Protocol\n", "", kStart);
  auto enabled = [&](Value x) { return m->interpreter.enabled_actions(kA, {x, 0, 0}); };
  EXPECT_EQ(enabled(0), (std::vector{ispl::ActionId(0), ispl::ActionId(1)}));
  EXPECT_EQ(enabled(-1), std::vector{ispl::ActionId(0)});
  EXPECT_EQ(enabled(1), std::vector{ispl::ActionId(2)});
}

TEST(Interpreter, WithoutOtherAnAgentBlocksEverybody) {
  auto m = machine(" Protocol: x = 0 : {up}; end Protocol\n", "x = x + 1 if Action = up;", kStart);
  State blocked = m->interpreter.all_successors(m->interpreter.initial_states().at(0)).at(0);
  EXPECT_TRUE(m->interpreter.enabled_actions(kA, blocked).empty());
  EXPECT_TRUE(m->interpreter.joint_actions(blocked).empty());
  EXPECT_TRUE(m->interpreter.is_deadlock(blocked));
}

TEST(Interpreter, WithoutProtocolEverythingIsEnabled) {
  auto m = machine("", "", kStart);
  EXPECT_EQ(m->interpreter.enabled_actions(kA, m->graph.state(0)).size(), 3u);
}

TEST(Interpreter, LinesThatHoldAreAlternatives) {
  auto m = machine(kAll, "x = 1 if Action = up; x = 2 and y = true if Action = up and x = 0;", kStart);
  State start = m->interpreter.initial_states().at(0);
  auto next = m->interpreter.successors(start, joint(0));
  ASSERT_EQ(next.size(), 2u);
  EXPECT_EQ(next[0][0], 1);
  EXPECT_EQ(next[0][1], 0);
  EXPECT_EQ(next[1][0], 2);
  EXPECT_EQ(next[1][1], 1);
  EXPECT_EQ(m->model.value_text(ispl::VarId(2), next[0][2]), "green");
  EXPECT_EQ(m->interpreter.successors(start, joint(2)), std::vector<State>{start}) << "no line holds: unchanged";
}

TEST(Interpreter, SingleAssignmentChoosesPerVariable) {
  auto m = machine(kAll, "x = 1 if Action = up; y = true if Action = up; x = 2 if Action = up;", kStart,
                   "Semantics = SingleAssignment;\n");
  auto next = m->interpreter.successors(m->interpreter.initial_states().at(0), joint(0));
  EXPECT_EQ(values_of(next, 0), (std::vector<Value>{1, 2}));
  EXPECT_EQ(values_of(next, 1), (std::vector<Value>{1, 1}));
}

TEST(Interpreter, MultiAssignmentChoosesPerLine) {
  auto m = machine(kAll, "x = 1 if Action = up; y = true if Action = up;", kStart);
  auto next = m->interpreter.successors(m->interpreter.initial_states().at(0), joint(0));
  EXPECT_EQ(values_of(next, 0), (std::vector<Value>{0, 1}));
  EXPECT_EQ(values_of(next, 1), (std::vector<Value>{1, 0}));
}

TEST(Interpreter, OutOfRangeHasNoSuccessorButTheLineHolds) {
  auto m =
      machine(kAll, "x = x - 1 if Action = down; x = x / 2 if Action = stay;", "A.x = -1 and B.z = red and A.y = true");
  State low = m->interpreter.initial_states().at(0);
  EXPECT_TRUE(m->interpreter.successors(low, joint(1)).empty());
  EXPECT_TRUE(m->interpreter.successors(low, joint(2)).empty()) << "a half is no value";
  EXPECT_EQ(m->interpreter.successors(low, joint(0)).size(), 1u);
  EXPECT_TRUE(m->interpreter.overflows(low));
  State zero = low;
  zero[0] = 0;
  EXPECT_FALSE(m->interpreter.overflows(zero));
  EXPECT_FALSE(m->interpreter.is_deadlock(low));
  EXPECT_EQ(m->interpreter.moves(low).size(), 3u);
}

TEST(Interpreter, OutOfRangeBlocksAllChoicesOfASingleAssignment) {
  auto m = machine(kAll, "x = x - 1 if Action = down; y = true if Action = down;",
                   "A.x = -1 and B.z = red and A.y = false", "Semantics = SingleAssignment;\n");
  State low = m->interpreter.initial_states().at(0);
  EXPECT_TRUE(m->interpreter.successors(low, joint(1)).empty());
}

TEST(Interpreter, AgentsSeeTheirOwnVariables) {
  auto m = machine(kAll, "", kStart);
  State s{0, 0, 0};
  State t{0, 0, 1};
  EXPECT_TRUE(m->interpreter.looks_alike(kA, s, t));
  EXPECT_FALSE(m->interpreter.looks_alike(kB, s, t));
  EXPECT_TRUE(m->interpreter.looks_alike(ispl::AgentId(0), s, State{2, 1, 1})) << "a missing Environment sees nothing";
}

TEST(Interpreter, MovesAndSuccessorsAgree) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    auto m = load(test::random_model(seed).draft.text());
    ASSERT_TRUE(m);
    for (StateIndex s = 0; s < std::min<std::size_t>(m->graph.size(), 20); ++s) {
      const State& state = m->graph.state(s);
      std::vector<JointAction> joints = m->interpreter.joint_actions(state);
      std::vector<Move> moves = m->interpreter.moves(state);
      ASSERT_EQ(moves.size(), joints.size());
      for (std::size_t k = 0; k < moves.size(); ++k) {
        EXPECT_EQ(moves[k].joint, joints[k]);
        EXPECT_EQ(moves[k].outcomes, m->interpreter.successors(state, joints[k])) << "seed " << seed;
      }
    }
  }
}

// All states of the product of the domains that satisfy the condition.
std::vector<State> initial_by_enumeration(const Interpreter& interpreter) {
  const ispl::CheckedModel& model = interpreter.model();
  std::vector<State> all{State{}};
  for (const auto& variable : model.variables) {
    std::vector<State> longer;
    for (const State& state : all) {
      for (std::uint64_t k = 0; k < variable.type.size(); ++k) {
        longer.push_back(state);
        longer.back().push_back(variable.type.value_at(k));
      }
    }
    all = std::move(longer);
  }
  std::erase_if(all, [&](const State& state) { return !interpreter.holds(model.initial, state); });
  std::sort(all.begin(), all.end());
  return all;
}

TEST(InitialStates, AreThoseOfTheFullProduct) {
  for (std::uint64_t seed = 100; seed < 300; ++seed) {
    auto m = load(test::random_model(seed).draft.text());
    ASSERT_TRUE(m);
    EXPECT_EQ(m->interpreter.initial_states(), initial_by_enumeration(m->interpreter)) << "seed " << seed;
  }
}

TEST(InitialStates, EquationsAreNotSearchedFor) {
  std::string vars;
  std::string init = "A.x = 7";
  for (int k = 0; k < 40; ++k) {
    vars += "v" + std::to_string(k) + " : 0 .. 1000000; ";
    init += " and A.v" + std::to_string(k) + " = " + std::to_string(k);
  }
  auto m = load("Agent A Vars: x : 0 .. 4000000000; " + vars +
                " end Vars Actions = {a}; end Agent Evaluation p if A.x = 1; end Evaluation InitStates " + init +
                "; end InitStates Formulae p; end Formulae");
  ASSERT_EQ(m->interpreter.initial_states().size(), 1u);
  EXPECT_EQ(m->interpreter.initial_states()[0][0], 7);
}

TEST(InitialStates, TheSearchIsLimited) {
  auto m = load(
      "Agent A Vars: x : 0 .. 9; y : 0 .. 9; end Vars Actions = {a}; end Agent Evaluation p if A.x = 1; "
      "end Evaluation InitStates A.x = A.y; end InitStates Formulae p; end Formulae");
  EXPECT_EQ(m->interpreter.initial_states().size(), 10u);
  EXPECT_THROW(Interpreter(m->model, {100, 5, 1000}).initial_states(), LimitReached);
  EXPECT_THROW(Interpreter(m->model, {100, 100, 50}).initial_states(), LimitReached);
}

TEST(Interpreter, JointActionsAreLimited) {
  auto m = machine(kAll, "", kStart);
  EXPECT_THROW(Interpreter(m->model, {2, 100, 1000}).joint_actions(m->graph.state(0)), LimitReached);
}

}  // namespace
}  // namespace gnomon::explicit_state
