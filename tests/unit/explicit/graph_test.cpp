#include "explicit/graph.h"

#include <gtest/gtest.h>

#include "base/budget.h"
#include "explicit/components.h"
#include "loaded.h"
#include "support/rng.h"

namespace gnomon::explicit_state {
namespace {

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

// Components against mutual reachability by closure, on random graphs with some dead nodes.
TEST(Components, AreMutuallyReachableNodes) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    test::Rng rng(seed);
    std::size_t n = 1 + rng.below(9);
    Adjacency successors(n);
    std::vector<bool> alive(n);
    std::vector<std::vector<bool>> reach(n, std::vector<bool>(n, false));
    for (std::size_t s = 0; s < n; ++s) alive[s] = rng.chance(85);
    for (std::uint32_t s = 0; s < n; ++s) {
      for (std::uint32_t t = 0; t < n; ++t) {
        if (!rng.chance(22)) continue;
        successors[s].push_back(t);
        reach[s][t] = alive[s] && alive[t];
      }
    }
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) reach[i][j] = reach[i][j] || (reach[i][k] && reach[k][j]);
      }
    }
    Components components = strong_components(successors, alive);
    for (std::size_t s = 0; s < n; ++s) {
      ASSERT_EQ(components.of[s] == Components::kNone, !alive[s]);
      if (!alive[s]) continue;
      EXPECT_EQ(components.has_cycle[components.of[s]], reach[s][s]) << "seed " << seed;
      std::vector<bool> target(n);
      target[s] = true;
      std::vector<bool> reaching = can_reach(successors, alive, target);
      for (std::size_t t = 0; t < n; ++t) {
        EXPECT_EQ(reaching[t], t == s || reach[t][s]) << "seed " << seed;
        bool same = t == s || (reach[s][t] && reach[t][s]);
        EXPECT_TRUE(!alive[t] || (components.of[s] == components.of[t]) == same) << "seed " << seed;
      }
    }
  }
}

}  // namespace
}  // namespace gnomon::explicit_state
