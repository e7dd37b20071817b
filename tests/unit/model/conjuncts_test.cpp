// How the relation falls apart: which variables form a component, and what the parts say.
#include "model/conjuncts.h"

#include <gtest/gtest.h>
#include <set>

#include "model/order.h"
#include "models.h"

namespace gnomon::model {
namespace {

using test::State;

class BuiltConjuncts {
 public:
  explicit BuiltConjuncts(const std::string& text)
      : subject_(test::load_or_fail(text)),
        encoding_(subject_->model(), manager_, static_order(subject_->model())),
        expressions_(subject_->model(), encoding_) {}

  const ispl::CheckedModel& model() { return subject_->model(); }
  const Encoding& encoding() const { return encoding_; }
  std::vector<Conjunct> evolution() { return evolution_conjuncts(model(), encoding_, expressions_); }
  bdd::Bdd protocol(std::size_t agent) {
    return protocol_relation(model(), ispl::AgentId(agent), encoding_, expressions_);
  }
  bdd::Bdd overflow() { return overflow_condition(model(), encoding_, expressions_); }

  // The names of the variables that are written together.
  std::set<std::set<std::string>> components() {
    std::set<std::set<std::string>> result;
    for (const Conjunct& conjunct : evolution()) {
      std::set<std::string> names;
      for (ispl::VarId var : conjunct.writes) names.insert(model().variable(var).name);
      result.insert(names);
    }
    return result;
  }

  // The successors of a state under an action of agent 1 by the conjunction of all parts, other variables kept.
  std::set<State> successors(const State& state, std::size_t action) {
    bdd::Bdd here = encoding_.encode(state) & encoding_.action_is(ispl::AgentId(1), ispl::ActionId(action));
    std::set<std::size_t> written;
    for (const Conjunct& conjunct : evolution()) {
      here &= conjunct.relation;
      for (ispl::VarId var : conjunct.writes) written.insert(var.index());
    }
    std::set<State> result;
    for (const State& next : test::all_states(model())) {
      bdd::Bdd step = here;
      bool kept = true;
      for (std::size_t v = 0; v < next.size(); ++v) {
        auto position = *model().variables[v].type.position_of(next[v]);
        if (written.count(v) != 0)
          step &= encoding_.variable_is(ispl::VarId(v), position, Time::Next);
        else
          kept = kept && next[v] == state[v];
      }
      if (kept && !step.is_false()) result.insert(next);
    }
    return result;
  }

