#include "automata/graph.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

namespace gnomon::automata {
namespace {

Graph random_graph(std::mt19937& engine) {
  auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(engine); };
  Graph graph(1 + below(12));
  std::size_t edges = below(2 * graph.size() + 1);
  for (std::size_t i = 0; i < edges; ++i) {
    graph[below(graph.size())].push_back(static_cast<std::uint32_t>(below(graph.size())));
  }
  return graph;
}

TEST(Graph, ComponentsAreMutualReachability) {
  std::mt19937 engine(51);
  for (int round = 0; round < 500; ++round) {
    Graph graph = random_graph(engine);
    Components components = strong_components(graph);
    std::vector<std::vector<bool>> reach;
    for (std::uint32_t node = 0; node < graph.size(); ++node) reach.push_back(forward_reachable(graph, node));
    for (std::uint32_t a = 0; a < graph.size(); ++a) {
      for (std::uint32_t b = 0; b < graph.size(); ++b) {
        EXPECT_EQ(components.of[a] == components.of[b], reach[a][b] && reach[b][a]);
        if (reach[a][b]) {
          EXPECT_GE(components.of[a], components.of[b]);
        }
      }
    }
  }
}

TEST(Graph, BackwardReachability) {
  Graph graph{{1}, {2}, {2}, {0}, {}};
  EXPECT_EQ(backward_reachable(graph, {false, false, true, false, false}),
            (std::vector<bool>{true, true, true, true, false}));
}

TEST(Graph, PartitionIsTheCoarsestStableOne) {
  std::mt19937 engine(52);
  for (int round = 0; round < 500; ++round) {
    Graph graph = random_graph(engine);
    std::vector<std::uint32_t> start(graph.size());
    for (std::uint32_t& c : start) c = static_cast<std::uint32_t>(engine() % 2);
    start[0] = 0;  // class numbers begin with 0
    auto signature = [&](std::uint32_t node, const std::vector<std::uint32_t>& classes) {
      std::set<std::uint32_t> targets;
      for (std::uint32_t next : graph[node]) targets.insert(classes[next]);
      return Signature(targets.begin(), targets.end());
    };
    // Reference: refine all nodes in rounds until the number of classes stays the same.
    std::vector<std::uint32_t> naive = start;
    for (std::size_t i = 0; i <= graph.size(); ++i) {
      std::map<std::pair<std::uint32_t, Signature>, std::uint32_t> numbers;
      std::vector<std::uint32_t> finer(graph.size());
      for (std::uint32_t node = 0; node < graph.size(); ++node) {
        auto fresh = static_cast<std::uint32_t>(numbers.size());
        finer[node] = numbers.try_emplace({naive[node], signature(node, naive)}, fresh).first->second;
      }
      naive = finer;
    }
    std::vector<std::uint32_t> found = coarsest_partition(graph, start, signature);
    for (std::uint32_t a = 0; a < graph.size(); ++a) {
      for (std::uint32_t b = 0; b < graph.size(); ++b) EXPECT_EQ(found[a] == found[b], naive[a] == naive[b]);
    }
    EXPECT_EQ(std::set<std::uint32_t>(found.begin(), found.end()).size(),
              *std::max_element(found.begin(), found.end()) + 1u);
  }
}

}  // namespace
}  // namespace gnomon::automata
