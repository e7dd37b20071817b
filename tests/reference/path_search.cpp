#include "reference/path_search.h"

#include <algorithm>
#include <set>
#include <string>

#include "base/budget.h"

namespace gnomon::reference {

using logic::Op;

PathSearch::PathSearch(const Arena& arena, PathForm& form, logic::Formula formula, Horizon horizon, TestReading tests,
                       PathLimits limits)
    : arena_(&arena), form_(&form), formula_(formula), limits_(limits) {
  build(horizon, tests);
  prune();
}

PathSearch::NodeIndex PathSearch::node(NodeKey key) {
  auto [at, added] = index_.try_emplace(std::move(key), static_cast<NodeIndex>(nodes_.size()));
  if (added) {
    if (nodes_.size() >= limits_.nodes) {
      throw LimitReached(Limit::Size, "more than " + std::to_string(limits_.nodes) + " nodes for a path formula");
    }
    nodes_.push_back(at->first);
  }
  return at->second;
}

void PathSearch::build(Horizon horizon, TestReading tests) {
  bool infinite = horizon == Horizon::Infinite;
  first_.assign(arena_->region.size(), Components::kNone);
  for (StateIndex s = 0; s < arena_->region.size(); ++s) {
    if (arena_->region[s]) first_[s] = node({s, infinite, {Requirement{formula_, infinite}}});
  }
  for (NodeIndex n = 0; n < nodes_.size(); ++n) {
    branches_.emplace_back();
    edges_.emplace_back();
    if (nodes_[n].beyond) {
      add_branches(n, Place::Inside, true, tests);
    } else {
      add_branches(n, Place::Inside, false, tests);
      add_branches(n, Place::Last, true, tests);
    }
  }
  successors_.resize(nodes_.size());
  for (NodeIndex n = 0; n < nodes_.size(); ++n) {
    for (const Edge& edge : edges_[n]) successors_[n].push_back(edge.target);
  }
}

// The edges of n whose targets are beyond Last or not.
void PathSearch::add_branches(NodeIndex n, Place place, bool beyond, TestReading tests) {
  NodeKey key = nodes_[n];
  for (Branch& branch : expand(*form_, key.requirements, key.state, place, tests, limits_.branches)) {
    for (StateIndex t : arena_->graph->successors(key.state)) {
      if (!arena_->region[t]) continue;
      edges_[n].push_back({branches_[n].size(), node({t, beyond, branch.next})});
      if (++edge_count_ > limits_.edges) {
        throw LimitReached(Limit::Size, "more than " + std::to_string(limits_.edges) + " edges for a path formula");
      }
    }
    branches_[n].push_back(std::move(branch));
  }
}

std::vector<Requirement> PathSearch::eventualities(NodeIndex n) const {
  std::vector<Requirement> found;
  for (const Requirement& o : nodes_[n].requirements) {
    if (form_->nodes()[o.formula].op == Op::Diamond) found.push_back(o);
  }
  return found;
}

// Requires an eventuality of n. None: fulfilled at n.
std::optional<Requirement> PathSearch::continuation(NodeIndex n, const Edge& edge,
                                                    const Requirement& eventuality) const {
  for (const auto& [from, to] : branches_[n][edge.branch].threads) {
    if (from == eventuality) return to;
  }
  return std::nullopt;
}

bool PathSearch::is_fair(const std::vector<NodeIndex>& members) const {
  return std::all_of(arena_->fairness.begin(), arena_->fairness.end(), [&](const Members& fair) {
    return std::any_of(members.begin(), members.end(), [&](NodeIndex n) { return fair[nodes_[n].state]; });
  });
}

// Removes the nodes of a component with a thread that no path inside it fulfils; true if there are any.
bool PathSearch::drop_hopeless(const Components& components, std::size_t component, std::vector<bool>& alive) const {
  const auto& members = components.members[component];
  std::set<Thread> fulfilled;
  bool grows = true;
  while (grows) {
    grows = false;
    for (NodeIndex n : members) {
      for (const Requirement& o : eventualities(n)) {
        if (fulfilled.count({n, o}) != 0) continue;
        bool ends = std::any_of(edges_[n].begin(), edges_[n].end(), [&](const Edge& edge) {
          if (components.of[edge.target] != component) return false;
          std::optional<Requirement> next = continuation(n, edge, o);
          return !next || fulfilled.count({edge.target, *next}) != 0;
        });
        if (!ends) continue;
        fulfilled.insert({n, o});
        grows = true;
      }
    }
  }
  bool dropped = false;
  for (NodeIndex n : members) {
    for (const Requirement& o : eventualities(n)) {
      if (fulfilled.count({n, o}) != 0) continue;
      alive[n] = false;
      dropped = true;
    }
  }
  return dropped;
}

void PathSearch::prune() {
  std::vector<bool> alive(nodes_.size());
  for (NodeIndex n = 0; n < nodes_.size(); ++n) alive[n] = nodes_[n].beyond;
  bool changed = true;
  while (changed) {
    changed = false;
    components_ = strong_components(successors_, alive);
    for (std::size_t c = 0; c < components_.members.size(); ++c) {
      const auto& members = components_.members[c];
      if (!components_.has_cycle[c] || !is_fair(members)) {
        for (NodeIndex n : members) alive[n] = false;
        changed = true;
      } else if (drop_hopeless(components_, c, alive)) {
        changed = true;
      }
    }
  }
  std::vector<bool> reaching = can_reach(successors_, std::vector<bool>(nodes_.size(), true), alive);
  satisfying_.assign(arena_->region.size(), false);
  for (StateIndex s = 0; s < first_.size(); ++s) satisfying_[s] = arena_->region[s] && reaching[first_[s]];
}

Members quantified(const Arena& arena, const logic::FormulaPool& pool, const logic::Node& quantifier,
                   const PathForm::Truth& truth, TestReading tests, PathLimits limits) {
  using logic::Op;
  const bool every = quantifier.op == Op::PathA || quantifier.op == Op::PathAf;
  const bool finite = quantifier.op == Op::PathAf || quantifier.op == Op::PathEf;
  PathForm form(arena, pool, quantifier.left, truth);
  PathSearch search(arena, form, every ? form.negative() : form.positive(),
                    finite ? Horizon::Finite : Horizon::Infinite, tests, limits);
  return every ? complement(arena, search.satisfying()) : search.satisfying();
}

}  // namespace gnomon::reference
