// The static order names every field once, puts what belongs together near each other, and is the same in every run.
#include "model/order.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

#include "models.h"
#include "support/random_model.h"

namespace gnomon::model {
namespace {

std::string name(const ispl::CheckedModel& model, const FieldRef& field) {
  if (field.kind == FieldRef::Kind::Action) return model.agents[field.index].name + ".Action";
  return model.variables[field.index].name;
}

std::map<std::string, int> places(const ispl::CheckedModel& model, OrderStrategy strategy) {
  std::map<std::string, int> result;
  int place = 0;
  for (const FieldRef& field : static_order(model, strategy)) result[name(model, field)] = place++;
  return result;
}

TEST(Order, EveryFieldOnce) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    auto subject = test::load_or_fail(test::random_model(seed).draft.text());
    const ispl::CheckedModel& model = subject->model();
    for (OrderStrategy strategy : {OrderStrategy::Force, OrderStrategy::Declaration}) {
      std::vector<FieldRef> order = static_order(model, strategy);
      std::vector<int> variables(model.variables.size()), actions(model.agents.size());
      for (const FieldRef& field : order) {
        ++(field.kind == FieldRef::Kind::Variable ? variables : actions).at(field.index);
      }
      EXPECT_EQ(std::count(variables.begin(), variables.end(), 1), static_cast<std::ptrdiff_t>(variables.size()));
      for (std::size_t a = 0; a < actions.size(); ++a) EXPECT_EQ(actions[a], model.agents[a].actions.empty() ? 0 : 1);
      EXPECT_EQ(order, static_order(model, strategy));
    }
  }
}

TEST(Order, DeclarationFollowsTheText) {
  auto subject = test::load_or_fail(
      test::one_agent("    z : boolean;\n    m : boolean;\n    a0 : boolean;", "    z = a0 if Action = a;"));
  auto place = places(subject->model(), OrderStrategy::Declaration);
  EXPECT_LT(place["Ag.Action"], place["z"]);
  EXPECT_LT(place["z"], place["m"]);
  EXPECT_LT(place["m"], place["a0"]);
}

// Partners x_i and y_i are declared far apart; the heuristic must bring them together.
TEST(Order, ForceBringsPartnersTogether) {
  std::string vars, lines;
  constexpr int kPairs = 8;
  for (int i = 0; i < kPairs; ++i) vars += "    x" + std::to_string(i) + " : boolean;\n";
  for (int i = 0; i < kPairs; ++i) vars += "    y" + std::to_string(i) + " : boolean;\n";
  for (int i = 0; i < kPairs; ++i) {
    std::string k = std::to_string(i);
    lines += "    x" + k + " = true if y" + k + " = true;\n    y" + k + " = true if x" + k + " = true;\n";
  }
  auto subject = test::interpret_or_fail(test::one_agent(vars, lines));
  auto span = [&](OrderStrategy strategy) {
    auto place = places(subject->model, strategy);
    int total = 0;
    for (int i = 0; i < kPairs; ++i) {
      total += std::abs(place["x" + std::to_string(i)] - place["y" + std::to_string(i)]);
    }
    return total;
  };
  EXPECT_EQ(span(OrderStrategy::Declaration), kPairs * kPairs);
  EXPECT_LE(span(OrderStrategy::Force), 2 * kPairs);
}

TEST(Order, ControlFieldsComeFirst) {
  std::string vars = "    token : 0 .. 9;\n", lines;
  for (int i = 0; i < 10; ++i) {
    std::string k = std::to_string(i);
    vars = "    x" + k + " : boolean;\n" + vars;
    lines += "    x" + k + " = true if token = " + k + " and x" + std::to_string((i + 1) % 10) + " = false;\n";
    lines += "    x" + k + " = false if token = " + k + " and x" + std::to_string((i + 1) % 10) + " = true;\n";
  }
  auto subject = test::interpret_or_fail(test::one_agent(vars, lines));
  EXPECT_EQ(places(subject->model, OrderStrategy::Force)["token"], 0);
}

}  // namespace
}  // namespace gnomon::model
