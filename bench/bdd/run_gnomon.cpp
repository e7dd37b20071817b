#include <unordered_set>

#include "bdd/manager.h"
#include "workloads.h"

namespace gnomon::bench {

namespace {

struct GnomonApi {
  using F = bdd::Bdd;
  using Step = bdd::Pairs;

  explicit GnomonApi(const Row&) {}

  bdd::Manager manager{bdd::Config{.initial_nodes = kInitialNodes}};
  std::vector<bdd::Var> vars;
  bdd::VarSet none = manager.set({});

  void new_vars(int n) {
    for (int i = 0; i < n; ++i) vars.push_back(manager.new_var());
  }
  void new_vars_separated(int n) {
    new_vars(n);
    std::vector<bdd::Var> order;
    for (const std::size_t odd : {0u, 1u}) {
      for (std::size_t i = odd; i < vars.size(); i += 2) order.push_back(vars[i]);
    }
    manager.set_order(order);
  }
  F var(int i) { return manager.literal(vars[static_cast<std::size_t>(i)]); }
  F constant(bool value) { return manager.constant(value); }
  Step step(const std::vector<std::pair<int, int>>& current_next) {
    std::vector<std::pair<bdd::Var, bdd::Var>> pairs;
    for (const auto& [c, n] : current_next) {
      pairs.emplace_back(vars[static_cast<std::size_t>(c)], vars[static_cast<std::size_t>(n)]);
    }
    return manager.pairs(pairs);
  }
  F image(const F& states, const F& relation, const Step& pairs) { return bdd::image(states, relation, pairs, none); }
  double count(const F& f) { return bdd::count(f, manager.set(vars)).get_d(); }
  double nodes(const std::vector<F>& functions) {
    std::unordered_set<F> seen;
    std::vector<F> pending = functions;
    while (!pending.empty()) {
      const F f = pending.back();
      pending.pop_back();
      if (f.is_constant() || !seen.insert(f).second) continue;
      pending.push_back(f.low());
      pending.push_back(f.high());
    }
    return static_cast<double>(seen.size());
  }
  void sift() { manager.reorder(); }
};

}  // namespace

Result run_gnomon(const Row& row) {
  return run_in<GnomonApi>(row);
}

}  // namespace gnomon::bench
