// A long random walk: operations, collections, reorderings, budgets that run out anywhere. A shadow of truth tables
// says what every function must be. GNOMON_STRESS_SECONDS makes it longer; every round prints its seed when it fails.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

#include "truth_table.h"

namespace gnomon::bdd::test {
namespace {

constexpr std::size_t kStressVars = 9;

class Walk {
 public:
  explicit Walk(unsigned seed) : rng_(seed), manager_(Config{.initial_nodes = 256, .max_cache_bits = 10}) {
    vars_ = make_vars(manager_, kStressVars);
    manager_.group(std::span(vars_).subspan(0, 2));
    manager_.group(std::span(vars_).subspan(4, 3));
    manager_.set_auto_reorder(below(2) == 0);
    for (const Var v : vars_) {
      functions_.push_back(manager_.literal(v));
      tables_.push_back(TruthTable::of(kStressVars, [&](std::size_t a) { return bit(a, v.index()); }));
    }
    const std::vector<std::pair<Var, Var>> pairs{{vars_[0], vars_[1]}, {vars_[2], vars_[7]}};
    pairs_ = manager_.pairs(pairs);
  }

  void step() {
    if (below(20) == 0) set_random_budget();
    if (below(30) == 0) disturb_within_groups();
    try {
      operate();
    } catch (const LimitReached&) {
      stop_ = false;
      if (below(2) == 0) manager_.set_budget({});
    }
    if (functions_.size() > 40) {
      const auto i = static_cast<std::ptrdiff_t>(below(functions_.size()));
      functions_.erase(functions_.begin() + i);
      tables_.erase(tables_.begin() + i);
    }
  }

  void check() const {
    ASSERT_EQ(manager_.check_invariants(), "");
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      ASSERT_EQ(table_of(functions_[i], vars_), tables_[i]) << "function " << i;
    }
  }

 private:
  std::size_t below(std::size_t bound) { return rng_() % bound; }

  void set_random_budget() {
    Budget budget;
    switch (below(4)) {
      case 0:
        budget.nodes = 256 + below(2000);
        break;
      case 1:
        budget.memory_bytes = manager_.statistics().memory_bytes + below(1 << 17);
        break;
      case 2:
        budget.interrupt = &stop_;
        budget.tick = [this] { stop_ = below(3) == 0; };
        break;
      default:
        break;
    }
    manager_.set_budget(budget);
  }

  void disturb_within_groups() {
    try {
      if (below(2) == 0) {
        manager_.collect_garbage();
      } else {
        manager_.reorder(
            ReorderOptions{.max_growth = 1.0 + static_cast<double>(below(20)) / 10, .max_blocks = 1 + below(9)});
      }
    } catch (const LimitReached&) {
      stop_ = false;
    }
  }

  void add(const Bdd& f, const TruthTable& t) {
    functions_.push_back(f);
    tables_.push_back(t);
  }

  void operate() {
    const std::size_t i = below(functions_.size());
    const std::size_t j = below(functions_.size());
    const std::size_t k = below(functions_.size());
    const Bdd f = functions_[i], g = functions_[j], h = functions_[k];
    const TruthTable a = tables_[i], b = tables_[j], c = tables_[k];
    const auto point = [&](auto value) { return TruthTable::of(kStressVars, value); };
    const std::size_t mask = below(std::size_t{1} << kStressVars);
    switch (below(12)) {
      case 0:
        return add(f & g, point([&](std::size_t x) { return a[x] && b[x]; }));
      case 1:
        return add(f ^ g, point([&](std::size_t x) { return a[x] != b[x]; }));
      case 2:
        return add(ite(f, g, h), point([&](std::size_t x) { return a[x] ? b[x] : c[x]; }));
      case 3:
        return add(exists(f, set_of(manager_, vars_, mask)), exists_table(a, mask));
      case 4: {
        const TruthTable both = point([&](std::size_t x) { return a[x] && b[x]; });
        return add(and_exists(f, g, set_of(manager_, vars_, mask)), exists_table(both, mask));
      }
      case 5: {
        const std::size_t v = below(kStressVars);
        const std::vector<std::pair<Var, Bdd>> replacement{{vars_[v], g}};
        return add(substitute(f, replacement), point([&](std::size_t x) { return a[with_bit(x, v, b[x])]; }));
      }
      case 6: {
        const std::size_t from = below(kStressVars);
        const std::size_t to = below(kStressVars);
        const std::vector<std::pair<Var, Var>> swap{{vars_[from], vars_[to]}, {vars_[to], vars_[from]}};
        if (from == to) return;
        return add(rename(f, manager_.map(swap)),
                   point([&](std::size_t x) { return a[with_bit(with_bit(x, from, bit(x, to)), to, bit(x, from))]; }));
      }
      case 7: {
        if (g.is_false()) return;
        const Bdd simple = restrict_to(f, g);
        EXPECT_EQ(simple & g, f & g);
        return add(simple, table_of(simple, vars_));
      }
      case 8: {
        // States over everything but the next variables 1 and 7.
        const std::size_t next = std::size_t{1} << 1 | std::size_t{1} << 7;
        const Bdd states = exists(f, set_of(manager_, vars_, next));
        const TruthTable from = exists_table(a, next);
        const TruthTable both = point([&](std::size_t x) { return from[x] && b[x]; });
        const TruthTable after = exists_table(both, std::size_t{1} << 0 | std::size_t{1} << 2);
        return add(image(states, g, pairs_, manager_.set({})),
                   point([&](std::size_t x) { return after[with_bit(with_bit(x, 1, bit(x, 0)), 7, bit(x, 2))]; }));
      }
      case 9: {
        const std::size_t next = std::size_t{1} << 1 | std::size_t{1} << 7;
        const Bdd states = exists(f, set_of(manager_, vars_, next));
        const TruthTable to = exists_table(a, next);
        const TruthTable both =
            point([&](std::size_t x) { return b[x] && to[with_bit(with_bit(x, 0, bit(x, 1)), 2, bit(x, 7))]; });
        return add(preimage(states, g, pairs_, manager_.set({})), exists_table(both, next));
      }
      case 10:
        EXPECT_EQ(f.subset_of(g), f.minus(g).is_false());
        return;
      default:
        return add(!f, point([&](std::size_t x) { return !a[x]; }));
    }
  }

  std::mt19937 rng_;
  std::atomic<bool> stop_{false};
  Manager manager_;
  std::vector<Var> vars_;
  Pairs pairs_;
  std::vector<Bdd> functions_;
  std::vector<TruthTable> tables_;
};

TEST(Stress, RandomWalks) {
  using Clock = std::chrono::steady_clock;
  const char* seconds = std::getenv("GNOMON_STRESS_SECONDS");
  const auto end = Clock::now() + std::chrono::seconds(seconds == nullptr ? 0 : std::atoi(seconds));
  for (unsigned seed = 1; seed <= 8 || Clock::now() < end; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Walk walk(seed);
    for (int step = 0; step < 1200; ++step) {
      walk.step();
      if (step % 100 == 99) walk.check();
      if (HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace gnomon::bdd::test
