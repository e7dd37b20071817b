// The strongly connected components of a graph that is given by cursors (Tarjan 1972), without recursion: 4 bytes per
// vertex, and a frame per vertex of the current path.
//
// A graph has `vertices()`, a type Cursor that begins as Cursor{}, and next(v, cursor, target), which gives the targets
// of v one after the other and false at the end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/pace.h"
#include "enumerate/bit_set.h"

namespace gnomon::enumerate {

template <class G>
class ComponentSearch {
 public:
  using Vertex = std::uint32_t;
  static constexpr std::size_t kMostVertices = 0xfffffff0u;

  ComponentSearch(const G& graph, const Budget& budget) : graph_(graph), pace_(&budget) {
    if (graph.vertices() > kMostVertices) {
      throw LimitReached(Limit::Size, "a product of states and an automaton has more than 2^32 states");
    }
    budget.poll();
    if (graph.vertices() * sizeof(std::uint32_t) > budget.memory_left()) {
      throw LimitReached(Limit::Memory, "memory limit reached");
    }
    index_.assign(graph.vertices(), kNew);
  }

  // Calls visit(members, inside) for every component inside `within`, where inside(v) says whether a vertex belongs to
  // it. A component comes after those that it leads to.
  template <class Visit>
  void run(const BitSet& within, Visit&& visit) {
    within.for_each([&](std::size_t v) {
      if (index_[v] == kNew) search(static_cast<Vertex>(v), within, visit);
    });
  }

 private:
  static constexpr std::uint32_t kNew = 0;
  static constexpr std::uint32_t kDone = 0xffffffffu;
  static constexpr std::uint32_t kCurrent = 0xfffffffeu;
  struct Frame {
    Vertex vertex = 0;
    std::uint32_t low = 0;
    typename G::Cursor cursor{};
  };

  template <class Visit>
  void search(Vertex root, const BitSet& within, Visit&& visit) {
    enter(root);
    while (!path_.empty()) {
      Frame& top = path_.back();
      Vertex target = 0;
      pace_.step();
      if (graph_.next(top.vertex, top.cursor, target)) {
        if (!within.test(target) || index_[target] == kDone) continue;
        if (index_[target] == kNew) {
          enter(target);
        } else {
          top.low = std::min(top.low, index_[target]);
        }
        continue;
      }
      const Frame done = top;
      path_.pop_back();
      if (!path_.empty()) path_.back().low = std::min(path_.back().low, done.low);
      if (done.low == index_[done.vertex]) leave(done.vertex, visit);
    }
  }

  void enter(Vertex v) {
    index_[v] = ++entered_;
    open_.push_back(v);
    path_.push_back({v, entered_, {}});
  }

  template <class Visit>
  void leave(Vertex root, Visit&& visit) {
    std::size_t first = open_.size();
    do {
      --first;
      index_[open_[first]] = kCurrent;
    } while (open_[first] != root);
    const std::span<const Vertex> members(open_.data() + first, open_.size() - first);
    visit(members, [&](Vertex v) { return index_[v] == kCurrent; });
    for (Vertex v : members) index_[v] = kDone;
    open_.resize(first);
  }

  const G& graph_;
  Pace pace_;
  std::vector<std::uint32_t> index_;  // by vertex: the time of entry, or one of the above
  std::uint32_t entered_ = 0;
  std::vector<Vertex> open_;
  std::vector<Frame> path_;
};

// The vertices of `within` on a cycle inside it that meets every goal.
template <class G>
BitSet on_fair_cycles(const G& graph, const Budget& budget, const BitSet& within, const std::vector<BitSet>& goals) {
  BitSet core(within.length());
  std::vector<std::uint8_t> met(goals.size());
  ComponentSearch<G>(graph, budget).run(within, [&](std::span<const std::uint32_t> members, auto&& inside) {
    bool cycle = members.size() > 1;
    if (!cycle) {
      std::uint32_t target = 0;
      for (typename G::Cursor cursor{}; !cycle && graph.next(members.front(), cursor, target);) cycle = inside(target);
    }
    if (!cycle) return;
    std::fill(met.begin(), met.end(), 0);
    for (std::uint32_t v : members) {
      for (std::size_t i = 0; i < met.size(); ++i) met[i] = met[i] != 0 || goals[i].test(v) ? 1 : 0;
    }
    if (!std::all_of(met.begin(), met.end(), [](std::uint8_t one) { return one != 0; })) return;
    for (std::uint32_t v : members) core.add(v);
  });
  return core;
}

}  // namespace gnomon::enumerate
