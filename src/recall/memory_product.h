// The product of the augmented system with an explicit automaton: for each automaton state a set of places. The same
// construction as check/product.h over another graph; see there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "automata/buchi.h"
#include "automata/nfa.h"
#include "recall/memory_graph.h"

namespace gnomon::recall {

// One set of places per automaton state.
class LayeredSet {
 public:
  explicit LayeredSet(std::size_t size) : parts_(size) {}
  LayeredSet(std::size_t size, const PlaceSet& everywhere) : parts_(size, everywhere) {}

  std::size_t size() const { return parts_.size(); }
  const PlaceSet& operator[](std::size_t q) const { return parts_[q]; }
  PlaceSet& operator[](std::size_t q) { return parts_[q]; }
  bool empty() const;
  bool operator==(const LayeredSet&) const = default;
  LayeredSet operator&(const LayeredSet& other) const;
  LayeredSet operator|(const LayeredSet& other) const;
  LayeredSet operator-(const LayeredSet& other) const;

 private:
  std::vector<PlaceSet> parts_;
};

// The places where a state formula over an automaton's letters holds.
using LetterPlaces = std::function<PlaceSet(logic::Formula)>;

// The places of the graph from which some fair path is accepted by the automaton.
PlaceSet accepted_from(const MemoryGraph& graph, const automata::Buchi& automaton, const LetterPlaces& letters);

// The places with a finite path of the graph that the automaton accepts and that ends in `last`. Requires an automaton
// without tests of path formulas.
PlaceSet matched_from(const MemoryGraph& graph, const automata::Nfa& automaton, const PlaceSet& last,
                      const LetterPlaces& letters);

}  // namespace gnomon::recall
