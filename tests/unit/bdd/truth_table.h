// Functions of a few variables as truth tables: the plain semantics that the engine's results are compared with.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "bdd/bdd.h"
#include "bdd/manager.h"

namespace gnomon::bdd::test {

// values[a] is the value under the assignment whose bit i is the value of variable i.
struct TruthTable {
  std::size_t vars = 0;
  std::vector<bool> values;

  explicit TruthTable(std::size_t n) : vars(n), values(std::size_t{1} << n, false) {}
  bool operator==(const TruthTable&) const = default;

  static TruthTable of(std::size_t n, const std::function<bool(std::size_t)>& value) {
    TruthTable t(n);
    for (std::size_t a = 0; a < t.values.size(); ++a) t.values[a] = value(a);
    return t;
  }
  static TruthTable bits(std::size_t n, std::uint64_t mask) {
    return of(n, [mask](std::size_t a) { return (mask >> a & 1) != 0; });
  }
  static TruthTable random(std::size_t n, std::mt19937& rng) {
    return of(n, [&rng](std::size_t) { return (rng() & 1) != 0; });
  }
  bool operator[](std::size_t assignment) const { return values[assignment]; }
  std::string text() const {
    std::string result;
    for (const bool v : values) result += v ? '1' : '0';
    return result;
  }
};

inline std::size_t with_bit(std::size_t assignment, std::size_t bit, bool value) {
  return value ? assignment | std::size_t{1} << bit : assignment & ~(std::size_t{1} << bit);
}

inline bool bit(std::size_t assignment, std::size_t i) {
  return (assignment >> i & 1) != 0;
}

// exists the variables of the mask
inline TruthTable exists_table(const TruthTable& f, std::size_t mask) {
  return TruthTable::of(f.vars, [&](std::size_t a) {
    std::size_t part = mask;
    while (true) {
      if (f[(a & ~mask) | part]) return true;
      if (part == 0) return false;
      part = (part - 1) & mask;
    }
  });
}

// The diagram of a table, by Shannon expansion from the last variable up.
inline Bdd build(Manager& manager, const std::vector<Var>& vars, const TruthTable& table) {
  std::vector<Bdd> layer;
  for (const bool v : table.values) layer.push_back(manager.constant(v));
  for (std::size_t i = 0; i < table.vars; ++i) {
    std::vector<Bdd> next;
    const Bdd x = manager.literal(vars[i]);
    for (std::size_t j = 0; j + 1 < layer.size(); j += 2) next.push_back(ite(x, layer[j + 1], layer[j]));
    layer = std::move(next);
  }
  return layer.front();
}

inline TruthTable table_of(const Bdd& f, const std::vector<Var>& vars) {
  std::vector<bool> assignment(f.manager().var_count(), false);
  return TruthTable::of(vars.size(), [&](std::size_t a) {
    for (std::size_t i = 0; i < vars.size(); ++i) assignment[vars[i].index()] = bit(a, i);
    return evaluate(f, assignment);
  });
}

inline std::vector<Var> make_vars(Manager& manager, std::size_t n) {
  std::vector<Var> vars;
  for (std::size_t i = 0; i < n; ++i) vars.push_back(manager.new_var());
  return vars;
}

inline VarSet set_of(Manager& manager, const std::vector<Var>& vars, std::size_t mask) {
  std::vector<Var> chosen;
  for (std::size_t i = 0; i < vars.size(); ++i) {
    if (bit(mask, i)) chosen.push_back(vars[i]);
  }
  return manager.set(chosen);
}

// Something that must not change any function: nothing, a collection, a reordering, or another order.
inline void disturb(Manager& manager, std::mt19937& rng) {
  switch (rng() % 4) {
    case 0:
      break;
    case 1:
      manager.collect_garbage();
      break;
    case 2:
      manager.reorder();
      break;
    default: {
      std::vector<Var> order;
      for (std::size_t at = 0; at < manager.var_count(); ++at) order.push_back(manager.var_at(at));
      std::shuffle(order.begin(), order.end(), rng);
      manager.set_order(order);
      break;
    }
  }
}

}  // namespace gnomon::bdd::test
