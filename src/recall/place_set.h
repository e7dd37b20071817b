// Sets of (vertex, state): for each vertex of a forest a set of states. Vertices with no states are not stored, so that
// a set costs what is in it; the operations are those of sets of a space (check/space.h).
//
// The entries are an ascending array. What is added to it by |= waits in shorter arrays, of which those of like length
// are merged: a fixpoint that adds a vertex at a time moves every entry a logarithmic number of times, instead of
// copying all of them for each. Whoever reads the entries gets them merged into one array.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "recall/forest.h"

namespace gnomon::recall {

class PlaceSet {
 public:
  using Entries = std::vector<std::pair<VertexId, StateSet>>;  // ascending, no empty sets

  bool empty() const { return entries_.empty() && recent_.empty(); }
  const Entries& entries() const;
  // The states at a vertex; null if there are none.
  const StateSet* at(VertexId vertex) const;
  // Adds the states at a vertex that is larger than all others.
  void append(VertexId vertex, StateSet states);

  bool operator==(const PlaceSet& other) const { return entries() == other.entries(); }
  PlaceSet operator&(const PlaceSet& other) const;
  PlaceSet operator|(const PlaceSet& other) const;
  PlaceSet operator-(const PlaceSet& other) const;
  PlaceSet& operator|=(const PlaceSet& other);
  bool subset_of(const PlaceSet& other) const;
  std::size_t hash() const;
  // At every vertex the states that are in the set, too.
  PlaceSet operator&(const StateSet& states) const;
  // The states at every vertex transformed; at every vertex that both sets have, combined.
  template <class Change>
  PlaceSet transformed(Change&& change) const {
    PlaceSet result;
    for (const auto& [vertex, states] : entries()) result.append(vertex, change(states));
    return result;
  }
  template <class Combine>
  PlaceSet met(const PlaceSet& other, Combine&& combine) const {
    const PlaceSet& small = entries().size() <= other.entries().size() ? *this : other;
    const PlaceSet& large = &small == this ? other : *this;
    PlaceSet result;
    for (const auto& [vertex, states] : small.entries()) {
      if (const StateSet* others = large.at(vertex)) result.append(vertex, combine(states, *others));
    }
    return result;
  }
  // What lies at the vertices of these nodes (ascending).
  PlaceSet within(const Forest& forest, const std::vector<NodeId>& nodes) const;

 private:
  StateSet* find(VertexId vertex) const;

  mutable Entries entries_;
  mutable std::vector<Entries> recent_;  // not empty, each longer than the next; no vertex is in two arrays
};

// All places of these nodes (ascending).
PlaceSet all_places(const Forest& forest, const std::vector<NodeId>& nodes);

}  // namespace gnomon::recall
