#include "simulate/surroundings.h"

#include <atomic>
#include <cstdint>
#include <gtest/gtest.h>

#include "model_text.h"
#include "oracle/harness/families.h"

namespace gnomon::simulate {
namespace {

using explicit_state::State;
using explicit_state::StateIndex;

// With a list that may take one byte, everything goes to diagrams.
enumerate::ExploreOptions without_list() {
  enumerate::ExploreOptions options;
  options.most_bytes = 1;
  return options;
}

class Questions : public testing::Test {
 protected:
  logic::Property property(const char* text) {
    Source source("formula", text);
    Diagnostics diagnostics;
    return ispl::load_formula(test_.model, source, {}, diagnostics).value().property;
  }

  TestModel test_{kCounter};
  State start_ = test_.interpreter.initial_states().front();
};

TEST_F(Questions, AreAnsweredAtTheState) {
  for (const enumerate::ExploreOptions& options : {enumerate::ExploreOptions(), without_list()}) {
    Surroundings around(test_.model, test_.interpreter, {}, options);
    EXPECT_EQ(around.holds(property("zero"), {start_}).holds, true);
    EXPECT_FALSE(around.made_diagrams()) << "a fact needs no other states";
    EXPECT_EQ(around.holds(property("K(Counter, zero)"), {start_}).holds, true);
    EXPECT_EQ(around.holds(property("K(Watcher, zero)"), {start_}).holds, false);
    EXPECT_EQ(around.holds(property("EX !zero"), {start_}).holds, true);
    PossibleStates possible = around.possible(ispl::AgentId(2), start_, 3);
    EXPECT_EQ(possible.total, 4u);
    EXPECT_EQ(possible.states.size(), 3u);
    EXPECT_EQ(around.possible(ispl::AgentId(2), start_, 9).states,
              (std::vector<State>{{0, 0}, {1, 0}, {2, 0}, {3, 0}}));
    EXPECT_EQ(around.made_diagrams(), options.most_bytes == 1);
  }
}

TEST_F(Questions, AboutHistoriesAreAnsweredAfterTheHistory) {
  const State next{1, 0};
  for (const enumerate::ExploreOptions& options : {enumerate::ExploreOptions(), without_list()}) {
    Surroundings around(test_.model, test_.interpreter, {}, options);
    EXPECT_EQ(around.holds(property("@recall K(Watcher, zero)"), {start_}).holds, false);
    EXPECT_EQ(around.holds(property("@recall K(Counter, zero)"), {start_}).holds, true);
    EXPECT_EQ(around.holds(property("@recall K(Counter, !zero)"), {start_, next}).holds, true);
    EXPECT_EQ(around.holds(property("@clock K(Watcher, !zero)"), {start_, next}).holds, false);
    EXPECT_EQ(around.holds(property("@clock AX K(Watcher, EX zero)"), {start_}).holds, false);
    EXPECT_EQ(around.made_diagrams(), options.most_bytes == 1);
  }
}

TEST_F(Questions, GoToDiagramsWhereTheListIsTooLarge) {
  enumerate::ExploreOptions options;
  options.most_places = 2;
  Surroundings around(test_.model, test_.interpreter, {}, options);
  EXPECT_EQ(around.holds(property("EX !zero"), {start_}).holds, true);
  EXPECT_FALSE(around.made_diagrams());
  EXPECT_EQ(around.holds(property("@recall K(Watcher, zero)"), {start_}).holds, false);
  EXPECT_TRUE(around.made_diagrams());
}

TEST_F(Questions, HaveLimits) {
  QuestionLimits limits;
  limits.seconds = 0;
  Surroundings hurried(test_.model, test_.interpreter, limits);
  EXPECT_EQ(hurried.holds(property("zero"), {start_}).holds, true) << "a fact needs no other states";
  Truth truth = hurried.holds(property("K(Watcher, zero)"), {start_});
  EXPECT_FALSE(truth.holds);
  EXPECT_EQ(truth.reason.find("time limit reached while "), 0u) << truth.reason;
  EXPECT_EQ(hurried.possible(ispl::AgentId(2), start_, 3).reason.find("time limit reached while "), 0u);
}

TEST_F(Questions, CanBeInterruptedAndAskedAgain) {
  std::atomic<bool> interrupted = true;
  QuestionLimits limits;
  limits.interrupt = &interrupted;
  Surroundings around(test_.model, test_.interpreter, limits);
  EXPECT_FALSE(around.holds(property("EX !zero"), {start_}).holds);
  interrupted = false;
  EXPECT_EQ(around.holds(property("EX !zero"), {start_}).holds, true);
}

// Every formula in every state, against the textbook semantics.
TEST(RandomQuestions, AgreeWithTheReference) {
  constexpr std::uint64_t kSeeds = 12;
  std::size_t compared = 0;
  std::size_t unfair = 0;
  std::size_t beyond_limits = 0;
  for (const test::Family& family : test::families()) {
    if (family.uniform || family.tests_look_beyond) continue;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      std::unique_ptr<test::Subject> subject = test::Subject::load(test::random_case(family, seed).text());
      ASSERT_TRUE(subject) << family.name << " " << seed;
      Surroundings around(subject->model(), subject->interpreter(), {},
                          seed % 2 == 0 ? without_list() : enumerate::ExploreOptions());
      explicit_state::Facts facts(subject->interpreter(), subject->model().pool);
      const std::vector<ispl::Formula> formulas = subject->model().formulas;
      for (const ispl::Formula& formula : formulas) {
        test::Members expected, region;
        try {
          expected = subject->evaluator().states(formula.property);
          region = subject->evaluator().labels(formula.property).arena().region;
        } catch (const LimitReached&) {
          ++beyond_limits;
          continue;
        }
        for (StateIndex s = 0; s < subject->graph().size(); ++s) {
          Truth truth = around.holds(formula.property, {subject->graph().state(s)});
          if (region[s]) {
            ASSERT_EQ(truth.holds, expected[s]) << family.name << " " << seed << ": " << formula.text << truth.reason;
            ++compared;
          } else if (!facts.is_fact(formula.property.formula)) {
            ASSERT_EQ(truth.reason, "no fair path starts in this state");
            ++unfair;
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 10'000u);
  EXPECT_GT(unfair, 50u);
  EXPECT_LE(beyond_limits, 20u);
}

}  // namespace
}  // namespace gnomon::simulate
