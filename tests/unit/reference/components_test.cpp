#include "reference/components.h"

#include <gtest/gtest.h>

#include "support/rng.h"

namespace gnomon::reference {
namespace {

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
}  // namespace gnomon::reference
