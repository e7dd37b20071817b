// Paths with blocks of two colours, each as long as one likes: limits of bounds that a formula does not grow with.
//
// "For every number y some path satisfies f(y)", where y is the upper end of G R and [rho], is decided on paths whose
// positions are coloured with two colours, each infinitely often. In f the bound y is replaced by "up to the second
// change of colour". If blocks of one colour are longer than y, that is farther than y; so it is enough that blocks can
// be made as long as one likes: each passes a vertex of the product that lies on a cycle of one colour, which can be
// walked so often as is needed. Conversely blocks that are longer than the product has vertices repeat one, and with y
// twice as large f(y) reaches to the second change (Alur, Etessami, La Torre, Peled 2001; Kupferman, Piterman, Vardi
// 2009). The last block of a finite trace needs no cycle.
//
// Sets of vertices come in pairs: those where the block still owes a cycle, and those where it has passed one. A vertex
// owes none any more if a path of one colour that never ends starts in it, within vertices from which the goal is
// reached without owing: that path comes to a cycle, and from the cycle one goes on. So with S the steps that keep the
// colour and C those that change it, the vertices from which a target is reached are the least solution of
//
//   paid = target or S(paid) or C(owing)         owing = target or S(owing) or (nu Y. paid and S(Y))
//
// and fair paths are those of the hull of Emerson and Lei over this reachability.
//
// "For some number z and every y some path satisfies f(y, z)", where z is the upper end of F U and <rho>: promises must
// be kept within z steps, however often cycles are walked. So on the cycles, too, promises are kept: each has a vertex
// where those that were pending at the last such vertex have been kept (`kept`). Then no promise takes longer than the
// path without its repetitions, and one round of each cycle. Conversely, in a block that is longer than the product has
// vertices, z + 1 times, one of them comes again after more than z steps.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "check/symbolic_automaton.h"

namespace gnomon::check {

template <ExtensibleSpace S>
class Blocks {
 public:
  using Set = typename SymbolicAutomaton<S>::Set;

  // The vertices of one colour are those in the set. Every cycle passes a vertex of `kept`, if there is such a set.
  Blocks(const SymbolicAutomaton<S>& automaton, Set colour, std::optional<Set> kept)
      : automaton_(&automaton),
        colour_(std::move(colour)),
        other_(automaton.negation(colour_)),
        kept_(std::move(kept)) {}

  // The vertices from which such a path within the set comes to all goals and both colours infinitely often.
  Set lasting(const Set& within, std::vector<Set> goals) const {
    goals.push_back(colour_);
    goals.push_back(other_);
    Vertices all{within, within};
    std::size_t unchanged = 0;
    for (std::size_t i = 0; unchanged < goals.size() && !all.owing.empty(); i = (i + 1) % goals.size()) {
      const Vertices next = predecessors(all, all);
      Vertices kept = reaching({all.paid & goals[i] & next.paid, all.owing & goals[i] & next.owing}, all);
      unchanged = kept == all ? unchanged + 1 : 0;
      all = std::move(kept);
    }
    return all.owing;
  }
  // The vertices from which one comes to a vertex where the path may end.
  Set ending(const Set& within, const Set& last) const {
    return reaching({within & last, within & last}, {within, within}).owing;
  }

 private:
  struct Vertices {
    Set paid;
    Set owing;
    bool operator==(const Vertices&) const = default;
  };

  Set keeping_colour(const Set& set) const {
    return (colour_ & automaton_->predecessors(set & colour_)) | (other_ & automaton_->predecessors(set & other_));
  }
  Set changing_colour(const Set& set) const {
    return (colour_ & automaton_->predecessors(set & other_)) | (other_ & automaton_->predecessors(set & colour_));
  }
  // Where a path of one colour within the set that never ends starts, and comes to where promises are kept again and
  // again.
  Set circling(Set set) const {
    while (!set.empty()) {
      Set next = set & keeping_colour(kept_ ? set & *kept_ : set);
      for (Set frontier = next; kept_ && !frontier.empty(); next |= frontier) {
        frontier = (set & keeping_colour(frontier)) - next;
      }
      if (next == set) break;
      set = std::move(next);
    }
    return set;
  }
  // One step back within some vertices; or the cycle is paid here.
  Vertices predecessors(const Vertices& of, const Vertices& within) const {
    return {within.paid & (keeping_colour(of.paid) | changing_colour(of.owing)),
            within.owing & (keeping_colour(of.owing) | circling(of.paid))};
  }
  Vertices reaching(Vertices found, const Vertices& within) const {
    for (;;) {
      const Vertices more = predecessors(found, within);
      Vertices all{found.paid | more.paid, found.owing | more.owing};
      if (all == found) return all;
      found = std::move(all);
    }
  }

  const SymbolicAutomaton<S>* automaton_;
  Set colour_;
  Set other_;
  std::optional<Set> kept_;
};

}  // namespace gnomon::check
