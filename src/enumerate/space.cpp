#include "enumerate/space.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/pace.h"
#include "base/union_find.h"
#include "enumerate/components.h"
#include "enumerate/condition.h"

namespace gnomon::enumerate {

namespace {

// The steps of the graph, for the search for components.
struct StepGraph {
  using Cursor = std::uint32_t;
  const Graph& graph;

  std::size_t vertices() const { return graph.size(); }
  bool next(StateIndex s, Cursor& cursor, StateIndex& target) const {
    if (cursor >= graph.successor_count(s)) return false;
    target = graph.successor(s, cursor++);
    return true;
  }
};

}  // namespace

Space::Space(const Space& space, std::vector<Set> fairness)
    : arena_(space.arena_), pace_(&space.graph().budget()), fairness_(std::move(fairness)) {
  states_ = space.fair_cycles(space.states_, fairness_);
  for (Set& constraint : fairness_) constraint &= states_;
  with_path_ = states_;
}

Space::Set Space::initial() const {
  Set set = none();
  for (std::size_t s = 0; s < graph().initial(); ++s) set.add(s);
  return set;
}

Space::Set Space::deadlocks() const {
  Set set = none();
  for (StateIndex s = 0; s < graph().size(); ++s) {
    if (graph().successor_count(s) == 0) set.add(s);
  }
  return set;
}

Space::Set Space::overflows() const {
  Set set = none();
  for (StateIndex s : graph().overflows()) set.add(s);
  return set;
}

Space::Set Space::where(const Expression& expression) const {
  Set set = none();
  Condition condition(graph().layout(), expression);
  Pace pace(&graph().budget());
  for (StateIndex s = 0; s < graph().size(); ++s) {
    pace.step();
    if (condition.holds(graph().state(s))) set.add(s);
  }
  return set;
}

Space::Set Space::red(ispl::AgentId agent) const {
  const Expression* condition = graph().program().red(agent.index());
  return condition == nullptr ? none() : where(*condition);
}

const Space::Set& Space::with_path() const {
  if (!with_path_) with_path_ = fair_cycles(states_, fairness_);
  return *with_path_;
}

// Without an index of predecessors a look at all steps is cheaper, if it does not happen often.
Space::Set Space::predecessors(const Set& set) const {
  Set found = none();
  pace_.step(1 + graph().size() / 64);
  if (!graph().indexed() && arena_->patience.looks > 0) {
    --arena_->patience.looks;
    states_.for_each([&](std::size_t s) {
      const auto state = static_cast<StateIndex>(s);
      pace_.step(1 + graph().successor_count(state));
      if (graph().some_successor(state, [&](StateIndex t) { return set.test(t); })) found.add(s);
    });
    return found;
  }
  set.for_each([&](std::size_t t) {
    const auto before = graph().predecessors(static_cast<StateIndex>(t));
    pace_.step(1 + before.size());
    for (StateIndex s : before) found.add(s);
  });
  found &= states_;
  return found;
}

// States are numbered by depth, and most steps lead to higher numbers: one sweep downwards follows all paths without a
// step back, one sweep upwards those of such steps. Rows of successors are read in order, and the sets are small.
template <class Leaves>
bool Space::sweep(Set& left, Leaves&& leaves) const {
  Pace pace(&graph().budget());
  bool changed = false;
  auto visit = [&](std::size_t s) {
    const auto state = static_cast<StateIndex>(s);
    pace.step(1 + graph().successor_count(state));
    if (!leaves(state)) return;
    left.remove(s);
    changed = true;
  };
  const std::size_t sweeps = graph().indexed() ? arena_->patience.sweeps_if_indexed : arena_->patience.sweeps;
  for (std::size_t i = 0; i < sweeps; ++i) {
    changed = false;
    if (i % 2 == 0) {
      left.for_each_backwards(visit);
    } else {
      left.for_each(visit);
    }
    if (!changed) return true;
  }
  return false;
}

Space::Set Space::leading_to(const Set& through, const Set& target, check::Edges) const {
  Set reached = target;
  Set left = (through & states_) - target;
  const bool done = sweep(left, [&](StateIndex s) {
    const bool leads = graph().some_successor(s, [&](StateIndex t) { return reached.test(t); });
    if (leads) reached.add(s);
    return leads;
  });
  if (done) return reached;
  std::vector<StateIndex> open;
  Pace pace(&graph().budget());
  auto visit = [&](std::size_t t) {
    const auto before = graph().predecessors(static_cast<StateIndex>(t));
    pace.step(1 + before.size());
    for (StateIndex s : before) {
      if (left.test(s) && reached.insert(s)) open.push_back(s);
    }
  };
  const Set found = reached;
  found.for_each(visit);
  while (!open.empty()) {
    const StateIndex t = open.back();
    open.pop_back();
    visit(t);
  }
  return reached;
}

Space::Set Space::fair_cycles(const Set& within, const std::vector<Set>& goals) const {
  Set inside_states = within & states_;
  // Paths that go on for ever are all that is left of states with a successor among them.
  const bool done = sweep(inside_states, [&](StateIndex s) {
    return !graph().some_successor(s, [&](StateIndex t) { return inside_states.test(t); });
  });
  if (done && goals.empty()) return inside_states;
  const Set core = on_fair_cycles(StepGraph{graph()}, graph().budget(), inside_states, goals);
  return leading_to(inside_states, core);
}

Space::Set Space::look_alikes(const Set& set, const check::Coalition& group) const {
  if (set.empty()) return none();
  const Classes& classes = arena_->views.classes(group);
  BitSet seen(classes.count);
  set.for_each([&](std::size_t s) { seen.add(classes.of[s]); });
  Set found = none();
  for (std::size_t s = 0; s < classes.of.size(); ++s) {
    if (seen.test(classes.of[s])) found.add(s);
  }
  return found;
}

// States of R are joined with the first state of their class, for every member.
const std::vector<std::uint32_t>& Space::common_classes(const check::Coalition& group) const {
  if (auto known = common_.find(group); known != common_.end()) return known->second;
  UnionFind joined(graph().size());
  for (ispl::AgentId agent : group) {
    const Classes& classes = arena_->views.classes({agent});
    constexpr std::uint32_t kNone = 0xffffffffU;
    std::vector<std::uint32_t> first(classes.count, kNone);
    states_.for_each([&](std::size_t s) {
      std::uint32_t& representative = first[classes.of[s]];
      if (representative == kNone) {
        representative = static_cast<std::uint32_t>(s);
      } else {
        joined.unite(static_cast<std::uint32_t>(s), representative);
      }
    });
  }
  std::vector<std::uint32_t> roots;
  roots.reserve(graph().size());
  for (std::uint32_t s = 0; s < graph().size(); ++s) roots.push_back(joined.find(s));
  return common_.emplace(group, std::move(roots)).first->second;
}

Space::Set Space::in_common(const Set& set, const check::Coalition& group) const {
  if (set.empty() || group.empty()) return set;
  const std::vector<std::uint32_t>& classes = common_classes(group);
  Set seen = none();
  set.for_each([&](std::size_t s) { seen.add(classes[s]); });
  Set found = none();
  states_.for_each([&](std::size_t s) {
    if (seen.test(classes[s])) found.add(s);
  });
  return found;
}

std::optional<std::vector<ispl::ActionId>> Space::action_between(StateIndex from, StateIndex to) const {
  if (!arena_->step_action) arena_->step_action.emplace(graph());
  return arena_->step_action->between(from, to);
}

Choices Space::enabled_choices(const check::Coalition& group) const {
  return {arena_->coalitions.of(group), std::nullopt};
}

Choices Space::commit(const Choices& choices, ispl::AgentId member, const Set& where, ispl::ActionId action) const {
  Choices kept = choices;
  Moves& moves = kept.coalition->moves();
  if (!kept.rows) kept.rows = BitSet::all(moves.make_all());
  where.for_each([&](std::size_t s) {
    const Moves::Rows rows = moves.rows_of(static_cast<StateIndex>(s));
    for (std::size_t row = rows.first; row < rows.first + rows.count; ++row) {
      if (!moves.plays(row, member, action)) kept.rows->remove(row);
    }
  });
  return kept;
}

Space::Set Space::has_choice(const Choices& choices, ispl::AgentId member, ispl::ActionId action) const {
  Set found = none();
  Moves& moves = choices.coalition->moves();
  for (StateIndex s = 0; s < graph().size(); ++s) {
    const Moves::Rows rows = moves.rows_of(s);
    for (std::size_t row = rows.first; row < rows.first + rows.count; ++row) {
      if (choices.rows && !choices.rows->test(row)) continue;
      if (!moves.plays(row, member, action)) continue;
      found.add(s);
      break;
    }
  }
  return found;
}

Space::Set Space::pick(const Set& set) const {
  Set one = none();
  one.add(*set.first());
  return one;
}

// Where no joint action overflows, each has an outcome: with no successor inside nothing stays, with all inside all do.
bool Space::stays(const Choices& choices, StateIndex s, const Set& set) const {
  auto inside = [&](StateIndex t) { return set.test(t) || !states_.test(t); };
  if (!arena_->coalitions.overflows(s)) {
    if (!graph().some_successor(s, inside)) return false;
    const bool some_outside = graph().some_successor(s, [&](StateIndex t) { return !inside(t); });
    if (!some_outside && !choices.rows) return true;
  }
  if (!choices.rows) return choices.coalition->replies().can_stay(s, inside);
  Moves& moves = choices.coalition->moves();
  const Moves::Rows rows = moves.rows_of(s);
  if (!rows.others_enabled) return false;
  for (std::size_t row = rows.first; row < rows.first + rows.count; ++row) {
    if (!choices.rows->test(row)) continue;
    if (moves.all_outcomes(row, inside)) return true;
  }
  return false;
}

Space::Set Space::can_avoid_next(const check::Coalition&, const Choices& choices, const Set& avoid) const {
  const Set rest = states_ - avoid;
  Set found = none();
  for (StateIndex s = 0; s < graph().size(); ++s) {
    pace_.step(1 + graph().successor_count(s));
    if (stays(choices, s, rest)) found.add(s);
  }
  return found;
}

Space::Set Space::enforce(const check::Coalition& group, const Choices& choices, const check::Goal<Set>& goal) const {
  switch (goal.objective) {
    case check::Objective::Next:
      return can_avoid_next(group, choices, complement(goal.f)) & states_;
    case check::Objective::Finally:
      return enforce_least(choices, states_, goal.f);
    case check::Objective::Globally:
      return enforce_greatest(choices, goal.f);
    case check::Objective::Until:
      return enforce_least(choices, goal.f & states_, goal.h);
  }
  return none();
}

// Tries every state, and then the predecessors of those that were put into `open`, for which something has changed.
template <class Try>
void Space::spread(std::vector<StateIndex>& open, Try&& try_state) const {
  for (StateIndex s = 0; s < graph().size(); ++s) try_state(s);
  while (!open.empty()) {
    const StateIndex t = open.back();
    open.pop_back();
    for (StateIndex s : graph().predecessors(t)) try_state(s);
  }
}

Space::Set Space::enforce_least(const Choices& choices, const Set& through, Set won) const {
  std::vector<StateIndex> open;
  Pace pace(&graph().budget());
  auto try_state = [&](StateIndex s) {
    pace.step(1 + graph().successor_count(s));
    if (!through.test(s) || won.test(s) || !stays(choices, s, won)) return;
    won.add(s);
    open.push_back(s);
  };
  spread(open, try_state);
  return won;
}

Space::Set Space::enforce_greatest(const Choices& choices, Set kept) const {
  std::vector<StateIndex> open;
  Pace pace(&graph().budget());
  auto try_state = [&](StateIndex s) {
    pace.step(1 + graph().successor_count(s));
    if (!kept.test(s) || stays(choices, s, kept)) return;
    kept.remove(s);
    open.push_back(s);
  };
  spread(open, try_state);
  return kept;
}

}  // namespace gnomon::enumerate
