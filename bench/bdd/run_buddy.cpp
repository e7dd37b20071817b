// BuDDy, with the settings its manual recommends for work that grows: tables double, caches grow with them.
#include <bdd.h>

#include "workloads.h"

int bdd_anodecountpp(const bdd*, int);  // BuDDy's header declares it as a friend only, where no lookup finds it

namespace gnomon::bench {

namespace {

struct BuddyApi {
  using F = bdd;
  struct Step {
    bdd current;
    bddPair* rename;
  };

  explicit BuddyApi(const Row& row) {
    bdd_init(kInitialNodes, kInitialNodes / row.buddy_nodes_per_cache_entry);
    bdd_setmaxincrease(1 << 27);
    bdd_setcacheratio(row.buddy_nodes_per_cache_entry);
    bdd_gbc_hook(nullptr);
    bdd_resize_hook(nullptr);
    bdd_reorder_hook(nullptr);
  }

  ~BuddyApi() { bdd_done(); }
  BuddyApi(const BuddyApi&) = delete;
  BuddyApi& operator=(const BuddyApi&) = delete;

  void new_vars(int n) { bdd_setvarnum(n); }
  void new_vars_separated(int n) {
    bdd_setvarnum(n);
    std::vector<int> order;
    for (const int odd : {0, 1}) {
      for (int i = odd; i < n; i += 2) order.push_back(i);
    }
    bdd_setvarorder(order.data());
  }
  F var(int i) { return bdd_ithvar(i); }
  F constant(bool value) { return value ? bddtrue : bddfalse; }
  Step step(const std::vector<std::pair<int, int>>& current_next) {
    Step result{bddtrue, bdd_newpair()};
    for (const auto& [c, n] : current_next) {
      result.current &= bdd_ithvar(c);
      bdd_setpair(result.rename, n, c);
    }
    return result;
  }
  F image(const F& states, const F& relation, const Step& step) {
    return bdd_replace(bdd_appex(states, relation, bddop_and, step.current), step.rename);
  }
  double count(const F& f) { return bdd_satcount(f); }
  double nodes(const std::vector<F>& functions) {
    return bdd_anodecountpp(functions.data(), static_cast<int>(functions.size()));
  }
  void sift() {
    bdd_varblockall();
    bdd_reorder(BDD_REORDER_SIFT);
  }
};

}  // namespace

Result run_buddy(const Row& row) {
  return run_in<BuddyApi>(row);
}

}  // namespace gnomon::bench
