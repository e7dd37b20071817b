// Searches in the product of a graph with an explicit automaton (check/product.h), along single edges. The product state
// (s, q) of n states is the vertex q n + s; no edge of the product is stored.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/budget.h"
#include "base/pace.h"
#include "enumerate/components.h"
#include "enumerate/space.h"

namespace gnomon::enumerate {

template <class Product>
class ProductGraph {
 public:
  struct Cursor {
    std::uint32_t edge = 0;  // of the automaton, among those of the state
    std::uint32_t step = 0;  // of the graph
  };

  ProductGraph(const Graph& graph, const Product& product)
      : graph_(graph), size_(graph.size()), leaving_(product.states()), entering_(product.states()) {
    for (const auto& edge : product.edges()) {
      leaving_[edge.from].push_back(&edge);
      entering_[edge.to].push_back(&edge);
    }
  }

  std::size_t vertices() const { return size_ * leaving_.size(); }
  std::size_t vertex(StateIndex s, std::size_t q) const { return q * size_ + s; }

  bool next(std::uint32_t v, Cursor& cursor, std::uint32_t& target) const {
    const auto s = static_cast<StateIndex>(v % size_);
    const auto& edges = leaving_[v / size_];
    for (; cursor.edge < edges.size(); ++cursor.edge, cursor.step = 0) {
      const auto& edge = *edges[cursor.edge];
      if (cursor.step >= graph_.successor_count(s) || !edge.guard.test(s)) continue;
      target = static_cast<std::uint32_t>(vertex(graph_.successor(s, cursor.step++), edge.to));
      return true;
    }
    return false;
  }

  // The marks of the edges that leave v for a vertex of a component; nothing if there is no such edge.
  template <class Inside>
  std::optional<automata::Buchi::Marks> marks_inside(std::uint32_t v, Inside&& inside) const {
    const auto s = static_cast<StateIndex>(v % size_);
    std::optional<automata::Buchi::Marks> found;
    for (const auto* edge : leaving_[v / size_]) {
      if (!edge->guard.test(s)) continue;
      for (std::size_t i = 0; i < graph_.successor_count(s); ++i) {
        if (!inside(static_cast<std::uint32_t>(vertex(graph_.successor(s, i), edge->to)))) continue;
        found = found.value_or(0) | edge->marks;
        break;
      }
    }
    return found;
  }

  // Adds to `reached`, with the vertices in `open` already in it, all vertices inside the given states that lead there.
  void close_backwards(const BitSet& states, BitSet& reached, std::vector<std::uint64_t>& open) const {
    Pace pace(&graph_.budget());
    while (!open.empty()) {
      const std::uint64_t v = open.back();
      open.pop_back();
      const auto t = static_cast<StateIndex>(v % size_);
      for (const auto* edge : entering_[v / size_]) {
        const auto before = graph_.predecessors(t);
        pace.step(1 + before.size());
        for (StateIndex s : before) {
          if (!states.test(s) || !edge->guard.test(s)) continue;
          const std::size_t from = vertex(s, edge->from);
          if (reached.insert(from)) open.push_back(from);
        }
      }
    }
  }

 private:
  using Edge = typename Product::Edge;
  const Graph& graph_;
  std::size_t size_;
  std::vector<std::vector<const Edge*>> leaving_;
  std::vector<std::vector<const Edge*>> entering_;
};

namespace detail {

// Raises LimitReached if a set of so many product states is more than the budget allows.
inline void check_product(std::size_t vertices, const Budget& budget) {
  constexpr std::size_t kBits = 8;
  budget.poll();
  if (vertices / kBits > budget.memory_left()) throw LimitReached(Limit::Memory, "memory limit reached");
}

}  // namespace detail

template <class Product>
typename Product::Set Space::product_cycles(const Product& product,
                                            const std::vector<automata::Buchi::Marks>& marks) const {
  const ProductGraph<Product> edges(graph(), product);
  const std::size_t size = graph().size();
  detail::check_product(2 * edges.vertices(), graph().budget());
  BitSet within(edges.vertices());
  for (std::size_t q = 0; q < product.states(); ++q) {
    states_.for_each([&](std::size_t s) { within.add(q * size + s); });
  }
  automata::Buchi::Marks wanted = 0;
  for (automata::Buchi::Marks mark : marks) wanted |= mark;
  BitSet hull(edges.vertices());
  std::vector<std::uint64_t> open;
  std::vector<std::uint8_t> met(fairness_.size());
  ComponentSearch<ProductGraph<Product>> search(edges, graph().budget());
  search.run(within, [&](std::span<const std::uint32_t> members, auto&& inside) {
    bool cycle = false;
    automata::Buchi::Marks seen = 0;
    std::fill(met.begin(), met.end(), 0);
    for (std::uint32_t v : members) {
      if (const auto found = edges.marks_inside(v, inside)) {
        cycle = true;
        seen |= *found;
      }
      for (std::size_t i = 0; i < met.size(); ++i) met[i] = met[i] != 0 || fairness_[i].test(v % size) ? 1 : 0;
    }
    const bool fair = std::all_of(met.begin(), met.end(), [](std::uint8_t one) { return one != 0; });
    if (!cycle || !fair || (seen & wanted) != wanted) return;
    for (std::uint32_t v : members) {
      hull.add(v);
      open.push_back(v);
    }
  });
  edges.close_backwards(states_, hull, open);
  auto result = product.none();
  hull.for_each([&](std::size_t v) { result[v / size].add(v % size); });
  return result;
}

template <class Product>
Space::Set Space::product_until(const Product& product, std::uint32_t initial,
                                const typename Product::Set& target) const {
  const ProductGraph<Product> edges(graph(), product);
  const std::size_t size = graph().size();
  detail::check_product(edges.vertices(), graph().budget());
  BitSet reached(edges.vertices());
  std::vector<std::uint64_t> open;
  for (std::size_t q = 0; q < product.states(); ++q) {
    target[q].for_each([&](std::size_t s) {
      reached.add(q * size + s);
      open.push_back(q * size + s);
    });
  }
  edges.close_backwards(states_, reached, open);
  Set result = none();
  for (std::size_t s = 0; s < size; ++s) {
    if (reached.test(initial * size + s)) result.add(s);
  }
  return result;
}

}  // namespace gnomon::enumerate
