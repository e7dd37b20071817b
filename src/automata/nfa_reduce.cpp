// Reduction of finite automata (declared in nfa.h). Two states may be merged if they have the same future, because then
// any word that leads to one may as well lead to the other, or if they have the same past, because then they are always
// entered together. Computing the smallest NFA is PSPACE-hard; the two bisimulations are cheap and remove what the
// construction from expressions leaves behind.
#include <algorithm>
#include <map>
#include <utility>

#include "automata/graph.h"
#include "automata/nfa.h"
#include "base/sorted.h"

namespace gnomon::automata {

using logic::Formula;

namespace {

Graph successors(const Nfa& nfa) {
  Graph graph(nfa.states.size());
  for (State q = 0; q < nfa.states.size(); ++q) {
    for (const Nfa::Edge& edge : nfa.states[q].edges) graph[q].push_back(edge.target);
  }
  return graph;
}

// Makes all edges minimal: per target an antichain of conditions without superfluous literals.
void tidy(Nfa& nfa, Meter& meter) {
  for (Nfa::Node& node : nfa.states) {
    std::map<State, Dnf<Formula>> by_target;
    for (Nfa::Edge& edge : node.edges) {
      Dnf<Formula>& conditions = by_target[edge.target];
      meter.spend(1 + conditions.size());
      add_minimal(conditions, std::move(edge.condition));
    }
    node.edges.clear();
    for (auto& [target, conditions] : by_target) {
      drop_literals(conditions, meter);
      for (Condition& condition : conditions) node.edges.push_back({std::move(condition), target});
    }
    drop_literals(node.accepting, meter);
  }
}

// Keeps the states of the mask, and the initial state in any case.
void keep(Nfa& nfa, const std::vector<bool>& useful) {
  std::vector<State> number(nfa.states.size(), 0);
  std::vector<Nfa::Node> kept;
  auto stays = [&](State q) { return useful[q] || q == nfa.initial; };
  for (State q = 0; q < nfa.states.size(); ++q) {
    if (!stays(q)) continue;
    number[q] = static_cast<State>(kept.size());
    kept.push_back(std::move(nfa.states[q]));
  }
  for (Nfa::Node& node : kept) {
    std::erase_if(node.edges, [&](const Nfa::Edge& edge) { return !useful[edge.target]; });
    for (Nfa::Edge& edge : node.edges) edge.target = number[edge.target];
  }
  nfa.states = std::move(kept);
  nfa.initial = number[nfa.initial];
}

void trim(Nfa& nfa) {
  Graph graph = successors(nfa);
  std::vector<bool> useful(nfa.states.size());
  for (State q = 0; q < nfa.states.size(); ++q) useful[q] = !nfa.states[q].accepting.empty();
  useful = backward_reachable(graph, std::move(useful));
  std::vector<bool> reachable = forward_reachable(graph, nfa.initial);
  for (State q = 0; q < nfa.states.size(); ++q) useful[q] = useful[q] && reachable[q];
  keep(nfa, useful);
}

// Merges each class into one state; returns whether there was anything to merge.
bool merge(Nfa& nfa, const std::vector<std::uint32_t>& classes) {
  std::uint32_t count = *std::max_element(classes.begin(), classes.end()) + 1;
  if (count == nfa.states.size()) return false;
  std::vector<Nfa::Node> merged(count);
  for (State q = 0; q < nfa.states.size(); ++q) {
    Nfa::Node& into = merged[classes[q]];
    for (Nfa::Edge& edge : nfa.states[q].edges) into.edges.push_back({std::move(edge.condition), classes[edge.target]});
    for (Condition& condition : nfa.states[q].accepting) add_minimal(into.accepting, std::move(condition));
  }
  nfa.states = std::move(merged);
  nfa.initial = classes[nfa.initial];
  return true;
}

class ConditionNumbers {
 public:
  std::uint32_t operator()(const Condition& condition) {
    return numbers_.try_emplace(condition, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

 private:
  std::map<Condition, std::uint32_t> numbers_;
};

// The classes of a bisimulation: nodes of one class have the same (label, class of neighbour) pairs.
struct LabelledGraph {
  explicit LabelledGraph(std::size_t size) : start(size, 0), arrows(size) {}
  std::vector<std::uint32_t> start;                                  // initial partition
  std::vector<std::vector<std::pair<std::uint32_t, State>>> arrows;  // label, neighbour
};

std::vector<std::uint32_t> bisimulation(const LabelledGraph& graph, Meter& meter) {
  Graph neighbours(graph.arrows.size());
  for (State q = 0; q < graph.arrows.size(); ++q) {
    for (const auto& [label, other] : graph.arrows[q]) neighbours[q].push_back(other);
  }
  return coarsest_partition(neighbours, graph.start, [&](State q, const std::vector<std::uint32_t>& classes) {
    meter.spend(1 + graph.arrows[q].size());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (const auto& [label, other] : graph.arrows[q]) pairs.emplace_back(label, classes[other]);
    sort_unique(pairs);
    Signature key;
    for (const auto& [label, other] : pairs) {
      key.push_back(label);
      key.push_back(other);
    }
    return key;
  });
}

// Same future: equal accepting conditions, and equal conditions to equal classes.
bool merge_futures(Nfa& nfa, Meter& meter) {
  ConditionNumbers number;
  LabelledGraph graph(nfa.states.size());
  std::map<Dnf<Formula>, std::uint32_t> acceptances;
  for (State q = 0; q < nfa.states.size(); ++q) {
    const Nfa::Node& node = nfa.states[q];
    auto fresh = static_cast<std::uint32_t>(acceptances.size());
    graph.start[q] = acceptances.try_emplace(node.accepting, fresh).first->second;
    for (const Nfa::Edge& edge : node.edges) graph.arrows[q].emplace_back(number(edge.condition), edge.target);
  }
  return merge(nfa, bisimulation(graph, meter));
}

// Same past: both not initial, and entered under equal conditions from equal classes.
bool merge_pasts(Nfa& nfa, Meter& meter) {
  if (nfa.states.size() == 1) return false;
  ConditionNumbers number;
  LabelledGraph graph(nfa.states.size());
  for (State q = 0; q < nfa.states.size(); ++q) {
    graph.start[q] = q == nfa.initial ? 0 : 1;
    for (const Nfa::Edge& edge : nfa.states[q].edges) graph.arrows[edge.target].emplace_back(number(edge.condition), q);
  }
  return merge(nfa, bisimulation(graph, meter));
}

}  // namespace

void reduce(Nfa& nfa, Meter& meter) {
  bool changed = true;
  while (changed) {
    trim(nfa);
    tidy(nfa, meter);
    changed = merge_futures(nfa, meter);
    if (changed) tidy(nfa, meter);
    changed = merge_pasts(nfa, meter) || changed;
  }
}

}  // namespace gnomon::automata
