// What agents consider possible, and what they consider others to consider possible: k-trees, shared and symbolic.
//
// After a history each knower has a set of worlds it cannot tell from the actual one. A world is a state together with
// the sets of worlds of those knowers that the formula asks about there: a k-tree (van der Meyden and Shilov 1999) cut
// down to the formula. Which knowers are asked about where is a tree of views:
//
//   root --a--> what a considers possible --b--> what b considers possible there --...
//
// A view of knower a has no child a: in all worlds that a considers possible, a considers the same worlds possible.
//
// A node of a view is one set of worlds that its knower cannot tell apart. The worlds that agree on what they say about
// the children are one member: a diagram of states and one child node per child view. Two devices keep this small:
// nodes are shared (equal nodes are one node), and information sets that differ only in remembered constants are one
// node (observation.h):
//
//   node N of knower a stands for   { the worlds of N whose constants are c : c },    c over a's remembered constants
//
// Two transformations, each leading from a node to one node per combination of moving values that its knower sees:
//   step     every world moves to its successors
//   look     worlds stay; the situation changes, and the new observations are made at once (Delta)
// A member splits by what the knowers of all its child views see, since that decides what becomes of the child nodes.
// The root view may have no knower; then every member is a node of its own.
//
// Only what is asked for is built. With one knower a node is an information set and has one member; with k alternations
// the worst case is a tower of exponentials of height k, so nodes are counted and limited.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "check/frame.h"
#include "recall/observation.h"

namespace gnomon::recall {

struct ViewTag {};
using ViewId = Id<ViewTag>;
struct NodeTag {};
using NodeId = Id<NodeTag>;
using VertexId = std::uint32_t;  // a member of a node: the place of a set of states

struct View {
  KnowerId knower;  // none: the root of a formula about several knowers
  ViewId parent;
  std::vector<ViewId> children;
};

struct Member {
  StateSet states;
  std::vector<NodeId> children;  // by child view
};

struct Node {
  ViewId view;
  SituationId situation;
  std::vector<Member> members;
  VertexId first = 0;  // the vertices of the members are consecutive
};

// Where a transformation leads.
struct Moves {
  std::vector<NodeId> nodes;                       // ascending
  std::vector<std::vector<VertexId>> targets;      // by member of the source
  std::unordered_map<bdd::Bdd, NodeId> by_values;  // by the values that the view's knower sees
};

// By which transformation a node was first found; `from` is the node itself where there was none.
struct Origin {
  NodeId from;
  bool is_step = false;
};

struct ForestLimits {
  std::size_t nodes = 5'000'000;
  std::function<void(std::size_t nodes)> on_growth;  // called now and then with the number of nodes so far
};

class Forest {
 public:
  // The frame bounds all worlds: a history is possible iff its last state lies in it.
  Forest(const check::Frame& frame, Observations& observations, ForestLimits limits = {});

  const check::Frame& frame() const { return *frame_; }
  Observations& observations() const { return *observations_; }

  ViewId root_view(KnowerId knower);  // the first view; knower may be none
  // The view of a knower from within another; the same view for its own knower.
  ViewId child_view(ViewId view, KnowerId knower);
  const View& view(ViewId id) const { return views_[id.index()]; }
  std::size_t view_count() const { return views_.size(); }
  std::size_t child_position(ViewId view, ViewId child) const;

  // The nodes of the beginning, after all views are made: the actual state is in `actual`, knowers start from
  // `believed`.
  std::vector<NodeId> beginning(const StateSet& actual, const StateSet& believed);

  const Node& node(NodeId id) const { return nodes_[id.index()]; }
  std::size_t node_count() const { return nodes_.size(); }
  std::size_t vertex_count() const { return vertices_.size(); }
  NodeId node_of(VertexId vertex) const { return vertices_[vertex].first; }
  const Member& member(VertexId vertex) const {
    return nodes_[vertices_[vertex].first.index()].members[vertices_[vertex].second];
  }
  const Origin& origin(NodeId node) const { return origins_[node.index()]; }

  const Moves& step(NodeId node) { return transform(node, node_situation(node), true); }
  const Moves& look(NodeId node, SituationId situation) { return transform(node, situation, false); }

 private:
  using MoveKey = std::pair<NodeId, SituationId>;
  struct NodeHash {
    std::size_t operator()(const Node& node) const noexcept;
  };
  struct NodeEqual {
    bool operator()(const Node& a, const Node& b) const;
  };

  SituationId node_situation(NodeId id) const { return nodes_[id.index()].situation; }
  const Moves& transform(NodeId node, SituationId situation, bool is_step);
  const Moves* known(NodeId node, SituationId situation, bool is_step) const;
  Moves compute(NodeId node, SituationId situation, bool is_step);
  const Variables& deciding(ViewId view, SituationId situation);
  NodeId intern(Node node);
  const StateSet& image(const StateSet& states);

  const check::Frame* frame_;
  Observations* observations_;
  ForestLimits limits_;
  std::vector<View> views_;
  std::vector<Node> nodes_;
  std::vector<std::pair<NodeId, std::uint32_t>> vertices_;
  std::vector<Origin> origins_;  // by node
  std::unordered_map<Node, NodeId, NodeHash, NodeEqual> index_;
  std::vector<std::unique_ptr<Moves>> steps_;  // by node
  std::map<MoveKey, std::unique_ptr<Moves>> looks_;
  std::map<std::pair<ViewId, SituationId>, Variables> deciding_;
  std::unordered_map<bdd::Bdd, StateSet> images_;
};

}  // namespace gnomon::recall