 private:
  std::unique_ptr<test::Subject> subject_;
  bdd::Manager manager_;
  Encoding encoding_;
  ExpressionEncoder expressions_;
};

using Parts = std::set<std::set<std::string>>;

TEST(Conjuncts, ExclusiveLinesLeaveVariablesApart) {
  BuiltConjuncts built(
      test::one_agent("    x : 0 .. 3;\n    y : 0 .. 3;\n    z : boolean;",
                      "    x = 1 and y = 2 if Action = a;\n    y = 3 if Action = b;\n    x = 0 if Action = c;"));
  EXPECT_EQ(built.components(), (Parts{{"x"}, {"y"}}));
  EXPECT_EQ(built.successors({2, 2, 0}, 0), (std::set<State>{{1, 2, 0}}));
  EXPECT_EQ(built.successors({2, 2, 0}, 1), (std::set<State>{{2, 3, 0}}));
  EXPECT_EQ(built.successors({2, 2, 1}, 2), (std::set<State>{{0, 2, 1}}));
}

TEST(Conjuncts, OverlappingLinesAreAlternatives) {
  BuiltConjuncts built(
      test::one_agent("    x : 0 .. 3;\n    y : 0 .. 3;\n    z : 0 .. 3;",
                      "    x = 1 if Action = a;\n    y = 1 if Action = a and x = 0;\n    z = 1 if Action = b;"));
  EXPECT_EQ(built.components(), (Parts{{"x", "y"}, {"z"}}));
  EXPECT_EQ(built.successors({0, 0, 0}, 0), (std::set<State>{{1, 0, 0}, {0, 1, 0}}));
  EXPECT_EQ(built.successors({2, 0, 0}, 0), (std::set<State>{{1, 0, 0}}));
  EXPECT_EQ(built.successors({2, 0, 0}, 2), (std::set<State>{{2, 0, 0}}));
}

// The overlap of the first two lines joins x and y; the third, exclusive, line also assigns z.
TEST(Conjuncts, ExclusiveLineAcrossComponents) {
  BuiltConjuncts built(
      test::one_agent("    x : 0 .. 3;\n    y : 0 .. 3;\n    z : 0 .. 3;",
                      "    x = 1 if Action = a;\n    y = 1 if Action = a;\n    x = 2 and z = 2 if Action = b;"));
  EXPECT_EQ(built.components(), (Parts{{"x", "y"}, {"z"}}));
  EXPECT_EQ(built.successors({0, 0, 0}, 1), (std::set<State>{{2, 0, 2}}));
  EXPECT_EQ(built.successors({0, 0, 0}, 0), (std::set<State>{{1, 0, 0}, {0, 1, 0}}));
}

TEST(Conjuncts, SingleAssignmentIsPerVariable) {
  BuiltConjuncts built(test::one_agent("    x : 0 .. 3;\n    y : 0 .. 3;",
                                       "    x = 1 if Action = a;\n    y = 1 if Action = a;\n    y = 2 if Action = a;",
                                       "1 = 1", "{a, b}", "", "SingleAssignment"));
  EXPECT_EQ(built.components(), (Parts{{"x"}, {"y"}}));
  EXPECT_EQ(built.successors({0, 0}, 0), (std::set<State>{{1, 1}, {1, 2}}));
}

TEST(Conjuncts, OutOfRangeHasNoSuccessor) {
  BuiltConjuncts built(test::one_agent("    x : 0 .. 2;\n    y : 0 .. 2;",
                                       "    x = x + 1 if Action = a;\n    y = 1 if Action = a and y = 0;"));
  EXPECT_EQ(built.successors({2, 1}, 0), (std::set<State>{}));
  EXPECT_EQ(built.successors({2, 0}, 0), (std::set<State>{{2, 1}}));
  EXPECT_EQ(built.successors({1, 0}, 0), (std::set<State>{{1, 1}, {2, 0}}));
  bdd::Bdd up = built.encoding().action_is(ispl::AgentId(1), ispl::ActionId(0));
  for (const State& state : test::all_states(built.model())) {
    EXPECT_EQ(!(built.encoding().encode(state) & up).disjoint_from(built.overflow()), state[0] == 2);
  }
  EXPECT_TRUE((built.overflow() & built.encoding().action_is(ispl::AgentId(1), ispl::ActionId(1))).is_false());
}

TEST(Conjuncts, ProtocolIsAUnionWithOther) {
  BuiltConjuncts built(test::one_agent("    x : 0 .. 3;", "    x = 0 if Action = a;", "1 = 1", "{a, b, c}",
                                       "    x <= 1 : {a};\n    x = 1 : {b};\n    x = 3 : {a, b};\n    Other : {c};"));
  std::vector<std::set<std::size_t>> expected{{0}, {0, 1}, {2}, {0, 1}};
  ispl::AgentId agent(1);
  for (std::int64_t x = 0; x < 4; ++x) {
    bdd::Bdd here = built.encoding().encode(State{x}) & built.protocol(1);
    for (std::size_t a = 0; a < 3; ++a) {
      EXPECT_EQ(!here.disjoint_from(built.encoding().action_is(agent, ispl::ActionId(a))),
                expected[static_cast<std::size_t>(x)].count(a) != 0);
    }
    EXPECT_TRUE(here.subset_of(built.encoding().valid_action(agent)));
  }
  EXPECT_TRUE(built.protocol(0).is_true());
}

TEST(Conjuncts, EmptyProtocolAllowsTheDeclaredActionsOnly) {
  BuiltConjuncts built(test::one_agent("    x : 0 .. 3;", "    x = 0 if Action = a;"));
  EXPECT_EQ(built.protocol(1), built.encoding().valid_action(ispl::AgentId(1)));
  EXPECT_FALSE(built.protocol(1).is_true());
}

}  // namespace
}  // namespace gnomon::model
