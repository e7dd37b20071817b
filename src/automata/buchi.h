// Explicit nondeterministic Büchi automata on infinite words, with acceptance on edges.
//
// An edge from q asks its guard of the current position and moves on to the next one. It belongs to the acceptance sets
// whose bits are set in its marks. A run is accepting if for every set it takes edges of that set infinitely often
// (generalised Büchi; with no set at all, every infinite run is accepting). A word is accepted if some run on it from
// the initial state is. `degeneralised` gives an automaton with one set.
//
// Build, from an alternating automaton: a state is the set S of obligations due, and an edge chooses one term of each
// of them. What is left is to see that no branch stays in rejecting states for ever. Rejecting states that lie on no
// cycle but their own loop (all of LTL, and simple loops of LDL) get an acceptance set each: an edge belongs to it
// unless the state had to be among the successors (Gastin and Oddoux, CAV 2001). All others share one breakpoint set O
// inside S (Miyano and Hayashi 1984): O follows the branches that have been rejecting since the last breakpoint; when
// it is empty the edge is marked and O starts again from S. Edges that another edge makes superfluous (weaker guard,
// fewer obligations, smaller O, more marks) are dropped. The worst case is 3^n states; Limits stop it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "automata/alternating.h"
#include "automata/guard.h"
#include "automata/limits.h"
#include "automata/nfa.h"

namespace gnomon::automata {

struct Buchi {
  using Marks = std::uint64_t;
  struct Edge {
    Guard guard;
    Marks marks = 0;
    State target = 0;
    auto operator<=>(const Edge&) const = default;
  };
  struct Node {
    std::vector<Edge> edges;
    bool operator==(const Node&) const = default;
  };
  std::vector<Node> states;
  State initial = 0;
  std::uint32_t set_count = 0;  // at most 64

  Marks all_marks() const { return set_count == 0 ? 0 : ~Marks{0} >> (64 - set_count); }
  std::size_t edge_count() const;
  bool operator==(const Buchi&) const = default;
};

struct BuchiOptions {
  // The acceptance sets for very weak states: those beyond this number go to the breakpoint set. 0: pure breakpoint
  // construction. At most 63.
  std::uint32_t max_very_weak_sets = 63;
  bool simplified = true;  // apply simplify.h
};

// Requires an automaton on infinite words. The letter kLast is forgotten. Here and below: nullopt and a reason if the
// result would pass the limits.
std::optional<Buchi> build_buchi(const AlternatingAutomaton& alternating, const BuchiOptions& options = {},
                                 const Limits& limits = {}, std::string* reason = nullptr);

// The automaton of the infinite words on which a path formula holds: with Traces::Infinite; and with
// Traces::FiniteWithInfiniteTests of those on which it holds for some last position.
std::optional<Buchi> build_buchi(const logic::FormulaPool& pool, logic::Formula f, logic::Traces traces,
                                 const BuchiOptions& options = {}, const Limits& limits = {},
                                 std::string* reason = nullptr);

// The automaton of the finite traces on which a path formula holds. It accepts a trace w_0 ... w_n by n edges and an
// accepting condition of the last state that holds at w_n (see nfa.h; its conditions have no path formulas), so that
// "some trace from here satisfies f" is a least fixpoint.
std::optional<Nfa> build_finite(const logic::FormulaPool& pool, logic::Formula f, const Limits& limits = {},
                                std::string* reason = nullptr);

// Requires an alternating automaton on finite traces; not reduced.
Nfa build_finite(const AlternatingAutomaton& alternating, Meter& meter);

// An equivalent automaton with at most one acceptance set: copies of the states count the sets in turn.
Buchi degeneralised(const Buchi& automaton);

}  // namespace gnomon::automata
