#include "recall/memory_graph.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "automata/graph.h"

namespace gnomon::recall {

namespace {

void sort_unique(std::vector<NodeId>& nodes) {
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

}  // namespace

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

MemoryGraph::MemoryGraph(Forest& forest, std::vector<NodeId> nodes) : forest_(&forest), nodes_(std::move(nodes)) {
  for (NodeId id : nodes_) {
    const Moves& moves = forest.step(id);
    VertexId first = forest.node(id).first;
    for (std::size_t m = 0; m < moves.targets.size(); ++m) {
      for (VertexId target : moves.targets[m]) sources_[target].push_back(static_cast<VertexId>(first + m));
    }
  }
  everything_ = all_places(forest, nodes_);
  for (const StateSet& constraint : forest.frame().fairness()) fairness_.push_back(everything_ & constraint);
}

const std::unordered_map<VertexId, std::uint32_t>& MemoryGraph::components() const {
  if (!components_.empty() || nodes_.empty()) return components_;
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
  for (const auto& [target, sources] : sources_) {
    auto inside = local.find(target);
    if (inside == local.end()) continue;
    for (VertexId source : sources) graph[local.at(source)].push_back(inside->second);
  }
  automata::Components found = automata::strong_components(graph);
  for (std::size_t i = 0; i < vertices.size(); ++i) components_.emplace(vertices[i], found.of[i]);
  return components_;
}

PlaceSet MemoryGraph::step_back(const PlaceSet& set, bool recurrent) const {
  std::map<VertexId, StateSet> after;  // by source: what lies at its targets
  for (const auto& [target, states] : set.entries()) {
    auto found = sources_.find(target);
    if (found == sources_.end()) continue;
    for (VertexId source : found->second) {
      if (recurrent) {
        auto a = components().find(source);
        auto b = components().find(target);
        if (b == components().end() || a->second != b->second) continue;
      }
      auto [at, added] = after.try_emplace(source, states);
      if (!added) at->second |= states;
    }
  }
  model::SymbolicModel& model = forest_->frame().model();
  const model::Transition& transition = recurrent ? model.recurrent_transition() : model.transition();
  std::vector<PlaceSet::Entry> result;
  for (const auto& [source, states] : after) {
    result.emplace_back(source, transition.preimage(states) & forest_->member(source).states);
  }
  return PlaceSet(std::move(result));
}

}  // namespace gnomon::recall
