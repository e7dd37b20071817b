// Sets of (vertex, state): for each vertex of a forest a set of states. Vertices with no states are not stored, so that
// a set costs what is in it; the operations are those that check/fixpoints.h asks for.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "recall/forest.h"

namespace gnomon::recall {

class PlaceSet {
 public:
  using Entry = std::pair<VertexId, StateSet>;

  PlaceSet() = default;
  // Requires ascending vertices; empty sets are dropped.
  explicit PlaceSet(std::vector<Entry> entries);

  bool empty() const { return entries_.empty(); }
  const std::vector<Entry>& entries() const { return entries_; }
  // The states at a vertex; null if there are none.
  const StateSet* at(VertexId vertex) const;

  bool operator==(const PlaceSet&) const = default;
  PlaceSet operator&(const PlaceSet& other) const;
  PlaceSet operator|(const PlaceSet& other) const;
  PlaceSet operator-(const PlaceSet& other) const;
  // At every vertex the states that are in the set, too.
  PlaceSet operator&(const StateSet& states) const;
  // What lies at the vertices of these nodes (ascending).
  PlaceSet within(const Forest& forest, const std::vector<NodeId>& nodes) const;

 private:
  std::vector<Entry> entries_;  // ascending
};

// All places of these nodes.
PlaceSet all_places(const Forest& forest, const std::vector<NodeId>& nodes);

}  // namespace gnomon::recall
