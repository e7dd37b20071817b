#include "simulate/choices.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

#include "model_text.h"
#include "simulate/random_walk.h"

namespace gnomon::simulate {
namespace {

ActionChoice action(const TestModel& test, const std::string& word) {
  std::string problem;
  auto choice = read_action(test.model, word, problem);
  EXPECT_TRUE(choice) << problem;
  return choice.value();
}

ValueChoice value(const TestModel& test, const std::string& word) {
  std::string problem;
  auto choice = read_value(test.model, word, problem);
  EXPECT_TRUE(choice) << problem;
  return choice.value();
}

TEST(Choices, AreTheJointActionsOfTheInterpreter) {
  TestModel test(kCounter);
  for (int x = 0; x <= 3; ++x) {
    State state{x, test.interpreter.initial_states().front()[1]};
    JointChoices choices(test.interpreter, state);
    std::vector<JointAction> expected = test.interpreter.joint_actions(state);
    ASSERT_EQ(choices.total(), static_cast<unsigned long>(expected.size()));
    for (std::size_t i = 0; i < expected.size(); ++i) {
      BigInt number(static_cast<unsigned long>(i));
      EXPECT_EQ(choices.numbered(number), expected[i]);
      EXPECT_EQ(choices.number(expected[i]), number);
    }
  }
}

TEST(Choices, FiltersKeepNumbers) {
  TestModel test(kCounter);
  State state{1, test.interpreter.initial_states().front()[1]};
  JointChoices all(test.interpreter, state);
  JointChoices some(test.interpreter, state, {action(test, "Watcher=sleep")});
  ASSERT_EQ(some.matching(), 2);
  EXPECT_EQ(some.number(some.at(0)), 1);
  EXPECT_EQ(some.number(some.at(1)), 4);
  EXPECT_EQ(all.numbered(4), some.at(1));
  JointChoices none(test.interpreter, state, {action(test, "Watcher=sleep"), action(test, "Watcher=look")});
  EXPECT_EQ(none.matching(), 0);
  EXPECT_EQ(none.total(), 6);
}

TEST(Choices, OfVeryManyAgentsAreNotListed) {
  std::string text;
  for (int i = 0; i < 100; ++i) {
    text += "Agent A" + std::to_string(i) + " Vars: b : boolean; end Vars Actions = {x, y, z}; Protocol: Other : " +
            "{x, y, z}; end Protocol Evolution: b = true if Action = x; end Evolution end Agent\n";
  }
  text += "Evaluation p if A0.b = true; end Evaluation InitStates ";
  for (int i = 0; i < 100; ++i) text += (i == 0 ? "A" : " and A") + std::to_string(i) + ".b = false";
  text += "; end InitStates Formulae EF p; end Formulae";
  TestModel test(text);
  State state = test.interpreter.initial_states().front();
  JointChoices choices(test.interpreter, state);
  BigInt power;
  mpz_ui_pow_ui(power.get_mpz_t(), 3, 100);
  EXPECT_EQ(choices.total(), power);
  BigInt last = power - 1;
  EXPECT_EQ(choices.number(choices.numbered(last)), last);
}

TEST(Choices, OutcomesAreThoseOfTheInterpreter) {
  TestModel test(kCounter);
  State state{2, test.interpreter.initial_states().front()[1]};
  JointChoices choices(test.interpreter, state, {action(test, "Counter=up"), action(test, "Watcher=look")});
  ASSERT_EQ(choices.matching(), 1);
  Outcomes found = outcomes(test.interpreter, test.check, state, choices.at(0));
  EXPECT_FALSE(found.too_many);
  ASSERT_EQ(found.states.size(), 2u);
  EXPECT_EQ(found.states[0][0], 0);
  EXPECT_EQ(found.states[1][0], 3);
}

TEST(InitialStates, AreNarrowedDownByValues) {
  TestModel test(kCounter);
  EXPECT_EQ(initial_states(test.model, {}).states, test.interpreter.initial_states());
  InitialStates one = initial_states(test.model, {value(test, "Counter.x=1")});
  ASSERT_EQ(one.states.size(), 1u);
  EXPECT_EQ(one.states[0][0], 1);
  EXPECT_TRUE(initial_states(test.model, {value(test, "mood=tense")}).states.empty());
  EXPECT_EQ(initial_states(test.model, {}).states.size(), 2u) << "the model is as it was";
}

TEST(InitialStates, AreNotListedIfThereAreVeryMany) {
  std::string text =
      "Agent A Vars: x : 0 .. 1000000; y : 0 .. 9; end Vars Actions = {go}; Protocol: Other : {go}; "
      "end Protocol end Agent Evaluation p if A.x = 0; end Evaluation InitStates A.x >= 0; end InitStates "
      "Formulae EF p; end Formulae";
  TestModel test(text);
  EXPECT_NE(initial_states(test.model, {}).problem, "");
  InitialStates some = initial_states(test.model, {value(test, "x=77")});
  EXPECT_EQ(some.problem, "");
  EXPECT_EQ(some.states.size(), 10u);
}

TEST(Names, AreExplainedWhenWrong) {
  TestModel test(kCounter);
  auto problem_of = [&](auto read, const char* word) {
    std::string problem;
    EXPECT_FALSE(read(test.model, word, problem)) << word;
    return problem;
  };
  EXPECT_EQ(problem_of(read_action, "Countr=up"), "there is no agent `Countr`; did you mean `Counter`?");
  EXPECT_EQ(problem_of(read_action, "Watcher=slep"), "Watcher has no action `slep`; did you mean `sleep`?");
  EXPECT_EQ(problem_of(read_action, "Watcher"), "`Watcher` is not of the form AGENT=ACTION");
  EXPECT_EQ(problem_of(read_value, "Counter.x=4"), "Counter.x has no value `4`");
  EXPECT_EQ(problem_of(read_value, "Counter.speed=1"), "Counter has no variable `speed`");
  EXPECT_EQ(problem_of(read_value, "mood=calmer"), "mood has no value `calmer`; did you mean `calm`?");
}

TEST(RandomSteps, AreStepsOfTheModelAndDependOnTheSeed) {
  TestModel test(kCounter);
  State start = test.interpreter.initial_states().front();
  auto walk = [&](std::uint64_t seed) {
    Dice dice(seed);
    return random_steps(test.interpreter, test.check, start, 200, dice, {}).steps;
  };
  std::vector<WalkStep> steps = walk(7);
  ASSERT_EQ(steps.size(), 200u);
  State before = start;
  std::set<JointAction> seen;
  for (const WalkStep& step : steps) {
    EXPECT_TRUE(test.check.enabled(before, step.joint));
    EXPECT_TRUE(test.check.leads(before, step.joint, step.state));
    before = step.state;
    seen.insert(step.joint);
  }
  EXPECT_EQ(seen.size(), 6u) << "every joint action is drawn in 200 steps";
  EXPECT_EQ(walk(7), steps);
  EXPECT_NE(walk(8), steps);
}

TEST(RandomSteps, StopAtADeadlock) {
  TestModel test(kDeadlock);
  Dice dice(1);
  RandomSteps found = random_steps(test.interpreter, test.check, {0}, 10, dice, {});
  EXPECT_EQ(found.steps.size(), 2u);
  EXPECT_EQ(found.stopped, "this state has no successor");
}

}  // namespace
}  // namespace gnomon::simulate
