// The words of the engine: edges, nodes, levels.
//
// A node is a function "if the variable of this level then high else low". An edge is a node's index with a complement
// bit: index * 2 + 1 denotes the negation of index * 2. The one terminal is node 0, so edge 0 is false and edge 1 is
// true. Canonical form: the low edge of a stored node is never complemented and differs from its high edge. A function
// with a regular edge is therefore false under the all-false assignment, and a positive cube is always a regular edge.
#pragma once

#include <cstdint>

namespace gnomon::bdd {

using Edge = std::uint32_t;
using Index = std::uint32_t;
using Level = std::uint32_t;

inline constexpr Edge kFalse = 0;
inline constexpr Edge kTrue = 1;

inline constexpr Level kMarkBit = 0x80000000u;        // set in Node::level by traversals, clear otherwise
inline constexpr Level kTerminalLevel = 0x7fffffffu;  // below every variable
inline constexpr Level kFreeLevel = 0x7ffffffeu;      // the node is in the free list
inline constexpr Level kMaxVariables = 1u << 20;

// Indices below this one never hold a node other than the terminal. The edges they would have serve the computed cache
// as names of operations and of registered contexts; see computed_cache.h.
inline constexpr Index kFirstIndex = 4096;

inline Index index_of(Edge e) {
  return e >> 1;
}
inline Edge regular(Edge e) {
  return e & ~1u;
}
inline bool is_constant(Edge e) {
  return e <= kTrue;
}

struct Node {
  Level level;
  Index next;  // in the free list and in the chains of a reordering, where 0 ends it; a number in some traversals
  Edge low;    // regular
  Edge high;
};
static_assert(sizeof(Node) == 16);

}  // namespace gnomon::bdd
