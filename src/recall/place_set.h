// Sets of (vertex, state): for each vertex of a forest a set of states. Vertices with no states are not stored, so that
// a set costs what is in it; the operations are those of sets of a space (check/space.h).
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "recall/forest.h"

namespace gnomon::recall {

class PlaceSet {
 public:
  using Entries = std::vector<std::pair<VertexId, StateSet>>;  // ascending, no empty sets

  bool empty() const { return entries_.empty(); }
  const Entries& entries() const { return entries_; }
  // The states at a vertex; null if there are none.
  const StateSet* at(VertexId vertex) const;
  // Adds the states at a vertex that is larger than all others.
  void append(VertexId vertex, StateSet states);

  bool operator==(const PlaceSet&) const = default;
  PlaceSet operator&(const PlaceSet& other) const;
  PlaceSet operator|(const PlaceSet& other) const;
  PlaceSet operator-(const PlaceSet& other) const;
  PlaceSet& operator|=(const PlaceSet& other) { return *this = *this | other; }
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
  Entries entries_;
};

// All places of these nodes (ascending).
PlaceSet all_places(const Forest& forest, const std::vector<NodeId>& nodes);

}  // namespace gnomon::recall
