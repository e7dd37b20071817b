// Conditions and assignments as diagrams, against the interpreter on every state, joint action and next value.
#include "model/expression_encoder.h"

#include <gtest/gtest.h>

#include "model/order.h"
#include "models.h"
#include "support/random_model.h"

namespace gnomon::model {
namespace {

using test::State;

// The agents' actions as a cube, and as the interpreter wants them.
struct Joint {
  bdd::Bdd cube;
  explicit_state::JointAction actions;
};

std::vector<Joint> all_joints(const ispl::CheckedModel& model, const Encoding& encoding) {
  std::vector<Joint> joints{{encoding.manager().constant(true), explicit_state::JointAction(model.agents.size())}};
  for (std::size_t a = 0; a < model.agents.size(); ++a) {
    if (model.agents[a].actions.empty()) continue;
    std::vector<Joint> longer;
    for (const Joint& joint : joints) {
      for (std::size_t k = 0; k < model.agents[a].actions.size(); ++k) {
        longer.push_back({joint.cube & encoding.action_is(ispl::AgentId(a), ispl::ActionId(k)), joint.actions});
        longer.back().actions[a] = ispl::ActionId(k);
      }
    }
    joints = std::move(longer);
  }
  return joints;
}

void compare(const std::string& text) {
  auto subject = test::load_or_fail(text);
  const ispl::CheckedModel& model = subject->model();
  bdd::Manager manager;
  Encoding encoding(model, manager, static_order(model));
  ExpressionEncoder encoder(model, encoding);
  std::vector<State> states = test::all_states(model);
  for (const Joint& joint : all_joints(model, encoding)) {
    for (const State& state : states) {
      bdd::Bdd here = encoding.encode(state) & joint.cube;
      auto expect_condition = [&](ispl::ExprId condition) {
        bool expected = subject->interpreter().holds(condition, state, &joint.actions);
        ASSERT_EQ(here.subset_of(encoder.condition(condition)), expected) << text;
        ASSERT_EQ(here.disjoint_from(encoder.condition(condition)), !expected) << text;
      };
      for (const ispl::Proposition& proposition : model.propositions) expect_condition(proposition.condition);
      expect_condition(model.initial);
      for (const ispl::Agent& agent : model.agents) {
        for (const ispl::ProtocolLine& line : agent.protocol) expect_condition(line.condition);
        for (const ispl::EvolutionLine& line : agent.evolution) {
          expect_condition(line.condition);
          for (const ispl::Assignment& assignment : line.assignments) {
            auto value = subject->interpreter().evaluate(assignment.value, state, &joint.actions).integer();
            const ispl::Type& type = model.variable(assignment.var).type;
            auto position = value ? type.position_of(*value) : std::nullopt;
            bdd::Bdd relation = encoder.assignment(assignment.var, assignment.value);
            for (std::uint64_t p = 0; p < type.size(); ++p) {
              bdd::Bdd step = here & encoding.variable_is(assignment.var, p, Time::Next);
              ASSERT_EQ(!step.disjoint_from(relation), position == p) << text;
            }
            ASSERT_EQ(here.subset_of(encoder.in_range(assignment.var, assignment.value)), position.has_value()) << text;
            ASSERT_TRUE((relation & here).subset_of(encoding.valid(assignment.var, Time::Next))) << text;
          }
        }
      }
    }
  }
}

TEST(ExpressionEncoder, RandomModels) {
  test::ModelOptions options;
  options.state_space = 60;
  options.max_agents = 2;
  options.max_actions = 2;
  options.arithmetic = 80;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    ASSERT_NO_FATAL_FAILURE(compare(test::random_model(seed, options).draft.text())) << "seed " << seed;
  }
}

TEST(ExpressionEncoder, EveryOperator) {
  compare(test::one_agent(
      "    x : -2 .. 3;\n    y : 0 .. 4;\n    p : boolean;\n    q : boolean;\n    e : {u, v, w};\n    d : {v, u};",
      "    x = x * y - 3 if !(x < y) -> x + y >= 2;\n    y = x / y if x <= y or x <> 2;\n"
      "    y = (x - y) / (x + y) * 2 if -x > y;\n    p = ~q ^ p | q & p if p = q;\n    q = p if p != q;\n"
      "    e = d if e = d;\n    d = u if e <> d and d = v;\n    e = w if e = w -> Action = b;\n    d = e if Action = "
      "c;"));
}

// Deep operands must not exhaust the stack.
// A sum that is written down again and again is encoded once.
TEST(ExpressionEncoder, RepeatedExpressions) {
  std::string vars;
  std::string sum = "x0";
  std::string initial = "Ag.x0 = 0";
  for (int i = 0; i < 16; ++i) vars += "    x" + std::to_string(i) + " : 0 .. 1;\n";
  for (int i = 1; i < 16; ++i) {
    sum += " + x" + std::to_string(i);
    initial += " and Ag.x" + std::to_string(i) + " = 0";
  }
  auto work_for = [&](int repetitions) {
    std::string condition = "Action = a";
    for (int k = 0; k < repetitions; ++k) condition += " or (" + sum + " = 7)";
    auto subject = test::load_or_fail(test::one_agent(vars, "    x0 = 0 if " + condition + ";", initial));
    bdd::Manager manager;
    Encoding encoding(subject->model(), manager, static_order(subject->model(), OrderStrategy::Declaration));
    ExpressionEncoder encoder(subject->model(), encoding);
    encoder.condition(subject->model().agents.back().evolution.front().condition);
    return manager.work();
  };
  EXPECT_GT(work_for(1), 300u);
  EXPECT_LT(work_for(20), 2 * work_for(1));
}

TEST(ExpressionEncoder, DeepExpression) {
  std::string condition = "x = 1";
  for (int k = 0; k < 3000; ++k) condition += (k % 2 == 0 ? " and x < 4" : " or x > 9");
  compare(test::one_agent("    x : 0 .. 3;", "    x = 3 - x if " + condition + ";"));
}

}  // namespace
}  // namespace gnomon::model
