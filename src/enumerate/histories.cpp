#include "enumerate/histories.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/pace.h"
#include "base/sorted.h"

namespace gnomon::enumerate {

using logic::Op;

namespace {

// The variables that the members see at the beginning, and as long as nobody changes the observation.
std::vector<ispl::VarId> seen_at_first(const ispl::CheckedModel& model, const check::Coalition& group) {
  std::vector<ispl::VarId> seen;
  for (ispl::AgentId agent : group) {
    const std::string name =
        agent.index() < model.initial_observation.size() ? model.initial_observation[agent.index()] : std::string();
    const auto known = std::find_if(model.observations.begin(), model.observations.end(),
                                    [&](const ispl::Observation& o) { return o.agent == agent && o.name == name; });
    const auto& vars = known == model.observations.end() ? model.agent(agent).observes : known->vars;
    seen.insert(seen.end(), vars.begin(), vars.end());
  }
  return seen;
}

}  // namespace

void Histories::check_size(std::size_t places) const {
  if (places > most_) {
    throw LimitReached(Limit::Size, "more than " + std::to_string(most_) + " places of histories");
  }
}

TimedHistories::TimedHistories(const Space& space, const Beginnings& from, std::size_t most) : Histories(space, most) {
  const Graph& graph = space.graph();
  std::map<std::vector<StateIndex>, std::size_t> times;  // by set
  std::vector<StateIndex> now;
  from.believed.for_each([&](std::size_t s) { now.push_back(static_cast<StateIndex>(s)); });
  std::size_t again = 0;  // the time that follows the last
  while (true) {
    const auto [at, fresh] = times.try_emplace(now, first_.size());
    again = at->second;
    if (!fresh) break;
    graph.budget().poll();
    first_.push_back(states_.size());
    states_.insert(states_.end(), now.begin(), now.end());
    check_size(states_.size());
    BitSet next = space.none();
    for (StateIndex s : now) graph.for_successors(s, [&](StateIndex t) { next.add(t); });
    next &= space.states();
    now.clear();
    next.for_each([&](std::size_t s) { now.push_back(static_cast<StateIndex>(s)); });
  }
  first_.push_back(states_.size());
  Pace pace(&graph.budget());
  for (std::size_t time = 0; time + 1 < first_.size(); ++time) {
    const std::size_t after = time + 2 < first_.size() ? time + 1 : again;
    for (std::size_t p = first_[time]; p < first_[time + 1]; ++p) {
      pace.step(1 + graph.successor_count(states_[p]));
      graph.for_successors(states_[p], [&](StateIndex t) {
        if (space.states().test(t)) targets_.push_back(place(after, t));
      });
      rows_.push_back(targets_.size());
    }
  }
  from.actual.for_each([&](std::size_t s) { initial_.push_back(place(0, static_cast<StateIndex>(s))); });
}

PlaceIndex TimedHistories::place(std::size_t time, StateIndex s) const {
  const auto begin = states_.begin() + static_cast<std::ptrdiff_t>(first_[time]);
  const auto end = states_.begin() + static_cast<std::ptrdiff_t>(first_[time + 1]);
  return static_cast<PlaceIndex>(std::lower_bound(begin, end, s) - states_.begin());
}

BitSet TimedHistories::considering(const BitSet& set, const check::Coalition& group) const {
  const Classes& classes = space_->classes_by(seen_at_first(space_->source(), group));
  BitSet found(size());
  std::vector<std::size_t> met(classes.count, first_.size());  // the last time at which one of the class was in the set
  for (std::size_t time = 0; time + 1 < first_.size(); ++time) {
    for (std::size_t p = first_[time]; p < first_[time + 1]; ++p) {
      if (set.test(p)) met[classes.of[states_[p]]] = time;
    }
    for (std::size_t p = first_[time]; p < first_[time + 1]; ++p) {
      if (met[classes.of[states_[p]]] == time) found.add(p);
    }
  }
  return found;
}

std::size_t RecalledHistories::KeyHash::operator()(const std::vector<std::uint32_t>& key) const noexcept {
  Word hash = key.size();
  for (std::uint32_t part : key) hash = mixed(hash ^ part) + 1;
  return hash;
}

RecalledHistories::RecalledHistories(const Space& space, const logic::FormulaPool& pool, logic::Formula formula,
                                     const Beginnings& from, std::size_t most)
    : Histories(space, most) {
  make_views(pool, formula);
  for (std::size_t view = views_.size(); view-- > 0;) make_worlds(view, from);
  for (const std::vector<PlaceIndex>& next : successors_) {
    targets_.insert(targets_.end(), next.begin(), next.end());
    rows_.push_back(targets_.size());
  }
}

std::size_t RecalledHistories::child(std::size_t view, const check::Coalition& knower) {
  for (std::size_t known : views_[view].children) {
    if (views_[known].knower == knower) return known;
  }
  const std::size_t made = views_.size();
  views_.push_back({knower, {}, &space_->classes_by(seen_at_first(space_->source(), knower)), {}});
  views_[view].children.push_back(made);
  return made;
}

// From the formula down: knowledge opens the view of its knower.
void RecalledHistories::make_views(const logic::FormulaPool& pool, logic::Formula formula) {
  const ispl::CheckedModel& model = space_->source();
  views_.push_back({});
  std::set<std::pair<logic::Formula, std::size_t>> seen;
  std::vector<std::pair<logic::Formula, std::size_t>> open{{formula, 0}};
  while (!open.empty()) {
    const auto [f, view] = open.back();
    open.pop_back();
    if (f.is_none() || !seen.insert({f, view}).second) continue;
    check_size(seen.size());
    const logic::Node& node = pool[f];
    std::vector<check::Coalition> knowers;
    if (node.op == Op::Knows) knowers.push_back({*model.agent_of(node.name)});
    if (node.op == Op::Distributed) knowers.push_back(model.groups[*model.group_of(node.name)].members);
    if (node.op == Op::Everybody) {
      for (ispl::AgentId agent : model.groups[*model.group_of(node.name)].members) knowers.push_back({agent});
    }
    for (const check::Coalition& knower : knowers) open.emplace_back(node.left, child(view, knower));
    if (!knowers.empty() || node.op == Op::Everybody) continue;
    open.emplace_back(node.left, view);
    open.emplace_back(node.right, view);
  }
}

PlaceIndex RecalledHistories::world(std::size_t view, StateIndex s, const std::vector<SetIndex>& knowledge) {
  std::vector<std::uint32_t> key{static_cast<std::uint32_t>(view), s};
  key.insert(key.end(), knowledge.begin(), knowledge.end());
  const auto [at, fresh] = worlds_.try_emplace(std::move(key), static_cast<PlaceIndex>(states_.size()));
  if (fresh) {
    check_size(states_.size() + 1);
    states_.push_back(s);
    view_of_.push_back(static_cast<std::uint32_t>(view));
    knowledge_.push_back(knowledge);
    successors_.emplace_back();
    stepped_.push_back(false);
  }
  return at->second;
}

RecalledHistories::SetIndex RecalledHistories::information_set(std::vector<PlaceIndex> worlds) {
  sort_unique(worlds);
  const auto [at, fresh] = set_index_.try_emplace(worlds, static_cast<SetIndex>(sets_.size()));
  if (fresh) {
    constexpr std::size_t kMembersOfAPlace = 8;
    members_ += worlds.size();
    check_size(members_ / kMembersOfAPlace);
    sets_.push_back({std::move(worlds), {}});
  }
  return at->second;
}

// The sets of the view's children are complete.
void RecalledHistories::make_worlds(std::size_t view, const Beginnings& from) {
  const bool root = view == 0;
  Pace pace(&space_->graph().budget());
  std::map<std::uint32_t, std::vector<PlaceIndex>> first;  // by what is seen
  (root ? from.actual : from.believed).for_each([&](std::size_t s) {
    std::vector<SetIndex> knowledge;
    for (std::size_t c : views_[view].children) {
      knowledge.push_back(views_[c].beginning.at(views_[c].classes->of[s]));
    }
    const PlaceIndex w = world(view, static_cast<StateIndex>(s), knowledge);
    if (root) {
      initial_.push_back(w);
    } else {
      first[views_[view].classes->of[s]].push_back(w);
    }
  });
  if (root) {
    for (auto w = initial_.empty() ? states_.size() : initial_.front(); w < states_.size(); ++w) {
      pace.step(1 + successors(static_cast<PlaceIndex>(w)).size());
    }
    return;
  }
  const std::size_t before = sets_.size();
  for (auto& [seen, worlds] : first) views_[view].beginning.emplace(seen, information_set(std::move(worlds)));
  for (std::size_t set = before; set < sets_.size(); ++set) {
    pace.step(1 + sets_[set].worlds.size());
    step(static_cast<SetIndex>(set), view);
  }
}

void RecalledHistories::step(SetIndex set, std::size_t view) {
  std::map<std::uint32_t, std::vector<PlaceIndex>> next;
  const std::vector<PlaceIndex> worlds = sets_[set].worlds;
  for (PlaceIndex w : worlds) {
    for (PlaceIndex after : successors(w)) next[views_[view].classes->of[states_[after]]].push_back(after);
  }
  for (auto& [seen, reached] : next) {
    const SetIndex target = information_set(std::move(reached));
    sets_[set].steps.emplace(seen, target);
  }
}

const std::vector<PlaceIndex>& RecalledHistories::successors(PlaceIndex w) {
  if (stepped_[w]) return successors_[w];
  const Graph& graph = space_->graph();
  const std::size_t view = view_of_[w];
  const std::vector<SetIndex> knowledge = knowledge_[w];
  std::vector<PlaceIndex> found;
  std::vector<SetIndex> then(knowledge.size());
  graph.for_successors(states_[w], [&](StateIndex t) {
    if (!space_->states().test(t)) return;
    for (std::size_t i = 0; i < knowledge.size(); ++i) {
      then[i] = sets_[knowledge[i]].steps.at(views_[views_[view].children[i]].classes->of[t]);
    }
    found.push_back(world(view, t, then));
  });
  successors_[w] = std::move(found);
  stepped_[w] = true;
  return successors_[w];
}

BitSet RecalledHistories::considering(const BitSet& set, const check::Coalition& group) const {
  std::vector<std::uint8_t> met(sets_.size(), 0);
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    const auto& worlds = sets_[i].worlds;
    met[i] = std::any_of(worlds.begin(), worlds.end(), [&](PlaceIndex w) { return set.test(w); }) ? 1 : 0;
  }
  BitSet found(size());
  for (PlaceIndex w = 0; w < size(); ++w) {
    const std::vector<std::size_t>& children = views_[view_of_[w]].children;
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (views_[children[i]].knower == group && met[knowledge_[w][i]] != 0) found.add(w);
    }
  }
  return found;
}

}  // namespace gnomon::enumerate
