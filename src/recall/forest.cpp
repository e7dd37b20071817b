#include "recall/forest.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/budget.h"
#include "base/sorted.h"

namespace gnomon::recall {

namespace {

constexpr std::size_t kGrowthInterval = 1024;

std::size_t mixed(std::size_t hash, std::size_t part) {
  return (hash ^ part) * 0x9e3779b97f4a7c15ull ^ (hash >> 29);
}

}  // namespace

std::size_t Forest::NodeHash::operator()(const Node& node) const noexcept {
  std::size_t hash = mixed(node.view.value, node.situation.value);
  for (const Member& member : node.members) {
    hash = mixed(hash, member.states.bdd().hash());
    for (NodeId child : member.children) hash = mixed(hash, child.value);
  }
  return hash;
}

bool Forest::NodeEqual::operator()(const Node& a, const Node& b) const {
  return a.view == b.view && a.situation == b.situation &&
         std::equal(a.members.begin(), a.members.end(), b.members.begin(), b.members.end(),
                    [](const Member& x, const Member& y) { return x.states == y.states && x.children == y.children; });
}

Forest::Forest(const check::Frame& frame, Observations& observations, ForestLimits limits)
    : frame_(&frame), observations_(&observations), limits_(std::move(limits)) {}

ViewId Forest::root_view(KnowerId knower) {
  views_.push_back({knower, {}, {}});
  return ViewId(views_.size() - 1);
}

ViewId Forest::child_view(ViewId view, KnowerId knower) {
  if (views_[view.index()].knower == knower) return view;
  for (ViewId child : views_[view.index()].children) {
    if (views_[child.index()].knower == knower) return child;
  }
  ViewId made(views_.size());
  views_.push_back({knower, view, {}});
  views_[view.index()].children.push_back(made);
  return made;
}

std::size_t Forest::child_position(ViewId view, ViewId child) const {
  const std::vector<ViewId>& children = views_[view.index()].children;
  return static_cast<std::size_t>(std::find(children.begin(), children.end(), child) - children.begin());
}

// The moving variables that decide which node a world of the view goes to: what its knower sees, and what the knowers
// of its children see.
const Variables& Forest::deciding(ViewId view, SituationId situation) {
  auto [at, added] = deciding_.try_emplace({view, situation});
  if (added) {
    const View& here = views_[view.index()];
    if (!here.knower.is_none()) at->second = observations_->moving(situation, here.knower);
    for (ViewId child : here.children) {
      at->second = united(at->second, observations_->moving(situation, views_[child.index()].knower));
    }
  }
  return at->second;
}

NodeId Forest::intern(Node node) {
  std::sort(node.members.begin(), node.members.end(),
            [](const Member& a, const Member& b) { return a.children < b.children; });
  if (auto found = index_.find(node); found != index_.end()) return found->second;
  if (nodes_.size() >= limits_.nodes) {
    throw LimitReached(Limit::Size, fmt::format("more than {} information sets", limits_.nodes));
  }
  NodeId id(nodes_.size());
  node.first = static_cast<VertexId>(vertices_.size());
  index_.emplace(node, id);
  for (std::uint32_t m = 0; m < node.members.size(); ++m) {
    vertices_.emplace_back(id, m);
  }
  nodes_.push_back(std::move(node));
  origins_.push_back({id, false});
  if (nodes_.size() % kGrowthInterval == 0) {
    frame_->model().manager().budget().poll();
    if (limits_.on_growth) limits_.on_growth(nodes_.size());
  }
  return id;
}

const StateSet& Forest::image(const StateSet& states) {
  StateSet& result = images_[states.bdd()];
  if (!result.valid()) result = frame_->model().transition().image(states) & frame_->states();
  return result;
}

const Moves* Forest::known(NodeId node, SituationId situation, bool is_step) const {
  if (is_step) return node.index() < steps_.size() ? steps_[node.index()].get() : nullptr;
  auto found = looks_.find({node, situation});
  return found == looks_.end() ? nullptr : found->second.get();
}

// The transformations of child nodes come first. A stack instead of recursion: views may be nested deeply.
const Moves& Forest::transform(NodeId root, SituationId situation, bool is_step) {
  std::vector<NodeId> stack;
  if (known(root, situation, is_step) == nullptr) stack.push_back(root);
  while (!stack.empty()) {
    NodeId node = stack.back();
    std::size_t before = stack.size();
    for (const Member& member : nodes_[node.index()].members) {
      for (NodeId child : member.children) {
        if (known(child, situation, is_step) == nullptr) stack.push_back(child);
      }
    }
    if (stack.size() > before) continue;
    stack.pop_back();
    if (known(node, situation, is_step) != nullptr) continue;
    auto moves = std::make_unique<Moves>(compute(node, situation, is_step));
    if (is_step) {
      if (steps_.size() < nodes_.size()) steps_.resize(nodes_.size());
      steps_[node.index()] = std::move(moves);
    } else {
      looks_[{node, situation}] = std::move(moves);
    }
  }
  return *known(root, situation, is_step);
}

Moves Forest::compute(NodeId id, SituationId situation, bool is_step) {
  const Node source = nodes_[id.index()];  // a copy: interning moves the nodes
  const View here = views_[source.view.index()];
  const Variables deciding_variables = deciding(source.view, situation);
  const Variables own = here.knower.is_none() ? deciding_variables : observations_->moving(situation, here.knower);

  // By what the view's knower sees: the worlds it cannot tell apart, by what they say about the children.
  struct Target {
    std::map<std::vector<NodeId>, StateSet> worlds;
    std::vector<std::pair<std::uint32_t, std::vector<NodeId>>> edges;  // from which member to which worlds
  };
  std::vector<std::pair<bdd::Bdd, Target>> targets;
  std::unordered_map<bdd::Bdd, std::size_t> position;
  auto shown = [&](const bdd::Bdd& values, const Variables& variables) {
    return bdd::exists(values, observations_->bits(variables).outside);
  };
  for (std::uint32_t m = 0; m < source.members.size(); ++m) {
    const Member& member = source.members[m];
    const StateSet states = is_step ? image(member.states) : member.states;
    for (const Cell& cell : observations_->cells(states, deciding_variables)) {
      std::vector<NodeId> children;
      for (std::size_t c = 0; c < here.children.size(); ++c) {
        const Variables sees = observations_->moving(situation, views_[here.children[c].index()].knower);
        children.push_back(known(member.children[c], situation, is_step)->by_values.at(shown(cell.values, sees)));
      }
      bdd::Bdd key = shown(cell.values, own);
      auto [at, added] = position.try_emplace(key, targets.size());
      if (added) targets.emplace_back(key, Target{});
      Target& target = targets[at->second].second;
      auto [world, fresh] = target.worlds.try_emplace(children, cell.states);
      if (!fresh) world->second |= cell.states;
      target.edges.emplace_back(m, std::move(children));
    }
  }

  Moves moves;
  moves.targets.resize(source.members.size());
  for (auto& [values, target] : targets) {
    Node made{source.view, situation, {}, 0};
    for (auto& [children, states] : target.worlds) made.members.push_back({states, children});
    std::size_t before = nodes_.size();
    NodeId to = intern(std::move(made));
    if (nodes_.size() > before) origins_[to.index()] = {id, is_step};
    moves.by_values.emplace(values, to);
    moves.nodes.push_back(to);
    const Node& node = nodes_[to.index()];
    for (auto& [m, children] : target.edges) {
      auto at = std::lower_bound(node.members.begin(), node.members.end(), children,
                                 [](const Member& a, const std::vector<NodeId>& b) { return a.children < b; });
      auto vertex = static_cast<VertexId>(node.first + static_cast<std::size_t>(at - node.members.begin()));
      moves.targets[m].push_back(vertex);
    }
  }
  sort_unique(moves.nodes);
  for (std::vector<VertexId>& list : moves.targets) {
    sort_unique(list);
  }
  return moves;
}

// Every view starts with one node in which nobody has seen anything; the first look does the rest. The actual state may
// be in fewer states than knowers believe only where the root has no knower.
std::vector<NodeId> Forest::beginning(const StateSet& actual, const StateSet& believed) {
  SituationId blind = observations_->blind();
  std::vector<NodeId> unseen(views_.size());
  for (std::size_t v = views_.size(); v-- > 0;) {  // children have larger numbers
    const View& here = views_[v];
    bool bare_root = here.parent.is_none() && here.knower.is_none();
    Member member{bare_root ? actual : believed, {}};
    for (ViewId child : here.children) member.children.push_back(unseen[child.index()]);
    unseen[v] = intern({ViewId(v), blind, {std::move(member)}, 0});
  }
  if (unseen.empty()) return {};
  return look(unseen.front(), observations_->initial()).nodes;
}

}  // namespace gnomon::recall
