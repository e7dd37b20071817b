// Breadth-first search: states, depth, and stopping early.
#include "model/reach.h"

#include <gtest/gtest.h>

#include "model/symbolic_model.h"
#include "models.h"

namespace gnomon::model {
namespace {

// 0 -> 1 -> ... -> 40, and from 40 back to 20.
std::string counter() {
  return test::one_agent("    x : 0 .. 50;", "    x = x + 1 if x < 40;\n    x = 20 if x = 40;", "Ag.x = 0", "{a}");
}

TEST(Reach, Chaining) {
  auto subject = test::load_or_fail(counter());
  SymbolicModel model(subject->model());
  ReachOptions options;
  options.exploration = Exploration::Chaining;
  Reachability result = reachable(model.transition(), model.initial(), options);
  EXPECT_EQ(model.count(result.states), 41);
  EXPECT_EQ(result.depth, std::nullopt);
  EXPECT_EQ(result.rounds, 40u);  // the relation has one piece here
}

TEST(Reach, StepsAreReportedAndCanStop) {
  auto subject = test::load_or_fail(counter());
  SymbolicModel model(subject->model());
  std::vector<std::size_t> depths;
  ReachOptions options;
  options.on_step = [&](std::size_t depth, const StateSet& reached, const StateSet& fresh) {
    depths.push_back(depth);
    EXPECT_TRUE(fresh.subset_of(reached));
    EXPECT_EQ(model.count(reached), depth + 1);
    return depth < 5;
  };
  Reachability result = reachable(model.transition(), model.initial(), options);
  EXPECT_EQ(depths, (std::vector<std::size_t>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(result.depth, 5u);
  EXPECT_EQ(model.count(result.states), 6);
}

TEST(Reach, NoInitialState) {
  auto subject =
      test::load_or_fail(test::one_agent("    x : 0 .. 2;", "    x = 1 if x = 0;", "Ag.x = 0 and Ag.x = 1", "{a}"));
  SymbolicModel model(subject->model());
  EXPECT_TRUE(model.reachable().empty());
  EXPECT_EQ(model.reachability().depth, 0u);
  EXPECT_EQ(model.count(model.reachable()), 0);
}

}  // namespace
}  // namespace gnomon::model
