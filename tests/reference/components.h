// Strongly connected components of an explicit graph (Tarjan 1972, with an explicit stack), and the nodes that can
// reach a given set. Linear in nodes and edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gnomon::reference {

using Adjacency = std::vector<std::vector<std::uint32_t>>;

struct Components {
  static constexpr std::uint32_t kNone = 0xffffffffu;
  std::vector<std::uint32_t> of;  // by node: its component, kNone for a node that is not alive
  std::vector<std::vector<std::uint32_t>> members;
  std::vector<bool> has_cycle;  // by component: more than one node, or one with an edge to itself
};

// Of the graph restricted to the nodes marked alive.
Components strong_components(const Adjacency& successors, const std::vector<bool>& alive);

// All nodes marked alive from which a path through such nodes leads into `targets` (a subset of them).
std::vector<bool> can_reach(const Adjacency& successors, const std::vector<bool>& alive,
                            const std::vector<bool>& targets);

}  // namespace gnomon::reference
