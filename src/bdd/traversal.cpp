// Traversals of the nodes of functions, without recursion: the mark bit of a visited node is set, and cleared at the
// end.
#include <algorithm>
#include <vector>

#include "bdd/engine.h"

namespace gnomon::bdd {

std::vector<Index> Engine::nodes_of(std::span<const Edge> edges) const {
  std::vector<Index> nodes;
  // Whatever happens, no mark stays behind.
  struct Unmark {
    const NodeTable& table;
    const std::vector<Index>& marked;
    ~Unmark() {
      for (const Index i : marked) table[i].level &= ~kMarkBit;
    }
  };
  const Unmark unmark{table_, nodes};
  const auto visit = [&](Edge e) {
    Node& n = table_[index_of(e)];
    if (index_of(e) == 0 || (n.level & kMarkBit) != 0) return;
    nodes.push_back(index_of(e));
    n.level |= kMarkBit;
  };
  std::size_t done = 0;
  for (const Edge e : edges) {
    visit(e);
    for (; done < nodes.size(); ++done) {
      const Node& n = table_[nodes[done]];
      visit(n.low);
      visit(n.high);
    }
  }
  return nodes;
}

std::vector<Index> Engine::number_bottom_up(std::span<const Edge> edges) const {
  const std::vector<Index> nodes = nodes_of(edges);
  // Counting sort by level.
  std::vector<std::size_t> start(var_count() + 1, 0);
  for (const Index i : nodes) ++start[var_count() - 1 - table_[i].level + 1];
  for (std::size_t l = 1; l < start.size(); ++l) start[l] += start[l - 1];
  std::vector<Index> sorted(nodes.size());
  for (const Index i : nodes) {
    std::size_t& place = start[var_count() - 1 - table_[i].level];
    table_[i].next = static_cast<Index>(place);
    sorted[place++] = i;
  }
  return sorted;
}

std::vector<Level> Engine::support_levels(std::span<const Edge> edges) const {
  std::vector<bool> present(var_count(), false);
  for (const Index i : nodes_of(edges)) present[table_[i].level] = true;
  std::vector<Level> levels;
  for (Level at = 0; at < present.size(); ++at) {
    if (present[at]) levels.push_back(at);
  }
  return levels;
}

VarSet support(const Bdd& f) {
  Engine& e = Engine::of(f);
  const Edge edge = Engine::edge(f);
  return VarSet(e.run([&] {
    std::vector<Var> vars;
    for (const Level at : e.support_levels({&edge, 1})) vars.push_back(e.var_at(at));
    return e.cube_of(vars);
  }));
}

}  // namespace gnomon::bdd
