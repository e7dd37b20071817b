// Knowledge with memory: what is not known is shown by a history that looks the same, what is known by the worlds that are
// possible, a change of observation by the look.
#include <algorithm>

#include "witness/memory_session.h"
#include "witness/rules.h"

namespace gnomon::witness {

using explicit_state::LinkKind;
using explicit_state::Rule;
using logic::Family;
using logic::Op;
using recall::PlaceSet;

namespace {

class MemoryKnowledge : MemoryClaim {
 public:
  using MemoryClaim::MemoryClaim;

  void knowledge();
  void look();
  void possible();

 private:
  // The worlds of a coalition at the claim's place, and the nodes that held them along its history.
  struct Worlds {
    recall::KnowerId knower;
    recall::ViewId view;
    std::vector<recall::NodeId> nodes;  // by entry of the history
    StateSet alike;                     // the states that the coalition cannot tell from the actual one in its node
    std::vector<ispl::VarId> seen;      // at the end
  };
  Worlds worlds_of(const recall::Coalition& coalition);
  std::optional<Place> doubtful(const Worlds& worlds);
  WitnessState alternative(const Worlds& worlds, const Place& to);
  bool one(LinkKind kind, const recall::Coalition& coalition);
  void chain(const recall::Coalition& group);
  void add_link(explicit_state::WitnessLink link) {
    session_.witness().claims[index_].links.push_back(session_.witness().links.size());
    session_.witness().links.push_back(std::move(link));
  }
};

MemoryKnowledge::Worlds MemoryKnowledge::worlds_of(const recall::Coalition& coalition) {
  recall::Forest& forest = session_.forest();
  recall::Observations& observations = session_.structure().observations;
  const bool clock = session_.semantics() == logic::KnowledgeSemantics::Clock;
  Worlds worlds;
  worlds.knower = observations.knower(coalition);
  worlds.view = clock ? view_ : forest.child_view(view_, worlds.knower);
  for (const HistoryEntry& entry : session_.history(claim_.state)) {
    const recall::VertexId vertex = entry.place.vertex;
    worlds.nodes.push_back(worlds.view == view_
                               ? forest.node_of(vertex)
                               : forest.member(vertex).children[forest.child_position(view_, worlds.view)]);
  }
  const recall::SituationId now = forest.node(forest.node_of(start_.vertex)).situation;
  worlds.seen = observations.seen(now, worlds.knower);
  worlds.alike = observations.alike(session_.system().singleton(start_.state),
                                    clock ? worlds.seen : observations.remembered(now, worlds.knower));
  return worlds;
}

// A world in which the operand is false; the actual one if it will do.
std::optional<Place> MemoryKnowledge::doubtful(const Worlds& worlds) {
  recall::Forest& forest = session_.forest();
  const PlaceSet& holds = session_.labelling().places(node_.left, worlds.view);
  const recall::Node node = forest.node(worlds.nodes.back());
  std::optional<Place> found;
  for (std::size_t m = 0; m < node.members.size(); ++m) {
    const auto vertex = static_cast<recall::VertexId>(node.first + m);
    StateSet fails = node.members[m].states & worlds.alike;
    if (const StateSet* good = holds.at(vertex)) fails -= *good;
    if (fails.empty()) continue;
    if (vertex == start_.vertex && session_.system().singleton(start_.state).subset_of(fails)) return start_;
    if (!found) found = Place{vertex, session_.system().pick(fails)};
  }
  return found;
}

// The place in the witness, with a history that looks like the actual one to the coalition.
WitnessState MemoryKnowledge::alternative(const Worlds& worlds, const Place& to) {
  if (to == start_) return claim_.state;
  const History actual = session_.history(claim_.state);
  std::vector<bool> step;
  for (const HistoryEntry& entry : actual) step.push_back(!entry.by_look);
  const std::vector<recall::World> back =
      recall::walk_back(session_.forest(), worlds.nodes, step, {to.vertex, session_.system().singleton(to.state)});
  History history;
  for (std::size_t i = 0; i < back.size(); ++i) {
    history.push_back({{back[i].vertex, session_.system().pick(back[i].state)}, actual[i].by_look});
  }
  const bool known = session_.contains(to);
  const WitnessState added = session_.add_place(history);
  if (!known) session_.show_history(added);
  return added;
}

bool MemoryKnowledge::one(LinkKind kind, const recall::Coalition& coalition) {
  const Worlds worlds = worlds_of(coalition);
  const std::optional<Place> to = doubtful(worlds);
  if (!to) return false;
  const WitnessState twin = alternative(worlds, *to);
  add_link({claim_.state, twin, coalition, kind, worlds.seen});
  session_.witness().claims[index_].rule = Rule::Alike;
  session_.need(node_.left, twin, claim_.depth + 1);
  return true;
}

// Common knowledge with a clock: a shortest chain of states at the same time.
void MemoryKnowledge::chain(const recall::Coalition& group) {
  model::SymbolicModel& system = session_.system();
  recall::Observations& observations = session_.structure().observations;
  const recall::NodeId node = session_.forest().node_of(start_.vertex);
  const recall::SituationId now = session_.forest().node(node).situation;
  const StateSet all = session_.forest().member(start_.vertex).states;
  StateSet fails = all;
  if (const StateSet* good = session_.labelling().places(node_.left, view_).at(start_.vertex)) fails -= *good;
  auto alike = [&](const StateSet& states, ispl::AgentId agent) {
    return observations.alike(states, observations.seen(now, observations.knower({agent}))) & all;
  };
  std::vector<StateSet> layers{system.singleton(start_.state)};
  StateSet seen = layers.front();
  while (layers.back().disjoint_from(fails)) {
    StateSet next = session_.forest().frame().none();
    for (ispl::AgentId agent : group) next |= alike(layers.back(), agent);
    next -= seen;
    seen |= next;
    layers.push_back(next);
  }
  std::vector<Place> places(layers.size(), start_);
  std::vector<ispl::AgentId> by(layers.size());
  places.back().state = system.pick(layers.back() & fails);
  for (std::size_t k = layers.size() - 1; k > 0; --k) {
    for (ispl::AgentId agent : group) {
      const StateSet before = alike(system.singleton(places[k].state), agent) & layers[k - 1];
      if (before.empty()) continue;
      places[k - 1].state = system.pick(before);
      by[k] = agent;
      break;
    }
  }
  const Worlds worlds = worlds_of({});
  WitnessState at = claim_.state;
  for (std::size_t k = 1; k < places.size(); ++k) {
    const WitnessState to = alternative(worlds, places[k]);
    add_link({at, to, {by[k]}, LinkKind::Common, observations.seen(now, observations.knower({by[k]}))});
    at = to;
  }
  session_.witness().claims[index_].rule = Rule::Alike;
  session_.need(node_.left, at, claim_.depth + 1);
}

void MemoryKnowledge::knowledge() {
  const ispl::CheckedModel& model = session_.source();
  if (node_.op == Op::Knows) {
    one(LinkKind::Knows, {*model.agent_of(node_.name)});
    return;
  }
  const recall::Coalition group = model.groups[*model.group_of(node_.name)].members;
  switch (node_.op) {
    case Op::Distributed:
      one(LinkKind::Distributed, group);
      return;
    case Op::Everybody:
      std::any_of(group.begin(), group.end(), [&](ispl::AgentId agent) { return one(LinkKind::Everybody, {agent}); });
      return;
    case Op::Common:
      return chain(group);
    default:
      static_assert(logic::covers(Family::Knowledge, {Op::Knows, Op::Everybody, Op::Common, Op::Distributed}));
  }
}

// Knowledge that holds: the worlds that are possible, all of them if they are few, otherwise the actual one and another.
void MemoryKnowledge::possible() {
  constexpr unsigned kFew = 5;
  const ispl::CheckedModel& model = session_.source();
  const bool alone = node_.op == Op::Knows;
  recall::Coalition coalition;
  if (alone) {
    coalition = {*model.agent_of(node_.name)};
  } else {
    coalition = model.groups[*model.group_of(node_.name)].members;
  }
  const Worlds worlds = worlds_of(coalition);
  const recall::Node node = session_.forest().node(worlds.nodes.back());
  BigInt count = 0;
  for (const recall::Member& member : node.members) count += session_.system().count(member.states & worlds.alike);
  std::vector<Place> shown;
  if (worlds.view == view_) shown.push_back(start_);
  const std::size_t most = count <= kFew ? kFew : 2;
  for (std::size_t m = 0; m < node.members.size(); ++m) {
    StateSet rest = node.members[m].states & worlds.alike;
    while (!rest.empty() && shown.size() < most) {
      const Place place{static_cast<recall::VertexId>(node.first + m), session_.system().pick(rest)};
      rest -= session_.system().singleton(place.state);
      if (!(place == start_)) shown.push_back(place);
    }
  }
  for (const Place& place : shown) {
    const WitnessState to = alternative(worlds, place);
    add_link({claim_.state, to, coalition, alone ? LinkKind::Knows : LinkKind::Distributed, worlds.seen});
    session_.need(node_.left, to, claim_.depth + 1, false);
  }
  session_.witness().claims[index_].rule = Rule::Possible;
  session_.witness().claims[index_].possible = count.get_str();
}

// Delta: the same state at the vertex that the look leads to.
void MemoryKnowledge::look() {
  recall::Forest& forest = session_.forest();
  const recall::NodeId node = forest.node_of(start_.vertex);
  const std::vector<recall::VertexId> targets = forest.look(node, session_.labelling().changed(claim_.formula, node))
                                                    .targets[start_.vertex - forest.node(node).first];
  for (recall::VertexId target : targets) {
    if (!session_.system().singleton(start_.state).subset_of(forest.member(target).states)) continue;
    History history = session_.history(claim_.state);
    history.push_back({{target, start_.state}, true});
    const WitnessState to = session_.add_place(history);
    add_link({claim_.state, to, {*session_.source().agent_of(node_.name)}, LinkKind::Look, {}});
    session_.witness().claims[index_].rule = Rule::Look;
    return session_.need(node_.left, to, claim_.depth + 1);
  }
}

}  // namespace

void explain_memory_knowledge(MemorySession& session, std::size_t claim) {
  MemoryKnowledge(session, claim).knowledge();
}

void explain_memory_possible(MemorySession& session, std::size_t claim) {
  MemoryKnowledge(session, claim).possible();
}

void explain_memory_look(MemorySession& session, std::size_t claim) {
  MemoryKnowledge(session, claim).look();
}

}  // namespace gnomon::witness
