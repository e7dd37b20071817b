#include "automata/simplify.h"

#include <algorithm>
#include <map>
#include <utility>

#include "automata/clause.h"
#include "base/sorted.h"

namespace gnomon::automata {

namespace {

Graph successors(const Buchi& automaton) {
  Graph graph(automaton.states.size());
  for (State q = 0; q < graph.size(); ++q) {
    for (const Buchi::Edge& edge : automaton.states[q].edges) graph[q].push_back(edge.target);
  }
  return graph;
}

bool loops_for_ever(const Buchi& automaton, State q) {
  for (const Buchi::Edge& edge : automaton.states[q].edges) {
    if (edge.target == q && edge.guard.empty() && edge.marks == automaton.all_marks()) return true;
  }
  return false;
}

// Per component: every cycle passes every set iff, for each set, the edges without its mark form no cycle. Edges
// between components and inside those already known to fail are left out of the search.
std::vector<bool> every_cycle_accepts(const Buchi& automaton, const Components& components) {
  std::vector<bool> result(components.count, true);
  for (std::uint32_t set = 0; set < automaton.set_count; ++set) {
    Graph unmarked(automaton.states.size());
    for (State q = 0; q < unmarked.size(); ++q) {
      std::uint32_t c = components.of[q];
      for (const Buchi::Edge& edge : automaton.states[q].edges) {
        if (components.of[edge.target] != c || ((edge.marks >> set) & 1) != 0) continue;
        unmarked[q].push_back(edge.target);
        if (edge.target == q) result[c] = false;
      }
    }
    Components parts = strong_components(unmarked);
    std::vector<std::uint32_t> members(parts.count, 0);
    for (State q = 0; q < unmarked.size(); ++q) {
      if (++members[parts.of[q]] > 1) result[components.of[q]] = false;
    }
  }
  return result;
}

}  // namespace

const char* strength_name(Strength strength) {
  switch (strength) {
    case Strength::Terminal:
      return "terminal";
    case Strength::Weak:
      return "weak";
    case Strength::Strong:
      return "strong";
  }
  return "";
}

Classification classify(const Buchi& automaton) {
  Classification result;
  result.components = strong_components(successors(automaton));
  const Components& components = result.components;
  std::vector<Buchi::Marks> seen(components.count, 0);
  std::vector<bool> cyclic(components.count, false);
  for (State q = 0; q < automaton.states.size(); ++q) {
    for (const Buchi::Edge& edge : automaton.states[q].edges) {
      if (components.of[edge.target] != components.of[q]) continue;
      cyclic[components.of[q]] = true;
      seen[components.of[q]] |= edge.marks;
    }
  }
  std::vector<bool> all = every_cycle_accepts(automaton, components);
  for (std::uint32_t c = 0; c < components.count; ++c) {
    if (!cyclic[c]) {
      result.kinds.push_back(ComponentKind::Transient);
    } else if (seen[c] != automaton.all_marks()) {
      result.kinds.push_back(ComponentKind::Rejecting);
    } else {
      result.kinds.push_back(all[c] ? ComponentKind::Accepting : ComponentKind::Mixed);
    }
  }
  std::vector<std::uint32_t> members(components.count, 0);
  for (std::uint32_t c : components.of) ++members[c];
  for (State q = 0; q < automaton.states.size(); ++q) {
    std::uint32_t c = components.of[q];
    if (members[c] == 1 && loops_for_ever(automaton, q)) result.kinds[c] = ComponentKind::Universal;
  }
  for (ComponentKind kind : result.kinds) {
    if (kind == ComponentKind::Mixed) result.strength = Strength::Strong;
    if (kind == ComponentKind::Accepting && result.strength == Strength::Terminal) result.strength = Strength::Weak;
  }
  return result;
}

bool is_empty(const Buchi& automaton) {
  Classification classification = classify(automaton);
  std::vector<bool> reachable = forward_reachable(successors(automaton), automaton.initial);
  for (State q = 0; q < automaton.states.size(); ++q) {
    ComponentKind kind = classification.kind_of(q);
    if (reachable[q] && kind != ComponentKind::Transient && kind != ComponentKind::Rejecting) return false;
  }
  return true;
}

namespace {

// Keeps the reachable states that accept some word, and the initial state.
void remove_dead(Buchi& automaton, const Classification& classification) {
  Graph graph = successors(automaton);
  std::vector<bool> useful(automaton.states.size());
  for (State q = 0; q < useful.size(); ++q) {
    ComponentKind kind = classification.kind_of(q);
    useful[q] = kind != ComponentKind::Transient && kind != ComponentKind::Rejecting;
  }
  useful = backward_reachable(graph, std::move(useful));
  std::vector<bool> reachable = forward_reachable(graph, automaton.initial);
  std::vector<State> number(useful.size(), 0);
  std::vector<Buchi::Node> kept;
  for (State q = 0; q < useful.size(); ++q) {
    if (q != automaton.initial && !(useful[q] && reachable[q])) continue;
    number[q] = static_cast<State>(kept.size());
    kept.push_back(std::move(automaton.states[q]));
  }
  for (Buchi::Node& node : kept) {
    std::erase_if(node.edges, [&](const Buchi::Edge& edge) { return !useful[edge.target]; });
    for (Buchi::Edge& edge : node.edges) edge.target = number[edge.target];
  }
  automaton.states = std::move(kept);
  automaton.initial = number[automaton.initial];
}

// Marks matter on cycles only. Inside rejecting components there are none, inside accepting ones all; an edge between
// components takes the marks that edges inside the target's component have in common, so that a state in front of a
// component can be merged with a state inside. A universal state needs no edge but its loop.
void normalise_marks(Buchi& automaton, const Classification& classification) {
  const Components& components = classification.components;
  for (State q = 0; q < automaton.states.size(); ++q) {
    std::vector<Buchi::Edge>& edges = automaton.states[q].edges;
    if (classification.kind_of(q) == ComponentKind::Universal) {
      edges = {{{}, automaton.all_marks(), q}};
      continue;
    }
    for (Buchi::Edge& edge : edges) {
      ComponentKind target = classification.kind_of(edge.target);
      bool inside = components.of[q] == components.of[edge.target];
      if (target == ComponentKind::Accepting || target == ComponentKind::Universal) {
        edge.marks = automaton.all_marks();
      } else if (!inside || target != ComponentKind::Mixed) {
        edge.marks = 0;
      }
    }
  }
}

// Drops an acceptance set if every edge of another set (inside a component) is in it, or every edge at all. If a
// rejecting cycle exists, one set stays: with none, all cycles would accept.
void drop_sets(Buchi& automaton, const Classification& classification) {
  const Components& components = classification.components;
  std::vector<Buchi::Marks> combinations;
  bool rejecting = false;
  for (State q = 0; q < automaton.states.size(); ++q) {
    ComponentKind kind = classification.kind_of(q);
    if (kind == ComponentKind::Rejecting) rejecting = true;
    if (kind != ComponentKind::Mixed) continue;
    for (const Buchi::Edge& edge : automaton.states[q].edges) {
      if (components.of[q] == components.of[edge.target]) combinations.push_back(edge.marks);
    }
  }
  sort_unique(combinations);
  std::vector<std::uint32_t> kept;
  std::vector<bool> dropped(automaton.set_count, false);
  for (std::uint32_t set = 0; set < automaton.set_count; ++set) {
    auto in = [](Buchi::Marks marks, std::uint32_t s) { return ((marks >> s) & 1) != 0; };
    auto always = [&](Buchi::Marks marks) { return in(marks, set); };
    dropped[set] = std::all_of(combinations.begin(), combinations.end(), always);
    for (std::uint32_t other = 0; other < automaton.set_count && !dropped[set]; ++other) {
      if (other == set || dropped[other]) continue;
      dropped[set] = std::all_of(combinations.begin(), combinations.end(),
                                 [&](Buchi::Marks marks) { return in(marks, set) || !in(marks, other); });
    }
    if (!dropped[set]) kept.push_back(set);
  }
  if (kept.empty() && rejecting && automaton.set_count > 0) kept.push_back(0);
  if (kept.size() == automaton.set_count) return;
  for (Buchi::Node& node : automaton.states) {
    for (Buchi::Edge& edge : node.edges) {
      Buchi::Marks marks = 0;
      for (std::size_t i = 0; i < kept.size(); ++i) marks |= ((edge.marks >> kept[i]) & 1) << i;
      edge.marks = marks;
    }
  }
  automaton.set_count = static_cast<std::uint32_t>(kept.size());
}

// Drops an edge if the edges with weaker guards to the same target have all its marks together: a run that takes it
// again and again may as well take the others in turn, and what a run does finitely often does not count.
void drop_covered(std::vector<Buchi::Edge>& edges, Meter& meter) {
  for (std::size_t i = edges.size(); i-- > 0;) {
    Buchi::Marks together = 0;
    bool some = false;
    meter.spend(edges.size());
    for (std::size_t j = 0; j < edges.size(); ++j) {
      if (j == i || edges[j].target != edges[i].target || !implies(edges[i].guard, edges[j].guard)) continue;
      together |= edges[j].marks;
      some = true;
    }
    if (some && (edges[i].marks & ~together) == 0) edges.erase(edges.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

// Per target and marks a minimal list of guards; then no edge that others cover.
void tidy_edges(Buchi& automaton, Meter& meter) {
  for (Buchi::Node& node : automaton.states) {
    std::map<std::pair<State, Buchi::Marks>, Dnf<State>> groups;
    for (Buchi::Edge& edge : node.edges) {
      Dnf<State>& guards = groups[{edge.target, edge.marks}];
      meter.spend(1 + guards.size());
      add_minimal(guards, Clause<State>{std::move(edge.guard), {}});
    }
    node.edges.clear();
    for (auto& [key, guards] : groups) {
      drop_literals(guards, meter);
      for (Clause<State>& clause : guards) node.edges.push_back({std::move(clause.guard), key.second, key.first});
    }
    drop_covered(node.edges, meter);
    std::sort(node.edges.begin(), node.edges.end());
  }
}

void merge(Buchi& automaton, const std::vector<std::uint32_t>& classes) {
  std::uint32_t count = *std::max_element(classes.begin(), classes.end()) + 1;
  std::vector<Buchi::Node> merged(count);
  std::vector<bool> done(count, false);
  for (State q = 0; q < automaton.states.size(); ++q) {
    if (done[classes[q]]) continue;
    done[classes[q]] = true;
    merged[classes[q]] = std::move(automaton.states[q]);
    for (Buchi::Edge& edge : merged[classes[q]].edges) edge.target = classes[edge.target];
  }
  automaton.states = std::move(merged);
  automaton.initial = classes[automaton.initial];
}

// States of one class have the same guards and marks to the same classes; any of them can stand for all.
bool merge_bisimilar(Buchi& automaton, Meter& meter) {
  std::map<Guard, std::uint32_t> guards;
  for (const Buchi::Node& node : automaton.states) {
    for (const Buchi::Edge& edge : node.edges) {
      guards.try_emplace(edge.guard, static_cast<std::uint32_t>(guards.size()));
    }
  }
  std::vector<std::vector<std::uint32_t>> guard_of_edge(automaton.states.size());
  for (State q = 0; q < automaton.states.size(); ++q) {
    for (const Buchi::Edge& edge : automaton.states[q].edges) guard_of_edge[q].push_back(guards.at(edge.guard));
  }
  auto signature = [&](State q, const std::vector<std::uint32_t>& classes) {
    const std::vector<Buchi::Edge>& edges = automaton.states[q].edges;
    meter.spend(1 + edges.size());
    std::vector<Signature> entries;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      entries.push_back({guard_of_edge[q][i], static_cast<std::uint32_t>(edges[i].marks),
                         static_cast<std::uint32_t>(edges[i].marks >> 32), classes[edges[i].target]});
    }
    sort_unique(entries);
    Signature key;
    for (const Signature& entry : entries) key.insert(key.end(), entry.begin(), entry.end());
    return key;
  };
  std::vector<std::uint32_t> classes =
      coarsest_partition(successors(automaton), std::vector<std::uint32_t>(automaton.states.size(), 0), signature);
  if (*std::max_element(classes.begin(), classes.end()) + 1 == automaton.states.size()) return false;
  merge(automaton, classes);
  return true;
}

constexpr std::size_t kMaxSimulationStates = 160;
constexpr std::size_t kMaxSimulationEdges = 1200;

using Relation = std::vector<std::vector<bool>>;

bool covers(const Buchi::Edge& better, const Buchi::Edge& edge, const Relation& simulates) {
  return (edge.marks & ~better.marks) == 0 && implies(edge.guard, better.guard) &&
         simulates[better.target][edge.target];
}

// simulates[r][q]: every edge of q is covered by an edge of r with a weaker guard, at least its marks, and a target
// that simulates its target; the greatest such relation.
Relation direct_simulation(const Buchi& automaton, Meter& meter) {
  std::size_t size = automaton.states.size();
  Relation simulates(size, std::vector<bool>(size, true));
  bool changed = true;
  while (changed) {
    changed = false;
    for (State r = 0; r < size; ++r) {
      for (State q = 0; q < size; ++q) {
        if (!simulates[r][q] || r == q) continue;
        const std::vector<Buchi::Edge>& mine = automaton.states[r].edges;
        const std::vector<Buchi::Edge>& theirs = automaton.states[q].edges;
        meter.spend(1 + mine.size() * theirs.size());
        bool all = std::all_of(theirs.begin(), theirs.end(), [&](const Buchi::Edge& edge) {
          return std::any_of(mine.begin(), mine.end(),
                             [&](const Buchi::Edge& better) { return covers(better, edge, simulates); });
        });
        if (all) continue;
        simulates[r][q] = false;
        changed = true;
      }
    }
  }
  return simulates;
}

// Merges states that simulate each other, and drops edges that an edge of the same state to a strictly larger state
// (or, of two to equal states, a better one) covers.
void merge_similar(Buchi& automaton, Meter& meter) {
  std::size_t size = automaton.states.size();
  if (size > kMaxSimulationStates || automaton.edge_count() > kMaxSimulationEdges) return;
  Relation simulates = direct_simulation(automaton, meter);
  std::vector<std::uint32_t> classes(size, 0);
  std::vector<State> representative;
  for (State q = 0; q < size; ++q) {
    auto equal = [&](State r) { return simulates[r][q] && simulates[q][r]; };
    auto found = std::find_if(representative.begin(), representative.end(), equal);
    classes[q] = static_cast<std::uint32_t>(found - representative.begin());
    if (found == representative.end()) representative.push_back(q);
  }
  Relation quotient(representative.size(), std::vector<bool>(representative.size()));
  for (std::size_t r = 0; r < representative.size(); ++r) {
    for (std::size_t q = 0; q < representative.size(); ++q) {
      quotient[r][q] = simulates[representative[r]][representative[q]];
    }
  }
  merge(automaton, classes);
  for (Buchi::Node& node : automaton.states) {
    std::vector<Buchi::Edge> kept;
    for (Buchi::Edge& edge : node.edges) {
      add_minimal(kept, std::move(edge),
                  [&](const Buchi::Edge& a, const Buchi::Edge& b) { return covers(a, b, quotient); });
    }
    node.edges = std::move(kept);
    std::sort(node.edges.begin(), node.edges.end());
  }
}

}  // namespace

void simplify(Buchi& automaton, Meter& meter) {
  // Ends because no step adds a state, an edge or a literal, and the marks follow from the rest.
  Buchi before;
  do {
    before = automaton;
    remove_dead(automaton, classify(automaton));
    Classification classification = classify(automaton);
    normalise_marks(automaton, classification);
    drop_sets(automaton, classification);
    tidy_edges(automaton, meter);
    if (!merge_bisimilar(automaton, meter)) merge_similar(automaton, meter);
  } while (automaton != before);
}

}  // namespace gnomon::automata
