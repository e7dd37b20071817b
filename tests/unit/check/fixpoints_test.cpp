// The fixpoints on graphs of bit masks: all graphs of three vertices, all sets, against brute force over paths.
#include "check/fixpoints.h"

#include <cstdint>
#include <gtest/gtest.h>

namespace gnomon::check {
namespace {

struct Mask {
  std::uint32_t bits = 0;
  bool empty() const { return bits == 0; }
  bool operator==(const Mask&) const = default;
  Mask operator&(const Mask& other) const { return {bits & other.bits}; }
  Mask operator|(const Mask& other) const { return {bits | other.bits}; }
  Mask operator-(const Mask& other) const { return {bits & ~other.bits}; }
  Mask& operator|=(const Mask& other) { return *this = *this | other; }
};

constexpr int kSize = 3;

// edges[i] is the mask of the successors of i.
struct MaskGraph {
  using Set = Mask;
  std::uint32_t edges[kSize] = {};

  Mask predecessors(const Mask& set) const {
    Mask result;
    for (int i = 0; i < kSize; ++i) {
      if ((edges[i] & set.bits) != 0) result.bits |= 1u << i;
    }
    return result;
  }
  Mask recurrent_predecessors(const Mask& set) const { return predecessors(set); }
};

// Vertices reachable from i through `through` (i included if it is in it).
std::uint32_t reach(const MaskGraph& graph, std::uint32_t from, std::uint32_t through) {
  std::uint32_t seen = from & through, before = 0;
  while (seen != before) {
    before = seen;
    for (int i = 0; i < kSize; ++i) {
      if ((seen >> i) & 1) seen |= graph.edges[i] & through;
    }
  }
  return seen;
}

template <class Visit>
void for_all_graphs(Visit&& visit) {
  for (std::uint32_t code = 0; code < 1u << (kSize * kSize); ++code) {
    MaskGraph graph;
    for (int i = 0; i < kSize; ++i) graph.edges[i] = (code >> (kSize * i)) & 7u;
    visit(graph);
  }
}

TEST(Fixpoints, Until) {
  for_all_graphs([](const MaskGraph& graph) {
    for (std::uint32_t f = 0; f < 8; ++f) {
      for (std::uint32_t g = 0; g < 8; ++g) {
        std::uint32_t expected = g;
        for (int i = 0; i < kSize; ++i) {
          std::uint32_t inside = reach(graph, 1u << i, f);
          for (int j = 0; j < kSize; ++j) {
            if (((inside >> j) & 1) && (graph.edges[j] & g) != 0) expected |= 1u << i;
          }
        }
        ASSERT_EQ(until(graph, Mask{f}, Mask{g}).bits, expected);
        ASSERT_EQ(until(graph, Mask{f}, Mask{g}, Edges::Recurrent).bits, expected);
      }
    }
  });
}

// A graph in which not every edge counts as recurrent: each kind of until follows its own edges.
struct TwoKinds {
  using Set = Mask;
  MaskGraph all;
  MaskGraph recurrent;
  Mask predecessors(const Mask& set) const { return all.predecessors(set); }
  Mask recurrent_predecessors(const Mask& set) const { return recurrent.predecessors(set); }
};

TEST(Fixpoints, UntilFollowsTheChosenEdges) {
  const MaskGraph some{{0b010, 0b000, 0b000}};  // 0 -> 1
  const MaskGraph all{{0b010, 0b100, 0b000}};   // 0 -> 1 -> 2
  const TwoKinds graph{all, some};
  const Mask everywhere{0b111};
  EXPECT_EQ(until(graph, everywhere, Mask{0b100}).bits, 0b111u);
  EXPECT_EQ(until(graph, everywhere, Mask{0b100}, Edges::Recurrent).bits, 0b100u);
  EXPECT_EQ(until(graph, everywhere, Mask{0b010}, Edges::Recurrent).bits, 0b011u);
}

// i starts a fair path inside `within` iff it reaches a cycle there that can visit every constraint: a vertex v that
// reaches itself by at least one step, and from which a state of each constraint is on a way back to v.
bool starts_fair(const MaskGraph& graph, int i, std::uint32_t within, const std::vector<Mask>& constraints) {
  std::uint32_t ahead = reach(graph, 1u << i, within);
  for (int v = 0; v < kSize; ++v) {
    if (!((ahead >> v) & 1)) continue;
    std::uint32_t component = 0;  // on a cycle with v
    for (int w = 0; w < kSize; ++w) {
      bool to = (reach(graph, graph.edges[v] & within, within) >> w) & 1;
      bool back = (reach(graph, graph.edges[w] & within, within) >> v) & 1;
      if (to && back) component |= 1u << w;
    }
    bool fair = ((component >> v) & 1) != 0;
    for (const Mask& constraint : constraints) fair = fair && (component & constraint.bits) != 0;
    if (fair) return true;
  }
  return false;
}

TEST(Fixpoints, FairGlobally) {
  for_all_graphs([](const MaskGraph& graph) {
    for (std::uint32_t within = 0; within < 8; ++within) {
      for (std::uint32_t code = 0; code < 8 * 8; ++code) {
        std::vector<Mask> two{{code & 7u}, {code >> 3}};
        for (std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{2}}) {
          std::vector<Mask> constraints(two.begin(), two.begin() + static_cast<std::ptrdiff_t>(count));
          std::uint32_t expected = 0;
          for (int i = 0; i < kSize; ++i) {
            if (starts_fair(graph, i, within, constraints)) expected |= 1u << i;
          }
          ASSERT_EQ(fair_globally(graph, Mask{within}, constraints).bits, expected);
        }
      }
    }
  });
}

TEST(Fixpoints, TrimKeepsInfinitePaths) {
  for_all_graphs([](const MaskGraph& graph) {
    for (std::uint32_t within = 0; within < 8; ++within) {
      std::uint32_t expected = 0;
      for (int i = 0; i < kSize; ++i) {
        if (starts_fair(graph, i, within, {})) expected |= 1u << i;
      }
      ASSERT_EQ(trim(graph, Mask{within}).bits, expected);
    }
  });
}

}  // namespace
}  // namespace gnomon::check
