// Exploration: states, depth, one step at a time.
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
  ModelOptions options;
  options.reach.exploration = Exploration::Chaining;
  SymbolicModel model(subject->model(), options);
  Explorer& explorer = model.explorer();
  explorer.finish();
  EXPECT_EQ(model.count(explorer.reached()), 41);
  EXPECT_EQ(explorer.depth(), std::nullopt);
  EXPECT_EQ(explorer.rounds(), 40u);  // the relation has one piece here
}

TEST(Reach, OneStepAtATime) {
  auto subject = test::load_or_fail(counter());
  SymbolicModel model(subject->model());
  Explorer& explorer = model.explorer();
  for (std::size_t step = 0; step <= 40; ++step) {
    EXPECT_EQ(explorer.rounds(), step);
    EXPECT_EQ(model.count(explorer.reached()), step + 1);
    EXPECT_FALSE(explorer.complete());
    EXPECT_EQ(explorer.depth(), std::nullopt);
    explorer.advance();
  }
  EXPECT_TRUE(explorer.complete());
  EXPECT_EQ(explorer.depth(), 40u);
  explorer.advance();
  EXPECT_EQ(explorer.rounds(), 40u) << "nothing is left to do";
}

TEST(Reach, NoInitialState) {
  auto subject =
      test::load_or_fail(test::one_agent("    x : 0 .. 2;", "    x = 1 if x = 0;", "Ag.x = 0 and Ag.x = 1", "{a}"));
  SymbolicModel model(subject->model());
  EXPECT_TRUE(model.reachable().empty());
  EXPECT_EQ(model.explorer().depth(), 0u);
  EXPECT_EQ(model.count(model.reachable()), 0);
}

}  // namespace
}  // namespace gnomon::model
