// Breadth-first search: states, depth, rings and their thinning, and stopping early.
#include "model/reach.h"

#include <gtest/gtest.h>

#include "model/symbolic_model.h"
#include "models.h"

namespace gnomon::model {
namespace {

using test::State;

// 0 -> 1 -> ... -> 40, and from 40 back to 20.
std::string counter() {
  return test::one_agent("    x : 0 .. 50;", "    x = x + 1 if x < 40;\n    x = 20 if x = 40;", "Ag.x = 0", "{a}");
}

ReachOptions rings(std::size_t max) {
  ReachOptions options;
  options.keep_rings = true;
  options.max_rings = max;
  return options;
}

TEST(Reach, AllRings) {
  auto subject = test::load_or_fail(counter());
  SymbolicModel model(subject->model());
  Reachability result = reachable(model.transition(), model.initial(), rings(4096));
  EXPECT_EQ(model.count(result.states), 41);
  EXPECT_EQ(result.depth, 40u);
  EXPECT_EQ(result.ring_stride, 1u);
  ASSERT_EQ(result.rings.size(), 41u);
  for (std::size_t k = 0; k <= 40; ++k) {
    EXPECT_EQ(result.rings[k].distance, k);
    EXPECT_EQ(result.rings[k].states, model.singleton(State{static_cast<std::int64_t>(k)}));
  }
}

TEST(Reach, RingsAreThinned) {
  auto subject = test::load_or_fail(counter());
  SymbolicModel model(subject->model());
  for (std::size_t max :
       {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{7}, std::size_t{10}, std::size_t{40}}) {
    Reachability result = reachable(model.transition(), model.initial(), rings(max));
    EXPECT_LE(result.rings.size(), max);
    EXPECT_GE(result.rings.size() * 2 + 1, std::min<std::size_t>(max, 41)) << "thinned too much";
    EXPECT_GT(result.ring_stride, 1u);
    for (std::size_t i = 0; i < result.rings.size(); ++i) {
      EXPECT_EQ(result.rings[i].distance, i * result.ring_stride);
      EXPECT_EQ(result.rings[i].states, model.singleton(State{static_cast<std::int64_t>(result.rings[i].distance)}));
    }
    EXPECT_EQ(result.depth, 40u);
    EXPECT_EQ(model.count(result.states), 41);
  }
}

TEST(Reach, Chaining) {
  auto subject = test::load_or_fail(counter());
  SymbolicModel model(subject->model());
  ReachOptions options;
  options.exploration = Exploration::Chaining;
  Reachability result = reachable(model.transition(), model.initial(), options);
  EXPECT_EQ(model.count(result.states), 41);
  EXPECT_EQ(result.depth, std::nullopt);
  EXPECT_TRUE(result.rings.empty());
  EXPECT_EQ(result.rounds, 40u);  // the relation has one piece here
}

TEST(Reach, NoRingsUnlessAsked) {
  auto subject = test::load_or_fail(counter());
  SymbolicModel model(subject->model());
  EXPECT_TRUE(reachable(model.transition(), model.initial()).rings.empty());
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
