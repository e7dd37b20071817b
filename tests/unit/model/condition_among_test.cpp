// Conditions among the states of a set: those of the plain diagram, and cheap where that is large.
#include "model/condition_among.h"

#include <gtest/gtest.h>
#include <string>

#include "model/symbolic_model.h"
#include "models.h"
#include "support/random_model.h"
#include "support/seeds.h"

namespace gnomon::model {
namespace {

// Every condition of a random model, among all states, the initial ones, and those of each proposition.
TEST(ConditionAmong, IsThePlainCondition) {
  std::size_t proper = 0;
  for (std::uint64_t seed = 0; seed < test::seeds(300); ++seed) {
    const test::RandomModel random = test::random_model(71'000'000 + seed, {});
    auto subject = test::load_or_fail(random.draft.text());
    const ispl::CheckedModel& checked = subject->model();
    SymbolicModel model(checked);
    ExpressionEncoder expressions(checked, model.encoding());
    std::vector<StateSet> sets{model.valid(), model.initial(), model.reachable(), model.none()};
    for (std::size_t p = 0; p < checked.propositions.size(); ++p) sets.push_back(model.proposition(p) & model.valid());
    std::vector<ispl::ExprId> conditions{checked.initial};
    for (const ispl::Proposition& proposition : checked.propositions) conditions.push_back(proposition.condition);
    for (const ispl::Agent& agent : checked.agents) {
      for (const ispl::EvolutionLine& line : agent.evolution) conditions.push_back(line.condition);
    }
    for (const StateSet& among : sets) {
      for (ispl::ExprId condition : conditions) {
        const StateSet expected = among & StateSet(expressions.condition(condition));
        ASSERT_EQ(cut_down(checked, expressions, condition, among), expected) << random.draft.text();
        ASSERT_EQ(holding_among(checked, expressions, condition, among, work_on_condition(among)), expected)
            << random.draft.text();
        proper += expected.empty() || expected == among ? 0u : 1u;
      }
    }
  }
  EXPECT_GT(proper, test::seeds(300));
}

// Forty pairs are equal in few states, but the text declares one half of each first: over all states the condition would
// have 2^40 nodes.
TEST(ConditionAmong, LargeConditionsAreNotBuilt) {
  std::string vars, same, differ;
  for (const std::string name : {"x", "y"}) {
    for (int i = 0; i < 40; ++i) vars += name + std::to_string(i) + " : boolean;\n";
  }
  std::string initial;
  for (int i = 0; i < 40; ++i) {
    const std::string n = std::to_string(i);
    initial += (i == 0 ? "" : " and ") + ("Ag.x" + n + " = false and Ag.y" + n + " = false");
    same += (i == 0 ? "" : " and ") + ("Ag.x" + n + " = Ag.y" + n);
    differ += (i == 0 ? "" : " or ") + ("Ag.x" + n + " <> Ag.y" + n);
  }
  std::string text = test::one_agent(vars, "x3 = true if Action = a; y3 = true if Action = b;", initial, "{a, b}");
  const std::string evaluation = "yes if 1 = 1;\n";
  text.replace(
      text.find(evaluation), evaluation.size(),
      evaluation + "same if " + same + "; differ if " + differ + "; neither if !(" + differ + ") -> !(" + same + ");");
  auto subject = test::interpret_or_fail(text);
  ModelOptions options;
  options.order = OrderStrategy::Declaration;
  options.auto_reorder = false;
  SymbolicModel model(subject->model, options);
  EXPECT_EQ(model.count(model.reachable()), 4);
  EXPECT_EQ(model.count(model.reachable_with(1)), 2);
  EXPECT_EQ(model.count(model.reachable_with(2)), 2);
  EXPECT_EQ(model.reachable_with(3), model.reachable_with(2));
  EXPECT_LT(model.manager().work(), 2'000'000u);
}

}  // namespace
}  // namespace gnomon::model
