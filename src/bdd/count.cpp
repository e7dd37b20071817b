// The exact number of satisfying assignments.
//
// Bottom up, with rank(n) the number of variables of `over` above the level of n, and k the number of all of them:
//   count(n) = count(low) * 2^(rank(low) - rank(n) - 1) + count(high) * 2^(rank(high) - rank(n) - 1)
//   count(not n) = 2^(k - rank(n)) - count(n)
// where the rank of the terminal is k. Counts that fit into 64 bits use machine words.
#include <algorithm>
#include <vector>

#include "bdd/engine.h"
#include "bdd/traversal.h"

namespace gnomon::bdd {

namespace {

template <class Number>
Number power_of_two(std::size_t exponent) {
  return Number(1) << exponent;
}

template <class Number>
Number count_with(const Engine& e, Edge f, const std::vector<std::uint32_t>& rank_of_level, std::uint32_t all) {
  const std::vector<Index> nodes = e.nodes_bottom_up({&f, 1});
  const NodeNumbers numbers(nodes);
  std::vector<Number> counts(nodes.size() + 1);
  counts.back() = Number(0);
  const auto rank = [&](Edge edge) { return is_constant(edge) ? all : rank_of_level[e.level(edge)]; };
  const auto count_of = [&](Edge edge) -> Number {
    const Number& plain = counts[numbers[index_of(edge)]];
    if ((edge & 1) == 0) return plain;
    return Number(power_of_two<Number>(all - rank(edge)) - plain);
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& n = e.node(nodes[i] * 2);
    const std::uint32_t here = rank_of_level[n.level] + 1;
    counts[i] = Number(count_of(n.low) << (rank(n.low) - here)) + Number(count_of(n.high) << (rank(n.high) - here));
  }
  return Number(count_of(f) << rank(f));
}

}  // namespace

BigInt count(const Bdd& f, const VarSet& over) {
  Engine& e = Engine::of(f, over.cube());
  const Edge edge = Engine::edge(f);
  std::vector<std::uint32_t> rank(e.var_count(), 0);
  std::vector<bool> counted(e.var_count(), false);
  std::uint32_t all = 0;
  Level level = 0;
  for (Edge cube = Engine::edge(over.cube()); !is_constant(cube); cube = e.high(cube)) {
    for (; level <= e.level(cube); ++level) rank[level] = all;
    counted[e.level(cube)] = true;
    ++all;
  }
  for (; level < rank.size(); ++level) rank[level] = all;
  for (const Level at : e.support_levels({&edge, 1})) {
    if (!counted[at])
      throw UsageError("count was asked over a set of variables that lacks some the function depends on");
  }
  if (all < 64) {
    const auto result = count_with<std::uint64_t>(e, edge, rank, all);
    BigInt big = static_cast<unsigned long>(result >> 32);
    big <<= 32;
    big += static_cast<unsigned long>(result & 0xffffffffu);
    return big;
  }
  return count_with<BigInt>(e, edge, rank, all);
}

}  // namespace gnomon::bdd
