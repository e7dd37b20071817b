// The augmented system: vertices of a forest, each with its states, and the steps between them. A graph for
// check/fixpoints.h, so that temporal operators under knowledge with memory are the ones of check/, unchanged.
//
//   (v, s) -> (v', s')   iff   s -> s',  and the step of v's node leads from v to v',  s' at v'
//
// A preimage is one preimage of the system per vertex, of the union of what lies at its targets: targets of one vertex
// have disjoint sets of states, because what is seen tells them apart. Edges that lie on no cycle of vertices cannot
// recur, so they are left out where cycles are looked for.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "recall/place_set.h"

namespace gnomon::recall {

class MemoryGraph {
 public:
  using Set = PlaceSet;

  // With the steps that leave these nodes (ascending); they may lead out of them.
  MemoryGraph(Forest& forest, std::vector<NodeId> nodes);

  Forest& forest() const { return *forest_; }
  const std::vector<NodeId>& nodes() const { return nodes_; }
  const PlaceSet& everything() const { return everything_; }
  const std::vector<PlaceSet>& fairness() const { return fairness_; }
  // Places with an infinite fair path: memory does not matter for that.
  PlaceSet with_path() const { return everything_ & forest_->frame().with_path(); }

  PlaceSet predecessors(const PlaceSet& set) const { return step_back(set, false); }
  PlaceSet recurrent_predecessors(const PlaceSet& set) const { return step_back(set, true); }

 private:
  PlaceSet step_back(const PlaceSet& set, bool recurrent) const;
  const std::unordered_map<VertexId, std::uint32_t>& components() const;  // computed on first use

  Forest* forest_;
  std::vector<NodeId> nodes_;
  PlaceSet everything_;
  std::vector<PlaceSet> fairness_;
  std::unordered_map<VertexId, std::vector<VertexId>> sources_;  // by target
  mutable std::unordered_map<VertexId, std::uint32_t> components_;
};

// All nodes that steps reach from these, these included; ascending.
std::vector<NodeId> closure(Forest& forest, std::vector<NodeId> nodes);
// All nodes that one step reaches from these; ascending.
std::vector<NodeId> successors(Forest& forest, const std::vector<NodeId>& nodes);

}  // namespace gnomon::recall
