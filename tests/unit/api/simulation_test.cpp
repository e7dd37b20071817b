// The facade of walks: what it answers, and what it says to requests that cannot be met.
#include "gnomon/simulation.h"

#include <atomic>
#include <gtest/gtest.h>

#include "models.h"

namespace gnomon::api {
namespace {

// A counter that may go up or stay, and jump back from 2; the watcher sees nothing. Two initial states.
const std::string kCounter = R"(
Agent Counter
  Vars: x : 0 .. 3; end Vars
  Actions = {up, stay};
  Protocol: x = 3 : {stay}; Other : {up, stay}; end Protocol
  Evolution:
    x = x + 1 if Action = up;
    x = 0 if Action = up and x = 2;
  end Evolution
end Agent
Agent Watcher
  Vars: mood : {calm, tense}; end Vars
  Actions = {look, sleep};
  Protocol: Other : {look, sleep}; end Protocol
end Agent
Evaluation zero if Counter.x = 0; top if Counter.x = 3; end Evaluation
InitStates Counter.x < 2 and Watcher.mood = calm; end InitStates
Formulae true; end Formulae
)";

std::string value(const State& state, const std::string& agent, const std::string& variable) {
  for (const AgentState& part : state) {
    for (const auto& [name, text] : part.values) {
      if (part.agent == agent && name == variable) return text;
    }
  }
  return "?";
}

std::string x_of(const State& state) {
  return value(state, "Counter", "x");
}

class Walking : public testing::Test {
 protected:
  std::string x() const { return x_of(walk_.state(walk_.position())); }

