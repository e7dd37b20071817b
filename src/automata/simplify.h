// Simplification and classification of Büchi automata.
//
// Simplification keeps the language: it removes states that are unreachable or accept nothing, edges that another edge
// makes superfluous and literals that need not be asked, normalises marks (they only matter on cycles), drops
// acceptance sets that others imply, and merges states that simulate each other: by bisimulation always, by direct
// simulation (Etessami, Wilke, Schuller, ICALP 2001; quadratic in the states, so only for small automata) with pruning
// of edges to states that a sibling's target simulates.
#pragma once

#include <cstdint>
#include <vector>

#include "automata/buchi.h"
#include "automata/graph.h"
#include "automata/limits.h"

namespace gnomon::automata {

void simplify(Buchi& automaton, Meter& meter);

// What the cycles of a strongly connected component are worth.
enum class ComponentKind : std::uint8_t {
  Transient,  // one state, no cycle
  Rejecting,  // no cycle is accepting
  Mixed,      // some are
  Accepting,  // every cycle is accepting: an infinite path through the component is all that is asked
  Universal,  // one state that accepts every word: an infinite path of the system is all that is asked
};

enum class Strength : std::uint8_t {
  Terminal,  // all accepting cycles are in Universal components: reach one, then any infinite path
  Weak,      // no component is Mixed
  Strong,
};
const char* strength_name(Strength strength);  // "terminal", "weak" or "strong"

struct Classification {
  Components components;  // numbered so that edges lead to equal or smaller numbers
  std::vector<ComponentKind> kinds;
  Strength strength = Strength::Terminal;

  ComponentKind kind_of(State q) const { return kinds[components.of[q]]; }
};

Classification classify(const Buchi& automaton);

// No word is accepted, letters taken as independent. On a simplified automaton this takes constant time.
bool is_empty(const Buchi& automaton);

}  // namespace gnomon::automata
