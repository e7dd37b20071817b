#include "recall/memory_graph.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "automata/graph.h"
#include "base/sorted.h"

namespace gnomon::recall {

static_assert(check::ExtensibleSpace<MemoryGraph>);

std::vector<NodeId> closure(Forest& forest, std::vector<NodeId> nodes) {
  std::unordered_set<NodeId> seen(nodes.begin(), nodes.end());
  for (std::size_t i = 0; i < nodes.size(); ++i) {  // breadth first
    for (NodeId next : forest.step(nodes[i]).nodes) {
      if (seen.insert(next).second) nodes.push_back(next);
    }
  }
  sort_unique(nodes);
  return nodes;
}

std::vector<NodeId> successors(Forest& forest, const std::vector<NodeId>& nodes) {
  std::vector<NodeId> result;
  for (NodeId node : nodes) {
    const std::vector<NodeId>& next = forest.step(node).nodes;
    result.insert(result.end(), next.begin(), next.end());
  }
  sort_unique(result);
  return result;
}

const PlaceSet& MemoryGraph::states() const {
  if (!states_) states_ = all_places(*forest_, nodes_);
  return *states_;
}

const PlaceSet& MemoryGraph::ahead() const {
  if (!ahead_) ahead_ = all_places(*forest_, successors(*forest_, nodes_));
  return *ahead_;
}

const std::vector<PlaceSet>& MemoryGraph::fairness() const {
  if (!fairness_) {
    std::vector<PlaceSet> made;
    for (const StateSet& constraint : forest_->frame().fairness()) made.push_back(states() & constraint);
    fairness_ = std::move(made);
  }
  return *fairness_;
}

const PlaceSet& MemoryGraph::with_path() const {
  const StateSet& fair = forest_->frame().with_path();
  if (fair == forest_->frame().states()) return states();
  if (!with_path_) with_path_ = states() & fair;
  return *with_path_;
}

const MemoryGraph::Steps& MemoryGraph::steps() const {
  if (steps_) return *steps_;
  Steps made;
  for (NodeId id : nodes_) {
    const Moves& moves = forest_->step(id);
    VertexId first = forest_->node(id).first;
    for (std::size_t m = 0; m < moves.targets.size(); ++m) {
      for (VertexId target : moves.targets[m]) made.sources[target].push_back(static_cast<VertexId>(first + m));
    }
    for (NodeId next : moves.nodes) {
      made.closed = made.closed && std::binary_search(nodes_.begin(), nodes_.end(), next);
    }
  }
  steps_ = std::move(made);
  return *steps_;
}

const std::unordered_map<VertexId, std::uint32_t>& MemoryGraph::components() const {
  if (components_) return *components_;
  std::unordered_map<VertexId, std::uint32_t> local;
  std::vector<VertexId> vertices;
  for (NodeId id : nodes_) {
    const Node& node = forest_->node(id);
    for (std::size_t m = 0; m < node.members.size(); ++m) {
      vertices.push_back(static_cast<VertexId>(node.first + m));
      local.emplace(vertices.back(), static_cast<std::uint32_t>(local.size()));
    }
  }
  automata::Graph graph(vertices.size());
  for (const auto& [target, sources] : steps().sources) {
    auto inside = local.find(target);
    if (inside == local.end()) continue;
    for (VertexId source : sources) graph[local.at(source)].push_back(inside->second);
  }
  automata::Components found = automata::strong_components(graph);
  components_.emplace();
  for (std::size_t i = 0; i < vertices.size(); ++i) components_->emplace(vertices[i], found.of[i]);
  return *components_;
}

namespace {

// By source: what lies at its targets, as far as the edge counts.
template <class Counts>
std::map<VertexId, StateSet> united_targets(const std::unordered_map<VertexId, std::vector<VertexId>>& sources,
                                            const PlaceSet& set, Counts&& counts) {
  std::map<VertexId, StateSet> after;
  for (const auto& [target, states] : set.entries()) {
    auto found = sources.find(target);
    if (found == sources.end()) continue;
    for (VertexId source : found->second) {
      if (!counts(source, target)) continue;
      auto [at, added] = after.try_emplace(source, states);
      if (!added) at->second |= states;
    }
  }
  return after;
}

PlaceSet before(const Forest& forest, const model::Transition& transition, const std::map<VertexId, StateSet>& after) {
  PlaceSet result;
  for (const auto& [source, states] : after) {
    result.append(source, transition.preimage(states) & forest.member(source).states);
  }
  return result;
}

}  // namespace

PlaceSet MemoryGraph::predecessors(const PlaceSet& set) const {
  return before(*forest_, model().transition(),
                united_targets(steps().sources, set, [](VertexId, VertexId) { return true; }));
}

PlaceSet MemoryGraph::step_forward(const PlaceSet& set) const {
  std::map<VertexId, StateSet> found;
  for (const auto& [vertex, states] : set.entries()) {
    const NodeId id = forest_->node_of(vertex);
    const StateSet next = model().transition().image(states) & forest_->frame().states();
    const std::vector<VertexId> targets = forest_->step(id).targets[vertex - forest_->node(id).first];
    for (VertexId target : targets) {
      const StateSet there = next & forest_->member(target).states;
      if (there.empty()) continue;
      auto [at, added] = found.try_emplace(target, there);
      if (!added) at->second |= there;
    }
  }
  PlaceSet result;
  for (auto& [vertex, states] : found) result.append(vertex, std::move(states));
  return result;
}

PlaceSet MemoryGraph::recurrent_predecessors(const PlaceSet& set) const {
  const auto& component = components();
  auto recurs = [&](VertexId source, VertexId target) {
    auto inside = component.find(target);
    return inside != component.end() && inside->second == component.at(source);
  };
  return before(*forest_, model().recurrent_transition(), united_targets(steps().sources, set, recurs));
}

std::optional<std::size_t> MemoryGraph::child_position(KnowerId knower) const {
  if (semantics_ == logic::KnowledgeSemantics::Clock || nodes_.empty()) return std::nullopt;
  ViewId view = forest_->node(nodes_.front()).view;
  ViewId inside = forest_->child_view(view, knower);
  if (inside == view) return std::nullopt;
  return forest_->child_position(view, inside);
}

PlaceSet MemoryGraph::possible(const check::Coalition& group) const {
  std::optional<std::size_t> position = child_position(forest_->observations().knower(group));
  if (!position) return states();
  std::vector<NodeId> inside;
  for (NodeId id : nodes_) {
    for (const Member& member : forest_->node(id).members) inside.push_back(member.children[*position]);
  }
  sort_unique(inside);
  return all_places(*forest_, inside);
}

PlaceSet MemoryGraph::look_alikes(const PlaceSet& set, const check::Coalition& group) const {
  Observations& observations = forest_->observations();
  KnowerId knower = observations.knower(group);
  std::optional<std::size_t> position = child_position(knower);
  std::unordered_map<NodeId, StateSet> alike;  // by node of the knower: all that looks like a world of the set
  auto alike_in = [&](NodeId id) -> const StateSet& {
    auto [at, added] = alike.try_emplace(id);
    if (added) {
      const Node& node = forest_->node(id);
      StateSet worlds = forest_->frame().none();
      for (std::size_t m = 0; m < node.members.size(); ++m) {
        if (const StateSet* states = set.at(static_cast<VertexId>(node.first + m))) worlds |= *states;
      }
      at->second = observations.alike(worlds, semantics_ == logic::KnowledgeSemantics::Clock
                                                  ? observations.seen(node.situation, knower)
                                                  : observations.remembered(node.situation, knower));
    }
    return at->second;
  };
  PlaceSet result;
  for (NodeId id : nodes_) {
    const Node& node = forest_->node(id);
    for (std::size_t m = 0; m < node.members.size(); ++m) {
      result.append(static_cast<VertexId>(node.first + m),
                    alike_in(position ? node.members[m].children[*position] : id));
    }
  }
  return result;
}

PlaceSet MemoryGraph::everywhere(const bdd::Bdd& assignments) const {
  return states().transformed([&](const StateSet&) { return StateSet(assignments); });
}

PlaceSet MemoryGraph::and_exists(const PlaceSet& a, const PlaceSet& b, const bdd::VarSet& vars) {
  return a.met(b,
               [&](const StateSet& x, const StateSet& y) { return StateSet(bdd::and_exists(x.bdd(), y.bdd(), vars)); });
}

PlaceSet MemoryGraph::renamed(const PlaceSet& set, const bdd::VarMap& map) {
  return set.transformed([&](const StateSet& states) { return StateSet(bdd::rename(states.bdd(), map)); });
}

std::vector<bdd::Var> MemoryGraph::mentioned(const PlaceSet& set) {
  std::vector<bdd::Var> found;
  for (const auto& [vertex, states] : set.entries()) {
    const std::vector<bdd::Var> vars = bdd::support(states.bdd()).vars();
    found.insert(found.end(), vars.begin(), vars.end());
  }
  sort_unique(found);
  return found;
}

}  // namespace gnomon::recall
