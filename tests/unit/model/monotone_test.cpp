// Which variables never return, and what remains of the relation when they stand still.
#include "model/monotone.h"

#include <gtest/gtest.h>

#include "model/symbolic_model.h"
#include "models.h"
#include "support/rng.h"

namespace gnomon::model {
namespace {

using test::State;

std::vector<std::string> monotone_names(const std::string& text) {
  auto subject = test::load_or_fail(text);
  SymbolicModel symbolic(subject->model());
  ExpressionEncoder expressions(subject->model(), symbolic.encoding());
  std::vector<std::string> names;
  auto conjuncts = evolution_conjuncts(subject->model(), symbolic.encoding(), expressions);
  for (ispl::VarId var : monotone_variables(symbolic.encoding(), conjuncts)) {
    names.push_back(subject->model().variable(var).name);
  }
  return names;
}

const char* const kVars =
    "    up : 0 .. 5;\n    down : -3 .. 3;\n    both : 0 .. 4;\n    flag : boolean;\n    stage : {one, two, three};\n"
    "    idle : boolean;\n    away : 0 .. 2;";
const char* const kLines =
    "    up = up + 1 if Action = a;\n    down = down - 2 if Action = b;\n    both = both + 1 if Action = a;\n"
    "    both = 0 if Action = b;\n    flag = true if up = 2;\n    stage = two if stage = one;\n"
    "    stage = three if stage = two and Action = c;\n    away = 2 if Action = c and away < 2;";

std::string protocol_with_progress() {
  return test::one_agent(kVars, kLines, "1 = 1", "{a, b, c}", "", "SingleAssignment");
}

TEST(Monotone, Variables) {
  EXPECT_EQ(monotone_names(protocol_with_progress()),
            (std::vector<std::string>{"up", "down", "flag", "stage", "away"}));
}

TEST(Monotone, NoneWhereEverythingReturns) {
  EXPECT_TRUE(
      monotone_names(test::one_agent("    x : 0 .. 2;", "    x = x + 1 if x < 2;\n    x = 0 if x = 2;")).empty());
}

// The recurrent relation: exactly the steps that leave the monotone variables alone.
TEST(Monotone, RecurrentStepsKeepThem) {
  auto subject = test::load_or_fail(protocol_with_progress());
  for (TransitionShape shape : {TransitionShape::Automatic, TransitionShape::Conjunctive}) {
    ModelOptions options;
    options.shape = shape;
    SymbolicModel symbolic(subject->model(), options);
    ASSERT_NE(&symbolic.recurrent_transition(), &symbolic.transition());
    test::Rng rng(3);
    std::vector<State> states = test::all_states(subject->model());
    std::size_t kept_somewhere = 0;
    for (int k = 0; k < 600; ++k) {
      const State& state = states[rng.below(states.size())];
      StateSet expected = symbolic.none();
      for (const State& next : subject->interpreter().all_successors(state)) {
        bool same = true;
        for (std::size_t v : {0, 1, 3, 4, 6}) same = same && state[v] == next[v];
        if (same) expected |= symbolic.singleton(next);
      }
      kept_somewhere += expected.empty() ? 0u : 1u;
      ASSERT_EQ(symbolic.recurrent_transition().image(symbolic.singleton(state)), expected);
      StateSet before = symbolic.recurrent_transition().preimage(expected);
      ASSERT_EQ(symbolic.singleton(state).subset_of(before), !expected.empty());
    }
    EXPECT_GT(kept_somewhere, 30u);
  }
}

TEST(Monotone, TheWholeRelationWhereNothingIsMonotone) {
  auto subject = test::load_or_fail(test::one_agent("    x : 0 .. 2;", "    x = x + 1 if x < 2;\n    x = 0 if x = 2;"));
  SymbolicModel symbolic(subject->model());
  EXPECT_EQ(&symbolic.recurrent_transition(), &symbolic.transition());
}

}  // namespace
}  // namespace gnomon::model
