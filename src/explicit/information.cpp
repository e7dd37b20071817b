#include "explicit/information.h"

#include <algorithm>
#include <set>

#include "explicit/replay_context.h"

namespace gnomon::explicit_state {

using logic::Formula;
using logic::Op;

namespace {

bool asks_coalitions(Op op) {
  return op == Op::Knows || op == Op::Distributed || op == Op::Everybody;
}

// The coalitions whose knowledge an operator is about; none if it is no such operator, or about an empty group.
std::vector<Information::Agents> coalitions(const ispl::CheckedModel& model, const logic::Node& node) {
  if (node.op == Op::Knows) return {{*model.agent_of(node.name)}};
  if (!asks_coalitions(node.op)) return {};
  const Information::Agents& members = model.groups[*model.group_of(node.name)].members;
  if (node.op == Op::Distributed) return {members};
  std::vector<Information::Agents> each;
  for (ispl::AgentId agent : members) each.push_back({agent});
  return each;
}

}  // namespace

Information::Information(const Interpreter& interpreter, const logic::FormulaPool& pool, Formula formula,
                         logic::KnowledgeSemantics semantics, std::function<bool(const State&)> counts, Begin begin)
    : interpreter_(&interpreter), semantics_(semantics), counts_(std::move(counts)) {
  const ispl::CheckedModel& model = interpreter.model();
  for (std::size_t a = 0; a < model.agents.size(); ++a) {
    const bool given = a < model.initial_observation.size() && !model.initial_observation[a].empty();
    first_.push_back(
        observed(ispl::AgentId(a), given ? model.initial_observation[a] : std::string(ispl::kOwnObservation)));
  }
  for (State& state : interpreter.initial_states()) {
    if (!counts_ || counts_(state)) initial_.push_back(std::move(state));
  }
  if (begin == Begin::Anywhere) {
    std::set<State> reached(initial_.begin(), initial_.end());
    for (std::size_t i = 0; i < initial_.size(); ++i) {
      if (reached.size() > kMostWorlds) throw TooManyWorlds("histories may begin in too many states");
      for (const State& next : successors(initial_[i])) {
        if (reached.insert(next).second) initial_.push_back(next);
      }
    }
  }
  find_views(pool, formula);
}

Information::ViewIndex Information::child(ViewIndex view, const Agents& knower) {
  if (views_[view].has_knower && views_[view].knower == knower) return view;
  for (ViewIndex known : views_[view].children) {
    if (views_[known].knower == knower) return known;
  }
  const auto made = static_cast<ViewIndex>(views_.size());
  views_.push_back({true, knower, {}});
  views_[view].children.push_back(made);
  return made;
}

// If all outermost knowledge is one coalition's, the places of the formula are worlds of its information sets.
void Information::find_views(const logic::FormulaPool& pool, Formula formula) {
  const ispl::CheckedModel& model = interpreter_->model();
  views_.push_back({});
  if (semantics_ == logic::KnowledgeSemantics::Clock) {
    views_.front().has_knower = true;  // nobody, who sees nothing
    return;
  }
  std::set<Agents> outermost;
  std::set<Formula> seen;
  std::vector<Formula> open{formula};
  while (!open.empty()) {
    const Formula f = open.back();
    open.pop_back();
    if (f.is_none() || !seen.insert(f).second) continue;
    const std::vector<Agents> knowers = coalitions(model, pool[f]);
    outermost.insert(knowers.begin(), knowers.end());
    if (asks_coalitions(pool[f].op)) continue;
    open.push_back(pool[f].left);
    open.push_back(pool[f].right);
  }
  if (outermost.size() == 1) views_.front() = {true, *outermost.begin(), {}};
  std::set<std::pair<Formula, ViewIndex>> visited;
  std::vector<std::pair<Formula, ViewIndex>> stack{{formula, 0}};
  while (!stack.empty()) {
    const auto [f, view] = stack.back();
    stack.pop_back();
    if (f.is_none() || !visited.insert({f, view}).second) continue;
    const std::vector<Agents> knowers = coalitions(model, pool[f]);
    for (const Agents& knower : knowers) stack.emplace_back(pool[f].left, child(view, knower));
    if (asks_coalitions(pool[f].op)) continue;
    stack.emplace_back(pool[f].left, view);
    stack.emplace_back(pool[f].right, view);
  }
}

Information::ViewIndex Information::inside(ViewIndex view, const Agents& knower) const {
  if (semantics_ == logic::KnowledgeSemantics::Clock) return view;
  if (views_[view].has_knower && views_[view].knower == knower) return view;
  for (ViewIndex known : views_[view].children) {
    if (views_[known].knower == knower) return known;
  }
  fail("nobody asks about the knowledge of these agents there");
}

Information::Seen Information::observed(ispl::AgentId agent, const std::string& observation) const {
  const ispl::CheckedModel& model = interpreter_->model();
  if (observation == ispl::kOwnObservation) return model.agent(agent).observes;
  return model.observations[*model.observation_of(agent, observation)].vars;
}

Information::Values Information::values(const State& state, const Agents& agents, const Views& observations) const {
  Values seen;
  for (ispl::AgentId agent : agents) {
    for (ispl::VarId var : observations[agent.index()]) seen.push_back(state[var.index()]);
  }
  return seen;
}

Information::SetIndex Information::intern(Set set) {
  std::sort(set.worlds.begin(), set.worlds.end());
  set.worlds.erase(std::unique(set.worlds.begin(), set.worlds.end()), set.worlds.end());
  if (auto found = index_.find(set); found != index_.end()) return found->second;
  worlds_ += set.worlds.size();
  if (worlds_ > kMostWorlds) {
    throw TooManyWorlds("agents consider more than " + std::to_string(kMostWorlds) + " worlds possible");
  }
  const auto made = static_cast<SetIndex>(sets_.size());
  index_.emplace(set, made);
  sets_.push_back(std::move(set));
  return made;
}

const std::vector<State>& Information::successors(const State& state) {
  auto [at, added] = successors_.try_emplace(state);
  if (added) {
    for (State& next : interpreter_->all_successors(state)) {
      if (!counts_ || counts_(next)) at->second.push_back(std::move(next));
    }
  }
  return at->second;
}

template <class ChildParts>
Information::Parts Information::parted(ViewIndex view, const Views& observations,
                                       const std::vector<std::pair<State, const World*>>& worlds,
                                       ChildParts&& child_parts) {
  std::map<Values, Set> made;
  const View here = views_[view];
  for (const auto& [state, from] : worlds) {
    World world{state, {}};
    for (std::size_t c = 0; c < here.children.size(); ++c) {
      const Values seen = values(state, views_[here.children[c]].knower, observations);
      world.children.push_back(child_parts(from->children[c]).at(seen));
    }
    Set& set = made[values(state, here.knower, observations)];
    set.view = view;
    set.observations = observations;
    set.worlds.push_back(std::move(world));
  }
  Parts parts;
  for (auto& [seen, set] : made) parts.emplace(seen, intern(std::move(set)));
  return parts;
}

// Child sets are parted on the way. Views are nested as deep as knowledge is in the formula; the explanation is not
// deeper.
const Information::Parts& Information::parts_after_step(SetIndex index) {
  if (auto known = steps_.find(index); known != steps_.end()) return known->second;
  const Set set = sets_[index];
  std::vector<std::pair<State, const World*>> worlds;
  for (const World& world : set.worlds) {
    for (const State& next : successors(world.state)) worlds.emplace_back(next, &world);
  }
  Parts parts = parted(set.view, set.observations, worlds,
                       [&](SetIndex child) -> const Parts& { return parts_after_step(child); });
  return steps_.emplace(index, std::move(parts)).first->second;
}

const Information::Parts& Information::parts_after_look(SetIndex index, const Views& observations) {
  if (auto known = looks_.find({index, observations}); known != looks_.end()) return known->second;
  const Set set = sets_[index];
  std::vector<std::pair<State, const World*>> worlds;
  for (const World& world : set.worlds) worlds.emplace_back(world.state, &world);
  Parts parts = parted(set.view, observations, worlds,
                       [&](SetIndex child) -> const Parts& { return parts_after_look(child, observations); });
  return looks_.emplace(std::pair(index, observations), std::move(parts)).first->second;
}

// All initial states are possible, and nobody has seen anything.
Information::SetIndex Information::before_looking(ViewIndex view) {
  std::vector<SetIndex> children;
  for (ViewIndex child : views_[view].children) children.push_back(before_looking(child));
  Set set{view, Views(first_.size()), {}};
  for (const State& state : initial_) set.worlds.push_back({state, children});
  return intern(std::move(set));
}

Information::Place Information::beginning(ViewIndex view, const State& state) {
  require(std::find(initial_.begin(), initial_.end(), state) != initial_.end(),
          "a history that does not begin in an initial state");
  Place place;
  place.view = view;
  place.state = state;
  if (views_[view].has_knower) place.own = before_looking(view);
  for (ViewIndex child : views_[view].children) place.children.push_back(before_looking(child));
  return look(place, first_);
}

Information::Place Information::step(const Place& place, const State& to) {
  Place next = place;
  next.state = to;
  const View here = views_[place.view];
  auto after = [&](SetIndex set, const Agents& knower) {
    const Parts& parts = parts_after_step(set);
    auto found = parts.find(values(to, knower, place.observations));
    require(found != parts.end(), "a step that agents do not consider possible");
    return found->second;
  };
  if (here.has_knower) next.own = after(place.own, here.knower);
  for (std::size_t c = 0; c < here.children.size(); ++c) {
    next.children[c] = after(place.children[c], views_[here.children[c]].knower);
  }
  return next;
}

Information::Place Information::look(const Place& place, const Views& observations) {
  Place next = place;
  next.observations = observations;
  const View here = views_[place.view];
  auto after = [&](SetIndex set, const Agents& knower) {
    return parts_after_look(set, observations).at(values(place.state, knower, observations));
  };
  if (here.has_knower) next.own = after(place.own, here.knower);
  for (std::size_t c = 0; c < here.children.size(); ++c) {
    next.children[c] = after(place.children[c], views_[here.children[c]].knower);
  }
  return next;
}

bool Information::considers(const Place& place, const Agents& knower, const Place& other) {
  if (other.observations != place.observations) return false;
  if (semantics_ == logic::KnowledgeSemantics::Clock) {
    return other.own == place.own &&
           values(place.state, knower, place.observations) == values(other.state, knower, other.observations);
  }
  const ViewIndex view = inside(place.view, knower);
  SetIndex set = place.own;
  if (view != place.view) {
    const std::vector<ViewIndex>& children = views_[place.view].children;
    set =
        place.children[static_cast<std::size_t>(std::find(children.begin(), children.end(), view) - children.begin())];
  }
  if (other.view != view || other.own != set) return false;
  const std::vector<World>& worlds = sets_[set].worlds;
  return std::binary_search(worlds.begin(), worlds.end(), World{other.state, other.children});
}

}  // namespace gnomon::explicit_state
