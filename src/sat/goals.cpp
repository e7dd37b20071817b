#include "sat/goals.h"

#include "logic/simplify.h"
#include "sat/model.h"

namespace gnomon::sat {

using logic::Family;
using logic::Formula;
using logic::Node;
using logic::Op;

Goals::Goals(model::SymbolicModel& model, logic::FormulaPool& pool, const std::vector<Formula>& fairness,
             GoalOptions options)
    : model_(&model),
      pool_(&pool),
      options_(options),
      normal_traces_(options.tests_look_beyond ? logic::Traces::FiniteWithInfiniteTests : logic::Traces::Infinite),
      fair_(!fairness.empty()) {
  for (Formula f : fairness) fairness_.push_back(state(logic::negation_normal_form(pool, f, normal_traces_)));
  fill_in();
}

Goal Goals::demand(Formula f, bool positive) {
  f = logic::simplify(*pool_, f);
  Goal goal = positive ? state(logic::negation_normal_form(*pool_, f, normal_traces_)) : negation(f);
  Goal root = all(counted(goal));
  fill_in();
  return root;
}

Goal Goals::add(GoalNode node) {
  nodes_.push_back(std::move(node));
  return Goal(nodes_.size() - 1);
}

std::uint32_t Goals::add(PathAutomaton automaton) {
  automata_.push_back(std::move(automaton));
  return static_cast<std::uint32_t>(automata_.size() - 1);
}

Goal Goals::goal(Form form, Formula f) {
  auto [at, added] = made_.try_emplace(Pending{form, f});
  if (added) {
    at->second = add(GoalNode{});
    open_.push_back({at->second, {form, f}});
  }
  return at->second;
}

Goal Goals::negation(Formula f) {
  auto [at, added] = negations_.try_emplace(f);
  if (added) at->second = state(logic::negated_normal_form(*pool_, f, normal_traces_));
  return at->second;
}

// An explicit list of what is open instead of recursion: formulas may be nested deeply.
void Goals::fill_in() {
  while (!open_.empty()) {
    if (options_.limits.budget != nullptr) options_.limits.budget->poll();
    auto [goal, pending] = open_.back();
    open_.pop_back();
    GoalNode node;
    switch (pending.form) {
      case Form::Plain:
        node = state_node(pending.formula);
        break;
      case Form::Path:
        node = path_node(pending.formula);
        break;
      case Form::Automaton:
        node = automaton_node(pending.formula, logic::Traces::Infinite);
        break;
    }
    nodes_[goal.index()] = std::move(node);
  }
}

Goal Goals::with_path() {
  if (with_path_.is_none()) {
    bool free = !fair_ && never_stops(*model_);
    with_path_ = add(free ? node_of(GoalKind::Continues, {}) : until_node({}, {}, false, true));
  }
  return with_path_;
}

std::vector<Goal> Goals::counted(Goal target) {
  if (fair_) return {target, with_path()};
  return {target};
}

std::vector<Goal> Goals::continued(Goal target) {
  return {target, with_path()};
}

GoalNode Goals::until_node(std::vector<Goal> through, std::vector<Goal> end, bool ends, bool loops) {
  PathAutomaton automaton;
  automaton.edges.push_back({0, 0, std::move(through), 0});
  if (ends) automaton.ends.push_back({0, std::move(end)});
  automaton.loops = loops;
  return {GoalKind::Path, {}, {}, add(std::move(automaton)), {}};
}

// The states of an automaton count the steps up to the last one that matters; with an open end that is the first one
// of the interval. So large a number is not counted: what needs it is not shown.
constexpr std::uint64_t kMostCounted = 2000;

// Counts the steps. Edge i leads from state i to state i + 1, or, of the last state if the interval is open, to itself.
template <class Guard, class End>
PathAutomaton counting_automaton(const logic::Interval& interval, Guard&& guard, End&& end) {
  PathAutomaton automaton;
  const bool open = interval.is_open();
  const auto last = static_cast<std::uint32_t>(open ? interval.first : interval.last);
  automaton.states = last + 1;
  for (std::uint32_t i = 0; i <= last; ++i) {
    if (i < last) automaton.edges.push_back({i, i + 1, guard(i), 0});
    if (i == last && open) automaton.edges.push_back({i, i, guard(i), 0});
    if (std::optional<std::vector<Goal>> condition = end(i)) automaton.ends.push_back({i, *std::move(condition)});
  }
  return automaton;
}

// E(f U[a,b] g); a shorter interval will do if the whole is too long.
GoalNode Goals::bounded_until_node(logic::Interval interval, const std::vector<Goal>& through,
                                   const std::vector<Goal>& target) {
  if (interval.first > kMostCounted) return unshown();
  if (!interval.is_open() && interval.last > kMostCounted) {
    interval.last = kMostCounted;
    complete_ = false;
  }
  PathAutomaton automaton = counting_automaton(
      interval, [&](std::uint32_t) { return through; },
      [&](std::uint32_t i) { return i >= interval.first ? std::optional(target) : std::nullopt; });
  return {GoalKind::Path, {}, {}, add(std::move(automaton)), {}};
}

// EG[a,b] f
GoalNode Goals::bounded_always_node(const logic::Interval& interval, const std::vector<Goal>& always) {
  if ((interval.is_open() ? interval.first : interval.last) > kMostCounted) return unshown();
  auto guard = [&](std::uint32_t i) { return i >= interval.first ? always : std::vector<Goal>{}; };
  const std::vector<Goal> stop = counted(all(always));
  PathAutomaton automaton = counting_automaton(interval, guard, [&](std::uint32_t i) {
    return !interval.is_open() && i == interval.last ? std::optional(stop) : std::nullopt;
  });
  automaton.loops = interval.is_open();
  return {GoalKind::Path, {}, {}, add(std::move(automaton)), {}};
}

// !A(f U[a,b] g): without g from the a-th step on, up to the b-th, or up to a state without f.
GoalNode Goals::against_bounded_until_node(const logic::Interval& interval, Goal not_f, Goal not_g) {
  if ((interval.is_open() ? interval.first : interval.last) > kMostCounted) return unshown();
  auto guard = [&](std::uint32_t i) { return i >= interval.first ? std::vector<Goal>{not_g} : std::vector<Goal>{}; };
  const std::vector<Goal> early = counted(not_f);
  const std::vector<Goal> at_end = counted(not_g);
  std::vector<Goal> between = early;
  between.push_back(not_g);
  PathAutomaton automaton = counting_automaton(interval, guard, [&](std::uint32_t i) {
    return std::optional(i < interval.first ? early : !interval.is_open() && i == interval.last ? at_end : between);
  });
  automaton.loops = interval.is_open();
  return {GoalKind::Path, {}, {}, add(std::move(automaton)), {}};
}

// A path from an initial state to a state in which the target holds and that looks like this one.
GoalNode Goals::alike_node(std::vector<Observers> observers, std::vector<Goal> target) {
  if (observers.empty()) return truth_node(false);
  GoalNode node = until_node({}, std::move(target), true, false);
  node.kind = GoalKind::Alike;
  node.observers = std::move(observers);
  return node;
}

// For K the agent alone; for a group each member alone, or all of them together.
std::vector<Observers> Goals::observers(const Node& node, bool pooled) const {
  const ispl::CheckedModel& source = model_->source();
  if (node.op == Op::Knows) return {{*source.agent_of(node.name)}};
  const std::vector<ispl::AgentId>& members = source.groups[*source.group_of(node.name)].members;
  if (pooled) return {members};
  std::vector<Observers> each;
  for (ispl::AgentId member : members) each.push_back({member});
  return each;
}

GoalNode Goals::state_node(Formula f) {
  const Node node = (*pool_)[f];  // a copy: the pool may grow
  auto left = [&] { return state(node.left); };
  auto right = [&] { return state(node.right); };
  switch (node.op) {
    case Op::True:
    case Op::False:
      return truth_node(node.op == Op::True);
    case Op::Atom:
      return set_node(model_->proposition(*model_->source().proposition_of(node.name)).bdd());
    case Op::Green:
      return set_node(!model_->red(*model_->source().agent_of(node.name)).bdd());
    case Op::Red:
      return set_node(model_->red(*model_->source().agent_of(node.name)).bdd());
    case Op::Not:
      return negated_node(node.left);
    case Op::And:
      return node_of(GoalKind::All, {left(), right()});
    case Op::Or:
      return node_of(GoalKind::Any, {left(), right()});
    case Op::EX:
      return node_of(GoalKind::Next, {all(counted(left()))});
    case Op::EF:
      return until_node({}, counted(left()), true, false);
    case Op::EU:
      return until_node({left()}, counted(right()), true, false);
    case Op::EG:
      return until_node({left()}, {}, false, true);
    case Op::EXn:
    case Op::EFn:
      return bounded_until_node(pool_->interval(node), {}, counted(left()));
    case Op::EUn:
      return bounded_until_node(pool_->interval(node), {left()}, counted(right()));
    case Op::EGn:
      return bounded_always_node(pool_->interval(node), {left()});
    case Op::PathE:
    case Op::PathEf:
      return quantified_node(node.op, node.left);
    // Negation normal form has removed the first two; the others are universal, or no state formulas.
    case Op::Implies:
    case Op::Iff:
    case Op::AX:
    case Op::AF:
    case Op::AG:
    case Op::AU:
    case Op::Knows:
    case Op::Everybody:
    case Op::Common:
    case Op::Distributed:
    case Op::Ought:
    case Op::CanX:
    case Op::CanF:
    case Op::CanG:
    case Op::CanU:
    case Op::AXn:
    case Op::AFn:
    case Op::AGn:
    case Op::AUn:
    case Op::CanXn:
    case Op::CanFn:
    case Op::CanGn:
    case Op::CanUn:
    case Op::Delta:
    case Op::PathA:
    case Op::PathAf:
    case Op::Xn:
    case Op::Fn:
    case Op::Gn:
    case Op::Un:
    case Op::Wn:
    case Op::Rn:
    case Op::Diamondn:
    case Op::Boxn:
    case Op::Repeat:
    case Op::X:
    case Op::F:
    case Op::G:
    case Op::U:
    case Op::W:
    case Op::R:
    case Op::Diamond:
    case Op::Box:
    case Op::Step:
    case Op::Test:
    case Op::Alt:
    case Op::Seq:
    case Op::Star:
      break;
  }
  return unshown();
}

// What is not existential no part of a model can show. Formulas that are do not contain it, but an automaton may ask
// for a letter of either sign.
GoalNode Goals::unshown() {
  complete_ = false;
  return truth_node(false);
}

//   !A(f U g)   = E(!g U (!f and !g)) or EG !g          !K(i, f)  = a look-alike with !f
//   !GK(g, f)   = a look-alike for some member          !DK(g, f) = a look-alike for all members at once
//   !O(i, f)    = any state, as seen by nobody, that is green for i and in which f fails
GoalNode Goals::negated_node(Formula f) {
  const Node node = (*pool_)[f];
  switch (node.op) {
    case Op::Atom:
      return set_node(!model_->proposition(*model_->source().proposition_of(node.name)).bdd());
    case Op::AU: {
      std::vector<Goal> end = counted(negation(node.left));
      end.push_back(negation(node.right));
      return until_node({negation(node.right)}, std::move(end), true, true);
    }
    case Op::AUn:
      return against_bounded_until_node(pool_->interval(node), negation(node.left), negation(node.right));
    case Op::Knows:
    case Op::Everybody:
      return alike_node(observers(node, false), counted(negation(node.left)));
    case Op::Distributed:
      return alike_node(observers(node, true), counted(negation(node.left)));
    case Op::Ought: {
      std::vector<Goal> target = counted(negation(node.left));
      target.push_back(add(set_node(!model_->red(*model_->source().agent_of(node.name)).bdd())));
      return alike_node({Observers{}}, std::move(target));
    }
    case Op::Common: {
      std::vector<Observers> each = observers(node, false);
      if (each.empty()) return node_of(GoalKind::All, {negation(node.left)});
      GoalNode chain = alike_node(std::move(each), fair_ ? std::vector<Goal>{with_path()} : std::vector<Goal>{});
      chain.kind = GoalKind::Chain;
      chain.parts = {negation(node.left)};
      return chain;
    }
    default:
      static_assert(logic::covers(Family::Knowledge, {Op::Knows, Op::Everybody, Op::Common, Op::Distributed}));
      static_assert(logic::covers(Family::Deontic, {Op::Ought}));
      return unshown();
  }
}

}  // namespace gnomon::sat
