#include "automata/graph.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "base/sorted.h"

namespace gnomon::automata {

Components strong_components(const Graph& graph) {
  constexpr std::uint32_t kUnseen = 0xffffffffu;
  std::size_t size = graph.size();
  Components result{std::vector<std::uint32_t>(size, kUnseen), 0};
  std::vector<std::uint32_t> order(size, kUnseen);
  std::vector<std::uint32_t> low(size, 0);
  std::vector<std::uint32_t> open;                          // Tarjan's stack
  std::vector<std::pair<std::uint32_t, std::size_t>> path;  // node, next successor to look at
  std::uint32_t clock = 0;
  for (std::uint32_t root = 0; root < size; ++root) {
    if (order[root] != kUnseen) continue;
    path.emplace_back(root, 0);
    while (!path.empty()) {
      std::uint32_t node = path.back().first;
      if (path.back().second == 0) {
        order[node] = low[node] = clock++;
        open.push_back(node);
      }
      bool descended = false;
      while (path.back().second < graph[node].size()) {
        std::uint32_t next = graph[node][path.back().second++];
        if (order[next] == kUnseen) {
          path.emplace_back(next, 0);
          descended = true;
          break;
        }
        if (result.of[next] == kUnseen) low[node] = std::min(low[node], order[next]);
      }
      if (descended) continue;
      if (low[node] == order[node]) {
        std::uint32_t member;
        do {
          member = open.back();
          open.pop_back();
          result.of[member] = result.count;
        } while (member != node);
        ++result.count;
      }
      path.pop_back();
      if (!path.empty()) low[path.back().first] = std::min(low[path.back().first], low[node]);
    }
  }
  return result;
}

Graph reversed(const Graph& graph) {
  Graph result(graph.size());
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    for (std::uint32_t next : graph[node]) result[next].push_back(node);
  }
  return result;
}

namespace {

std::vector<bool> closure(const Graph& graph, std::vector<bool> marked) {
  std::vector<std::uint32_t> open;
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    if (marked[node]) open.push_back(node);
  }
  while (!open.empty()) {
    std::uint32_t node = open.back();
    open.pop_back();
    for (std::uint32_t next : graph[node]) {
      if (marked[next]) continue;
      marked[next] = true;
      open.push_back(next);
    }
  }
  return marked;
}

}  // namespace

std::vector<bool> backward_reachable(const Graph& graph, std::vector<bool> marked) {
  return closure(reversed(graph), std::move(marked));
}

std::vector<bool> forward_reachable(const Graph& graph, std::uint32_t start) {
  std::vector<bool> marked(graph.size(), false);
  marked[start] = true;
  return closure(graph, std::move(marked));
}

std::vector<std::uint32_t> coarsest_partition(
    const Graph& dependencies, std::vector<std::uint32_t> classes,
    const std::function<Signature(std::uint32_t, const std::vector<std::uint32_t>&)>& signature) {
  std::size_t size = classes.size();
  Graph dependents = reversed(dependencies);
  std::uint32_t count = classes.empty() ? 0 : *std::max_element(classes.begin(), classes.end()) + 1;
  std::vector<std::size_t> members(count, 0);
  for (std::uint32_t c : classes) ++members[c];

  std::vector<std::uint32_t> dirty(size);
  std::iota(dirty.begin(), dirty.end(), 0u);
  // Invariant: nodes of one class that are not dirty have equal signatures, remembered in known[class].
  std::vector<Signature> known(count);
  bool first = true;
  while (!dirty.empty()) {
    std::unordered_map<std::uint32_t, std::map<Signature, std::vector<std::uint32_t>>> groups;
    for (std::uint32_t node : dirty) groups[classes[node]][signature(node, classes)].push_back(node);
    std::vector<std::uint32_t> moved;
    std::vector<std::uint32_t> touched;
    touched.reserve(groups.size());
    for (const auto& [old_class, parts] : groups) touched.push_back(old_class);
    std::sort(touched.begin(), touched.end());
    for (std::uint32_t old_class : touched) {
      auto& parts = groups[old_class];
      std::size_t looked_at = 0;
      for (const auto& [key, nodes] : parts) looked_at += nodes.size();
      const Signature* keeper = nullptr;
      if (!first && looked_at < members[old_class]) {
        keeper = &known[old_class];
      } else {
        std::size_t most = 0;
        for (const auto& [key, nodes] : parts) {
          if (nodes.size() > most) {
            most = nodes.size();
            keeper = &key;
          }
        }
      }
      Signature kept = *keeper;
      for (const auto& [key, nodes] : parts) {
        if (key == kept) continue;
        std::uint32_t fresh = count++;
        members.push_back(nodes.size());
        known.push_back(key);
        members[old_class] -= nodes.size();
        for (std::uint32_t node : nodes) {
          classes[node] = fresh;
          moved.push_back(node);
        }
      }
      known[old_class] = std::move(kept);
    }
    first = false;
    dirty.clear();
    for (std::uint32_t node : moved) {
      dirty.insert(dirty.end(), dependents[node].begin(), dependents[node].end());
    }
    sort_unique(dirty);
  }
  return classes;
}

}  // namespace gnomon::automata
