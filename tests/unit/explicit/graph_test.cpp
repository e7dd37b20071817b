#include "explicit/graph.h"

#include <gtest/gtest.h>

#include "base/budget.h"
#include "support/explicit_model.h"

namespace gnomon::explicit_state {
namespace {

using test::load;

// A counter from 0 to 9 that may stay, step up, or jump to 7.
constexpr const char* kCounter =
    "Agent A Vars: x : 0 .. 9; end Vars Actions = {stay, up, jump}; Protocol: x = 0 : {stay, up, jump}; "
    "x = 9 : {up}; Other : {stay, up}; end Protocol Evolution: x = x + 1 if Action = up; x = 7 if Action = jump; "
    "end Evolution end Agent Evaluation p if A.x = 0; end Evaluation InitStates A.x = 0; end InitStates "
    "Formulae p; end Formulae";

TEST(Graph, StatesInBreadthFirstOrder) {
  auto m = load(kCounter);
  EXPECT_EQ(m->graph.size(), 10u);
  EXPECT_EQ(m->graph.depth(), 6u);
  EXPECT_EQ(m->graph.depth(m->index({6})), 6u);
  EXPECT_EQ(m->graph.depth(m->index({9})), 3u);
  for (StateIndex s = 1; s < m->graph.size(); ++s) EXPECT_LE(m->graph.depth(s - 1), m->graph.depth(s));
}

TEST(Graph, KeepsActionsWithoutOutcome) {
  auto m = load(kCounter);
  StateIndex nine = m->index({9});
  EXPECT_TRUE(m->graph.is_deadlock(nine)) << "x = 10 is out of range";
  ASSERT_EQ(m->graph.moves(nine).size(), 1u);
  EXPECT_TRUE(m->graph.moves(nine)[0].outcomes.empty());
  EXPECT_EQ(m->graph.deadlock_count(), 1u);
  EXPECT_EQ(m->graph.predecessors(m->index({7})), (std::vector{m->index({0}), m->index({7}), m->index({6})}));
}

TEST(Graph, IsLimited) {
  auto m = load(kCounter);
  EXPECT_THROW(Graph(m->interpreter, {9, 1000}), LimitReached);
  EXPECT_THROW(Graph(m->interpreter, {10, 5}), LimitReached);
  EXPECT_NO_THROW(Graph(m->interpreter, {10, 1000}));
}

}  // namespace
}  // namespace gnomon::explicit_state
