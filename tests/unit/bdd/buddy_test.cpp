// Random formulas over 20 to 60 variables, step by step in both engines: counts, sizes, equalities and values must
// agree.
#include "buddy.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <unordered_set>

#include "truth_table.h"

namespace gnomon::bdd::test {
namespace {

// Distinct subfunctions without constants: the number of nodes of a diagram without complement edges.
std::size_t subfunctions(const Bdd& f) {
  std::unordered_set<Bdd> seen;
  std::vector<Bdd> pending{f};
  while (!pending.empty()) {
    const Bdd g = pending.back();
    pending.pop_back();
    if (g.is_constant() || !seen.insert(g).second) continue;
    pending.push_back(g.low());
    pending.push_back(g.high());
  }
  return seen.size();
}

class AgainstBuddy : public ::testing::TestWithParam<unsigned> {};

TEST_P(AgainstBuddy, RandomFormulas) {
  std::mt19937 rng(GetParam());
  const std::size_t vars = 20 + rng() % 41;
  const auto below = [&](std::size_t bound) { return rng() % bound; };
  Buddy buddy(vars);
  Manager manager(Config{.initial_nodes = 256});
  const std::vector<Var> ours = make_vars(manager, vars);
  const VarSet everything = manager.set(ours);
  std::vector<Bdd> f;
  std::vector<std::size_t> g;
  const auto add = [&](const Bdd& mine, std::size_t theirs) {
    f.push_back(mine);
    g.push_back(theirs);
  };
  for (std::size_t v = 0; v < vars; ++v) add(manager.literal(ours[v], v % 3 != 0), buddy.literal(v, v % 3 != 0));
  const auto some_vars = [&] {
    std::vector<std::size_t> chosen;
    for (std::size_t v = 0; v < vars; ++v) {
      if (below(4) == 0) chosen.push_back(v);
    }
    return chosen;
  };
  const auto set = [&](const std::vector<std::size_t>& chosen) {
    std::vector<Var> members;
    for (const std::size_t v : chosen) members.push_back(ours[v]);
    return manager.set(members);
  };
  for (int round = 0; round < 250; ++round) {
    // Recent results more often than old ones, and small ones only: formulas should grow, but not explode.
    const auto pick_one = [&] {
      while (true) {
        const std::size_t i =
            below(3) == 0 ? below(f.size()) : f.size() - 1 - below(std::min<std::size_t>(f.size(), 12));
        if (f[i].node_count() < 3000) return i;
      }
    };
    const std::size_t a = pick_one();
    const std::size_t b = pick_one();
    const std::size_t c = pick_one();
    switch (below(8)) {
      case 0:
        add(f[a] & f[b], buddy.and_of(g[a], g[b]));
        break;
      case 1:
        add(f[a] | f[b], buddy.not_of(buddy.and_of(buddy.not_of(g[a]), buddy.not_of(g[b]))));
        break;
      case 2:
        add(f[a] ^ f[b], buddy.xor_of(g[a], g[b]));
        break;
      case 3:
        add(ite(f[a], f[b], f[c]), buddy.ite_of(g[a], g[b], g[c]));
        break;
      case 4: {
        const auto chosen = some_vars();
        add(exists(f[a], set(chosen)), buddy.exists_of(g[a], chosen));
        break;
      }
      case 5: {
        const auto chosen = some_vars();
        add(and_exists(f[a], f[b], set(chosen)), buddy.and_exists_of(g[a], g[b], chosen));
        break;
      }
      case 6: {
        const auto chosen = some_vars();
        add(forall(f[a], set(chosen)), buddy.not_of(buddy.exists_of(buddy.not_of(g[a]), chosen)));
        break;
      }
      default: {
        const std::size_t v = below(vars);
        const std::vector<std::pair<Var, Bdd>> replacement{{ours[v], f[b]}};
        add(substitute(f[a], replacement), buddy.compose_of(g[a], v, g[b]));
        break;
      }
    }
    if (round % 10 == 0) manager.collect_garbage();
    EXPECT_EQ(subfunctions(f.back()), buddy.nodes(g.back())) << "round " << round;
    const double expected = buddy.count(g.back());
    EXPECT_NEAR(count(f.back(), everything).get_d(), expected, 1e-9 * expected) << "round " << round;
    std::vector<bool> assignment(vars);
    for (int k = 0; k < 20; ++k) {
      for (std::size_t v = 0; v < vars; ++v) assignment[v] = below(2) == 0;
      EXPECT_EQ(evaluate(f.back(), assignment), buddy.evaluate(g.back(), assignment)) << "round " << round;
    }
    const std::size_t other = below(f.size());
    EXPECT_EQ(f.back() == f[other], buddy.equal(g.back(), g[other])) << "round " << round;
    if (::testing::Test::HasFailure()) break;
  }
  EXPECT_EQ(manager.check_invariants(), "");
}

INSTANTIATE_TEST_SUITE_P(Seeds, AgainstBuddy, ::testing::Range(1u, 13u));

}  // namespace
}  // namespace gnomon::bdd::test
