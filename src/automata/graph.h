// Two classical algorithms on directed graphs given as lists of successors, both without recursion.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace gnomon::automata {

using Graph = std::vector<std::vector<std::uint32_t>>;

struct Components {
  std::vector<std::uint32_t> of;  // per node, its strongly connected component
  std::uint32_t count = 0;        // components are numbered so that edges lead to equal or smaller numbers
};

// Strongly connected components by Tarjan's algorithm, in linear time.
Components strong_components(const Graph& graph);

// The nodes from which (in `graph`) some node with the property is reachable; the property holds of those marked.
std::vector<bool> backward_reachable(const Graph& graph, std::vector<bool> marked);
std::vector<bool> forward_reachable(const Graph& graph, std::uint32_t start);

Graph reversed(const Graph& graph);

// The coarsest partition that refines `classes` and in which nodes of one class have equal signatures.
//
// `signature(node, classes)` must depend on nothing but the node and the classes of its neighbours
// `dependencies[node]`. Only nodes with a neighbour that changed class are looked at again, and of a split class the
// largest part keeps its number, so that chains take linear and not quadratic time. Returns the class of each node,
// numbered 0, 1, ...
using Signature = std::vector<std::uint32_t>;
std::vector<std::uint32_t> coarsest_partition(
    const Graph& dependencies, std::vector<std::uint32_t> classes,
    const std::function<Signature(std::uint32_t, const std::vector<std::uint32_t>&)>& signature);

}  // namespace gnomon::automata
