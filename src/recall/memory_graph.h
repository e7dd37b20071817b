// The augmented system: vertices of a forest, each with its states, and the steps between them. A space for the checker
// (check/space.h), so that all operators mean under knowledge with memory what they mean without.
//
//   (v, s) -> (v', s')   iff   s -> s',  and the step of v's node leads from v to v',  s' at v'
//
// A preimage is one preimage of the system per vertex, of the union of what lies at its targets: targets of one vertex
// have disjoint sets of states, because what is seen tells them apart. Edges that lie on no cycle of vertices cannot
// recur, so they are left out where cycles are looked for.
//
// Knowledge at a vertex v of node N, with Y(v) the states at v:
//   K(i, f) at v   = Y(v) - alike( OR over vertices w of i's node:  Y(w) - f(w) )
// where i's node is the child node of v for i, or N itself in i's own view, and two states are alike if they agree on
// the constants that i remembers: on all else that i saw the worlds of the node agree. With a clock there is one node
// per length of history, and two of its states are alike if they agree on what i sees now. So the places that are
// possible to i may lie at vertices of other nodes than those of the graph.
//
// All parts are made on first use: a graph of which nobody asks for steps makes none in the forest.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "check/space.h"
#include "logic/formula.h"
#include "recall/place_set.h"

namespace gnomon::recall {

class MemoryGraph {
 public:
  using Set = PlaceSet;

  // The places of these nodes, which are ascending and of one view, with the steps that leave them.
  MemoryGraph(Forest& forest, logic::KnowledgeSemantics semantics, std::vector<NodeId> nodes)
      : forest_(&forest), semantics_(semantics), nodes_(std::move(nodes)) {}

  const ispl::CheckedModel& source() const { return model().source(); }
  model::SymbolicModel& model() const { return forest_->frame().model(); }
  const PlaceSet& states() const;
  PlaceSet none() const { return {}; }
  PlaceSet complement(const PlaceSet& set) const { return states() - set; }
  PlaceSet proposition(std::size_t index) const { return states() & model().proposition(index); }
  PlaceSet red(ispl::AgentId agent) const { return states() & model().red(agent); }

  PlaceSet predecessors(const PlaceSet& set) const;
  PlaceSet recurrent_predecessors(const PlaceSet& set) const;
  // The places that steps lead to from the set; with an open graph they may lie beyond it.
  PlaceSet step_forward(const PlaceSet& set) const;
  bool closed() const { return steps().closed; }
  const PlaceSet& ahead() const;
  const std::vector<PlaceSet>& fairness() const;
  // Places with an infinite fair path: memory does not matter for that.
  const PlaceSet& with_path() const;

  PlaceSet possible(const check::Coalition& group) const;
  PlaceSet look_alikes(const PlaceSet& set, const check::Coalition& group) const;

  // Sets with variables of an automaton.
  bdd::Manager& manager() const { return model().manager(); }
  PlaceSet everywhere(const bdd::Bdd& assignments) const;
  static PlaceSet and_exists(const PlaceSet& a, const PlaceSet& b, const bdd::VarSet& vars);
  static PlaceSet renamed(const PlaceSet& set, const bdd::VarMap& map);
  static std::vector<bdd::Var> mentioned(const PlaceSet& set);

 private:
  struct Steps {
    std::unordered_map<VertexId, std::vector<VertexId>> sources;  // by target
    bool closed = true;
  };

  const Steps& steps() const;
  const std::unordered_map<VertexId, std::uint32_t>& components() const;
  // What the knower considers possible at the vertices of a node: the position of its nodes among the children; none:
  // the node itself.
  std::optional<std::size_t> child_position(KnowerId knower) const;

  Forest* forest_;
  logic::KnowledgeSemantics semantics_;
  std::vector<NodeId> nodes_;
  mutable std::optional<PlaceSet> states_, ahead_, with_path_;
  mutable std::optional<std::vector<PlaceSet>> fairness_;
  mutable std::optional<Steps> steps_;
  mutable std::optional<std::unordered_map<VertexId, std::uint32_t>> components_;
};

// All nodes that steps reach from these, these included; ascending.
std::vector<NodeId> closure(Forest& forest, std::vector<NodeId> nodes);
// All nodes that one step reaches from these; ascending.
std::vector<NodeId> successors(Forest& forest, const std::vector<NodeId>& nodes);

}  // namespace gnomon::recall
