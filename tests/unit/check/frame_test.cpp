// The set R with and without fairness, and the states that start an infinite path.
#include "check/frame.h"

#include <gtest/gtest.h>

#include "small_models.h"

namespace gnomon::check {
namespace {

using test::Checked;
using test::counter_model;

// 0 -> 1 -> 2 -> 1, 0 -> 3 (stuck), 4 -> 4, 5 unreachable.
const char* const kLines =
    "    x = 1 if x = 0 and Action = a;\n    x = 3 if x = 0 and Action = b;\n    x = 2 if x = 1;\n    x = 1 if x = 2;";

std::string stuck_at_three() {
  return counter_model(5, kLines, "", "Ag.x = 0 or Ag.x = 4", "    x <> 3 : {a, b};");
}

TEST(Frame, Whole) {
  Checked run(stuck_at_three());
  const Frame frame(run.symbolic().model());
  EXPECT_EQ(run.values(frame.states()), "0 1 2 3 4");
  EXPECT_EQ(run.values(frame.with_path()), "0 1 2 4");
  EXPECT_TRUE(frame.fairness().empty());
  EXPECT_EQ(run.values(frame.complement(frame.with_path())), "3");
  EXPECT_TRUE(frame.none().empty());
}

TEST(Frame, FairStates) {
  Checked run(stuck_at_three());
  model::SymbolicModel& model = run.symbolic().model();
  const Frame whole(model);
  auto at = [&](std::int64_t x) { return model.singleton(std::vector<ispl::Value>{x}); };
  Frame fair(whole, {at(1) | at(3), at(2)});
  EXPECT_EQ(run.values(fair.states()), "0 1 2");
  EXPECT_EQ(run.values(fair.with_path()), "0 1 2");
  ASSERT_EQ(fair.fairness().size(), 2u);
  EXPECT_EQ(run.values(fair.fairness()[0]), "1");
  EXPECT_EQ(run.values(fair.predecessors(fair.states())), "0 1 2");
  Frame nothing(whole, {at(3)});
  EXPECT_TRUE(nothing.states().empty());
  EXPECT_TRUE(nothing.with_path().empty());
  Frame never(whole, {whole.none()});
  EXPECT_TRUE(never.states().empty());
}

// 3 has no successor; the step 0 -> 1 is not recurrent only if x were monotone, which it is not.
TEST(Frame, Predecessors) {
  Checked run(stuck_at_three());
  const Frame frame(run.symbolic().model());
  auto at = [&](std::int64_t x) { return run.symbolic().model().singleton(std::vector<ispl::Value>{x}); };
  EXPECT_EQ(run.values(frame.predecessors(at(1))), "0 2");
  EXPECT_EQ(run.values(frame.predecessors(at(3))), "0");
  EXPECT_EQ(run.values(frame.recurrent_predecessors(at(1))), "0 2");
}

}  // namespace
}  // namespace gnomon::check
