// Lassos from a finished path search.
//
// Walk to a good component and let n be the node of entry. Then walk inside the component: lead every <rho>f of n along
// its thread to fulfilment, one after another, taking the others along; visit every fairness set; return to n.
// Repeating this closed walk fulfils everything: a requirement of a node inside it is fulfilled on the way or arrives
// at n as one of n's own, which the next round fulfils.
#include <algorithm>
#include <deque>
#include <set>

#include "base/assert.h"
#include "reference/path_search.h"

namespace gnomon::reference {

// The nodes walked so far, and the threads that are carried along.
struct PathSearch::Walk {
  std::vector<NodeIndex> nodes;
  std::vector<Requirement> waiting;
  NodeIndex here() const { return nodes.back(); }
};

namespace {

// A breadth-first search over states of any ordered type. `expand(x, visit)` calls visit(y, label) for the successors;
// the result is the list of labels from the start to the first x that is a goal.
template <class X, class Label, class Expand, class Goal>
std::vector<Label> shortest(const X& start, const Expand& expand, const Goal& goal) {
  std::map<X, std::pair<X, Label>> parent;
  std::deque<X> queue{start};
  std::set<X> seen{start};
  while (!queue.empty()) {
    X x = queue.front();
    queue.pop_front();
    if (goal(x)) {
      std::vector<Label> labels;
      while (!(x == start)) {
        const auto& [before, label] = parent.at(x);
        labels.push_back(label);
        x = X(before);
      }
      std::reverse(labels.begin(), labels.end());
      return labels;
    }
    expand(x, [&](const X& y, const Label& label) {
      if (!seen.insert(y).second) return;
      parent.emplace(y, std::pair(x, label));
      queue.push_back(y);
    });
  }
  GNOMON_ASSERT(false, "a good component lost one of its paths");
  return {};
}

// Takes one edge, moving the waiting threads along it.
void advance(std::vector<Requirement>& waiting,
             const std::vector<std::pair<Requirement, std::optional<Requirement>>>& threads) {
  std::vector<Requirement> moved;
  for (const Requirement& o : waiting) {
    for (const auto& [from, to] : threads) {
      if (from == o && to) moved.push_back(*to);
    }
  }
  std::sort(moved.begin(), moved.end());
  moved.erase(std::unique(moved.begin(), moved.end()), moved.end());
  waiting = std::move(moved);
}

}  // namespace

// Walks inside `inside` to a node of `targets`.
void PathSearch::walk_to(Walk& walk, const std::vector<bool>& targets, const std::vector<bool>& inside) const {
  using Label = std::pair<NodeIndex, std::size_t>;  // source node and edge
  auto labels = shortest<NodeIndex, Label>(
      walk.here(),
      [&](NodeIndex n, const auto& visit) {
        for (std::size_t e = 0; e < edges_[n].size(); ++e) {
          if (inside[edges_[n][e].target]) visit(edges_[n][e].target, Label{n, e});
        }
      },
      [&](NodeIndex n) { return targets[n]; });
  for (const auto& [n, e] : labels) {
    advance(walk.waiting, branches_[n][edges_[n][e].branch].threads);
    walk.nodes.push_back(edges_[n][e].target);
  }
}

// Walks inside the component of the present node until the thread of the eventuality has ended.
void PathSearch::fulfil(Walk& walk, const Requirement& eventuality) const {
  using X = std::pair<NodeIndex, std::optional<Requirement>>;  // none: fulfilled before this node
  using Label = std::pair<NodeIndex, std::size_t>;
  std::uint32_t component = components_.of[walk.here()];
  auto labels = shortest<X, Label>(
      X{walk.here(), eventuality},
      [&](const X& x, const auto& visit) {
        NodeIndex n = x.first;
        for (std::size_t e = 0; e < edges_[n].size(); ++e) {
          if (components_.of[edges_[n][e].target] != component) continue;
          visit(X{edges_[n][e].target, continuation(n, edges_[n][e], *x.second)}, Label{n, e});
        }
      },
      [&](const X& x) { return !x.second; });
  for (const auto& [n, e] : labels) {
    advance(walk.waiting, branches_[n][edges_[n][e].branch].threads);
    walk.nodes.push_back(edges_[n][e].target);
  }
}

Lasso PathSearch::witness(StateIndex state) const {
  std::vector<bool> everywhere(nodes_.size(), true);
  std::vector<bool> good(nodes_.size());
  for (NodeIndex n = 0; n < nodes_.size(); ++n) good[n] = components_.of[n] != Components::kNone;
  Walk walk{{first_[state]}, {}};
  walk_to(walk, good, everywhere);

  NodeIndex entry = walk.here();
  std::size_t loop = walk.nodes.size() - 1;
  std::vector<bool> inside(nodes_.size());
  std::vector<bool> home(nodes_.size());
  for (NodeIndex n = 0; n < nodes_.size(); ++n) inside[n] = components_.of[n] == components_.of[entry];
  home[entry] = true;
  walk.waiting = eventualities(entry);
  while (!walk.waiting.empty()) fulfil(walk, Requirement(walk.waiting.front()));
  for (const Members& fair : arena_->fairness) {
    std::vector<bool> targets(nodes_.size());
    for (NodeIndex n = 0; n < nodes_.size(); ++n) targets[n] = inside[n] && fair[nodes_[n].state];
    walk_to(walk, targets, inside);
  }
  if (walk.nodes.size() == loop + 1) {  // the loop needs at least one step
    auto step =
        std::find_if(edges_[entry].begin(), edges_[entry].end(), [&](const Edge& edge) { return inside[edge.target]; });
    walk.nodes.push_back(step->target);
  }
  walk_to(walk, home, inside);
  walk.nodes.pop_back();  // back at the entry

  Lasso lasso;
  lasso.loop = loop;
  for (NodeIndex n : walk.nodes) {
    if (!nodes_[n].beyond) lasso.last = lasso.states.size();
    lasso.states.push_back(nodes_[n].state);
  }
  return lasso;
}

}  // namespace gnomon::reference
