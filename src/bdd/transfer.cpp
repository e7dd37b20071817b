// Copies of functions in another manager, whose order may differ: from the bottom up, each node becomes an
// if-then-else.
#include <vector>

#include "bdd/engine.h"
#include "bdd/traversal.h"

namespace gnomon::bdd {

Bdd transfer(const Bdd& f, Manager& to, std::span<const Var> map) {
  Engine& from = Engine::of(f);
  const Edge root = Engine::edge(f);
  for (const Level at : from.support_levels({&root, 1})) {
    const std::size_t var = from.var_at(at).index();
    if (var >= map.size()) throw UsageError("a transfer lacks a variable the function depends on");
    if (map[var].is_none() || map[var].index() >= to.var_count()) {
      throw UsageError("a transfer names a variable that does not exist in the other manager");
    }
  }
  if (&from.manager() == &to) {
    // The same manager: nodes may move while results are computed, so a substitution does it.
    std::vector<std::pair<Var, Bdd>> replacements;
    for (const Level at : from.support_levels({&root, 1})) {
      replacements.emplace_back(from.var_at(at), to.literal(map[from.var_at(at).index()]));
    }
    return substitute(f, replacements);
  }
  const std::vector<Index> nodes = from.nodes_bottom_up({&root, 1});
  const NodeNumbers numbers(nodes);
  std::vector<Bdd> copies(nodes.size() + 1);
  copies.back() = to.constant(false);
  const auto copy_of = [&](Edge e) {
    const Bdd& plain = copies[numbers[index_of(e)]];
    return (e & 1) == 0 ? plain : !plain;
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& n = from.node(nodes[i] * 2);
    copies[i] = ite(to.literal(map[from.var_at(n.level).index()]), copy_of(n.high), copy_of(n.low));
  }
  return copy_of(root);
}

}  // namespace gnomon::bdd