  Simulation walk_{"counter", kCounter};
};

TEST_F(Walking, StartsAtAnInitialState) {
  EXPECT_EQ(walk_.size(), 0u);
  InitialPage all = walk_.initial_states({}, {});
  EXPECT_EQ(all.total, 2u);
  ASSERT_EQ(all.states.size(), 2u);
  EXPECT_EQ(x_of(all.states[1]), "1");
  EXPECT_EQ(walk_.initial_states({}, {1, 5}).states.size(), 1u);
  EXPECT_EQ(walk_.start({}), "there are 2 such initial states; choose one by its number");
  EXPECT_EQ(walk_.start({}, 3), "these initial states are numbered from 1 to 2");
  EXPECT_EQ(walk_.start({"x=2"}), "no initial state has these values");
  EXPECT_EQ(walk_.start({"x=9"}), "x has no value `9`");
  EXPECT_EQ(walk_.size(), 0u) << "a request with a problem changes nothing";
  EXPECT_EQ(walk_.start({"x=1"}), "");
  EXPECT_EQ(walk_.size(), 1u);
  EXPECT_EQ(x(), "1");
  EXPECT_EQ(walk_.start({}, 1), "");
  EXPECT_EQ(x(), "0");
}

TEST_F(Walking, StepsByNumberAndByNames) {
  ASSERT_EQ(walk_.start({}, 1), "");
  JointActionPage page = walk_.joint_actions({}, {});
  EXPECT_EQ(page.total, "4");
  ASSERT_EQ(page.choices.size(), 4u);
  EXPECT_EQ(page.choices[0].number, "1");
  EXPECT_EQ(page.choices[0].actions, (JointAction{{"Counter", "up"}, {"Watcher", "look"}}));
  EXPECT_EQ(page.choices[0].outcome_count, 1u);
  EXPECT_EQ(walk_.joint_actions({"Watcher=sleep"}, {}).total, "2");
  EXPECT_EQ(walk_.joint_actions({"Watcher=sleep"}, {}).choices[1].number, "4") << "the number among all";

  EXPECT_EQ(walk_.step({}).problem, "this state has 4 joint actions; choose one of them");
  EXPECT_EQ(walk_.step({.actions = {"Counter=up"}, .number = {}}).problem,
            "2 enabled joint actions have these actions; choose one of them");
  EXPECT_EQ(walk_.step({.actions = {}, .number = "5"}).problem,
            "the joint actions of this state are numbered from 1 to 4");
  EXPECT_EQ(walk_.step({.actions = {"Counter=up", "Counter=stay"}, .number = {}}).problem,
            "no enabled joint action consists of these actions");
  EXPECT_EQ(walk_.step({.actions = {"Counter=down"}, .number = {}}).problem, "Counter has no action `down`");
  EXPECT_EQ(walk_.size(), 1u);

  EXPECT_EQ(walk_.step({.actions = {}, .number = "1"}).problem, "");
  EXPECT_EQ(walk_.step({.actions = {"Counter=up", "Watcher=sleep"}, .number = {}}).problem, "");
  EXPECT_EQ(walk_.size(), 3u);
  EXPECT_EQ(x(), "2");
  EXPECT_EQ(walk_.actions(1), (JointAction{{"Counter", "up"}, {"Watcher", "sleep"}}));
  EXPECT_EQ(walk_.propositions(0), std::vector<std::string>{"zero"});
}

TEST_F(Walking, ChoosesAmongOutcomes) {
  ASSERT_EQ(walk_.start({"x=1"}), "");
  ASSERT_EQ(walk_.step({.actions = {}, .number = "1"}).problem, "");
  StepRequest up{.actions = {}, .number = "1"};
  StepResult several = walk_.step(up);
  EXPECT_EQ(several.problem, "");
  ASSERT_EQ(several.outcomes.size(), 2u);
  EXPECT_EQ(walk_.size(), 2u) << "nothing is chosen yet";
  up.outcome = 3;
  EXPECT_EQ(walk_.step(up).problem, "the outcomes are numbered from 1 to 2");
  up.outcome = 2;
  EXPECT_TRUE(walk_.step(up).outcomes.empty());
  EXPECT_EQ(x(), x_of(several.outcomes[1]));
}

TEST_F(Walking, JumpsUndoesAndRestarts) {
  EXPECT_EQ(walk_.jump(0), "choose an initial state first");
  EXPECT_EQ(walk_.restart(), "choose an initial state first");
  EXPECT_EQ(walk_.undo(), "there is nothing to undo");
  ASSERT_EQ(walk_.start({}, 1), "");
  ASSERT_EQ(walk_.step({.actions = {}, .number = "1"}).problem, "");
  EXPECT_EQ(walk_.jump(2), "the walk has no state 2; the last is 1");
  EXPECT_EQ(walk_.jump(0), "");
  EXPECT_EQ(walk_.position(), 0u);
  EXPECT_EQ(walk_.size(), 2u) << "a jump forgets nothing";
  EXPECT_EQ(walk_.undo(), "");
  EXPECT_EQ(walk_.position(), 1u);
  EXPECT_EQ(walk_.restart(), "");
  EXPECT_EQ(walk_.size(), 0u);
  EXPECT_EQ(walk_.undo(), "");
  EXPECT_EQ(walk_.size(), 2u);
  EXPECT_EQ(walk_.undo(), "");
  EXPECT_EQ(walk_.undo(), "");
  EXPECT_EQ(walk_.size(), 0u);
}

TEST_F(Walking, TakesRandomSteps) {
  RandomResult first = walk_.random(30);
  EXPECT_EQ(first.steps, 30u);
  EXPECT_EQ(first.stopped, "");
  EXPECT_EQ(walk_.size(), 31u);
  Simulation same("counter", kCounter);
  same.random(30);
  EXPECT_EQ(same.record(), walk_.record()) << "the draws depend on the seed alone";
  SimulationOptions options;
  options.seed = 2;
  Simulation other("counter", kCounter, options);
  other.random(30);
  EXPECT_NE(other.record(), walk_.record());
}

TEST(Walk, RandomStepsEndWhereNothingFollows) {
  Simulation walk("counter", counter("2", "true;"));
  RandomResult result = walk.random(10);
  EXPECT_EQ(result.steps, 2u);
  EXPECT_EQ(result.stopped, "this state has no successor");
}

TEST_F(Walking, IsRecordedAndReplayed) {
  EXPECT_THROW(walk_.record(), UsageError);
  walk_.random(5);
  ASSERT_EQ(walk_.jump(3), "");
  std::string record = walk_.record();
  Simulation again("counter", kCounter);
  EXPECT_EQ(again.replay(record, "walk"), "");
  EXPECT_EQ(again.size(), 6u);
  EXPECT_EQ(again.position(), 3u);
  EXPECT_EQ(again.record(), record);
  EXPECT_EQ(again.replay("gnomon walk 1\ninit Counter.x=3 Watcher.mood=calm\n", "walk"),
            "walk:2: this is not an initial state of the model");
  EXPECT_EQ(again.record(), record) << "the walk stays";
}

TEST_F(Walking, AnswersQuestions) {
  EXPECT_EQ(walk_.evaluate("zero").reason, "choose an initial state first");
  EXPECT_EQ(walk_.possible("Watcher", 3).problem, "choose an initial state first");
  ASSERT_EQ(walk_.start({}, 1), "");
  EXPECT_EQ(walk_.evaluate("zero").verdict, Verdict::True);
  EXPECT_EQ(walk_.evaluate("K(Watcher, zero)").verdict, Verdict::False);
  EXPECT_EQ(walk_.evaluate("LTL F top").verdict, Verdict::False);
  EXPECT_EQ(walk_.evaluate("CTL* E F G top").verdict, Verdict::True);
  EXPECT_EQ(walk_.evaluate("@recall K(Watcher, zero)").verdict, Verdict::False);
  EXPECT_EQ(walk_.evaluate("K(Watchr, zero)").errors.size(), 1u);
  PossiblePage possible = walk_.possible("Watcher", 2);
  EXPECT_EQ(possible.total, "4");
  EXPECT_EQ(possible.states.size(), 2u);
  EXPECT_EQ(walk_.possible("Watchr", 2).problem, "there is no agent `Watchr`; did you mean `Watcher`?");
}

TEST(Walk, QuestionsHaveLimits) {
  SimulationOptions options;
  options.timeout_seconds = 0;
  Simulation walk("counter", kCounter, options);
  ASSERT_EQ(walk.start({}, 1), "");
  EXPECT_EQ(walk.evaluate("zero").verdict, Verdict::True) << "the state alone decides";
  Evaluation answer = walk.evaluate("EF top");
  EXPECT_EQ(answer.verdict, Verdict::Unknown);
  EXPECT_EQ(answer.reason.find("time limit reached while "), 0u) << answer.reason;
  EXPECT_FALSE(walk.possible("Watcher", 1).reason.empty());
}

TEST(Walk, NeedsAModel) {
  Simulation wrong("wrong", "Agent");
  EXPECT_TRUE(wrong.has_errors());
  EXPECT_FALSE(wrong.diagnostics().empty());
  EXPECT_THROW(wrong.start({}), UsageError);
  EXPECT_THROW(wrong.random(1), UsageError);
  EXPECT_THROW(wrong.evaluate("true"), UsageError);
  Simulation good("counter", kCounter);
  EXPECT_THROW(good.state(0), UsageError);
}

TEST(Graph, HasStatesEdgesAndClasses) {
  GraphOptions options;
  options.agents = {"Watcher"};
  StateGraph graph = state_graph("counter", kCounter, options);
  ASSERT_FALSE(graph.has_errors);
  ASSERT_EQ(graph.states.size(), 4u);
  EXPECT_EQ(graph.initial, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(graph.propositions[0], std::vector<std::string>{"zero"});
  std::size_t loops = 0;
  for (const StateGraph::Edge& edge : graph.edges) {
    EXPECT_EQ(edge.actions.size(), 2u) << "look and sleep";
    loops += edge.from == edge.to ? 1 : 0;
  }
  EXPECT_EQ(graph.edges.size(), 8u);
  EXPECT_EQ(loops, 4u);
  ASSERT_EQ(graph.alike.size(), 1u);
  EXPECT_EQ(graph.alike[0].agent, "Watcher");
  EXPECT_EQ(graph.alike[0].classes, (std::vector<std::vector<std::size_t>>{{0, 1, 2, 3}}));
  options.agents.clear();
  options.all_agents = true;
  graph = state_graph("counter", kCounter, options);
  ASSERT_EQ(graph.alike.size(), 2u);
  EXPECT_EQ(graph.alike[0].classes.size(), 4u) << "the counter sees itself";
}

TEST(Graph, HasLimits) {
  GraphOptions options;
  options.state_limit = 3;
  StateGraph graph = state_graph("counter", kCounter, options);
  EXPECT_EQ(graph.stopped, "more than 3 reachable states");
  EXPECT_TRUE(graph.states.empty());
  options.state_limit = 4;
  EXPECT_EQ(state_graph("counter", kCounter, options).stopped, "");
  std::atomic<bool> interrupted = true;
  options.interrupt = &interrupted;
  EXPECT_EQ(state_graph("counter", kCounter, options).stopped, "interrupted");
  std::string long_and_wrong = kCounter;
  for (int i = 0; i < 10000; ++i) long_and_wrong.insert(long_and_wrong.find("end Formulae"), "zero;\n");
  long_and_wrong += "end";
  EXPECT_EQ(state_graph("wrong", long_and_wrong, options).stopped, "interrupted") << "already while it was read";
}

TEST(Graph, SaysWhatIsWrong) {
  EXPECT_TRUE(state_graph("wrong", "Agent").has_errors);
  GraphOptions options;
  options.agents = {"Watchr"};
  StateGraph graph = state_graph("counter", kCounter, options);
  EXPECT_EQ(graph.problem, "there is no agent `Watchr`; did you mean `Watcher`?");
  EXPECT_TRUE(graph.states.empty());
}

}  // namespace
}  // namespace gnomon::api
