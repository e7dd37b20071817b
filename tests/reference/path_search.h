// Does some path from a state satisfy a path formula? Answered on the product of the graph with sets of requirements.
//
// A node is a state with the requirements that must hold from it on, and, for finite traces, a mark whether Last is
// still ahead. An edge is a branch of the expansion together with a successor state. No automaton is built and no
// acceptance condition is compiled: a <rho>f can be put off along an edge to a <rho'>f of the next node (a thread), and
// what counts is that no thread goes on for ever.
//
//   A component C of nodes beyond Last is good if it has a cycle, meets every fairness set, and for each of its nodes n
//   and each <rho>f at n some path inside C follows the thread to its fulfilment.
//
// In a good component one walks for ever and fulfils the waiting threads one after another: while one thread is led to
// its end, the others only move along the edges taken. Conversely the nodes that a satisfying path visits infinitely
// often lie in one component, and its threads end inside it. So nodes with hopeless threads are removed until nothing
// changes, and a state satisfies the formula iff its first node can reach what remains. For an infinite path every node
// is beyond Last from the start; a finite trace leaves its requirements at Last, and only tests may look further.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "explicit/lasso.h"
#include "reference/components.h"
#include "reference/expansion.h"

namespace gnomon::reference {

using explicit_state::Lasso;

enum class Horizon { Infinite, Finite };

// Running past one of these raises LimitReached.
struct PathLimits {
  std::size_t nodes = 500'000;
  std::size_t edges = 5'000'000;
  std::size_t branches = 100'000;  // of one node
};

class PathSearch {
 public:
  // Searches for paths from all states of the arena that satisfy `formula`, one of the form's formulas. The arena and
  // the form must outlive the search.
  PathSearch(const Arena& arena, PathForm& form, logic::Formula formula, Horizon horizon,
             TestReading tests = TestReading::OnTrace, PathLimits limits = {});

  const Members& satisfying() const { return satisfying_; }
  // A path from a satisfying state.
  Lasso witness(StateIndex state) const;

 private:
  using NodeIndex = std::uint32_t;
  struct NodeKey {
    StateIndex state = 0;
    bool beyond = true;  // Last, if there is one, has passed
    Requirements requirements;
    auto operator<=>(const NodeKey&) const = default;
  };
  struct Edge {
    std::size_t branch = 0;  // index in branches_ of the source node
    NodeIndex target = 0;
  };
  // A <rho>f at a node.
  using Thread = std::pair<NodeIndex, Requirement>;

  NodeIndex node(NodeKey key);
  void build(Horizon horizon, TestReading tests);
  void add_branches(NodeIndex n, Place place, bool beyond, TestReading tests);
  void prune();
  bool drop_hopeless(const Components& components, std::size_t component, std::vector<bool>& alive) const;
  bool is_fair(const std::vector<NodeIndex>& members) const;
  std::vector<Requirement> eventualities(NodeIndex n) const;
  std::optional<Requirement> continuation(NodeIndex n, const Edge& edge, const Requirement& eventuality) const;

  struct Walk;
  void fulfil(Walk& walk, const Requirement& eventuality) const;
  void walk_to(Walk& walk, const std::vector<bool>& targets, const std::vector<bool>& inside) const;

  const Arena* arena_;
  PathForm* form_;
  logic::Formula formula_;
  PathLimits limits_;
  std::vector<NodeKey> nodes_;
  std::map<NodeKey, NodeIndex> index_;
  std::vector<std::vector<Branch>> branches_;  // by node
  std::vector<std::vector<Edge>> edges_;       // by node
  Adjacency successors_;
  std::size_t edge_count_ = 0;
  std::vector<NodeIndex> first_;  // by state; none outside the region
  Components components_;         // of the good nodes
  Members satisfying_;
};

// The states of the arena in which a path quantifier over a path formula holds: A f is no path with !f. `truth` gives
// the sets of the state formulas below it.
Members quantified(const Arena& arena, const logic::FormulaPool& pool, const logic::Node& quantifier,
                   const PathForm::Truth& truth, TestReading tests, PathLimits limits);

}  // namespace gnomon::reference
