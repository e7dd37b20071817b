#include "sat/demands.h"

#include <utility>

#include "sat/chain.h"

namespace gnomon::sat {

Demands::Demands(Solver& solver, const Model& model, const Goals& goals)
    : solver_(&solver), model_(&model), goals_(&goals) {}

StateRef Demands::add_state(State state, Lit demanded, StateRef origin) {
  states_.push_back({std::move(state), demanded, origin});
  return StateRef(states_.size() - 1);
}

StateRef Demands::add_reached(std::uint32_t automaton, Lit demanded) {
  auto path = std::make_unique<Unrolling>(*this, goals_->automaton(automaton), demanded, StateRef{});
  StateRef end = path->end();
  growing_.push_back(std::move(path));
  return end;
}

const ClauseTemplate& Demands::clauses_of(Goal goal) {
  auto at = templates_.find(goal);
  if (at == templates_.end()) at = templates_.emplace(goal, ClauseTemplate((*goals_)[goal].set)).first;
  return at->second;
}

const Bits& Demands::seen_by(const Observers& group) {
  auto [at, added] = seen_.try_emplace(group);
  if (added) at->second = model_->seen_by(group);
  return at->second;
}

Lit Demands::need(Goal goal, StateRef state) {
  const GoalNode* node = &(*goals_)[goal];
  auto is_combination = [&] { return node->kind == GoalKind::All || node->kind == GoalKind::Any; };
  while (is_combination() && node->parts.size() == 1) {
    goal = node->parts.front();
    node = &(*goals_)[goal];
  }
  if (is_combination() && node->parts.empty()) return Solver::constant(node->kind == GoalKind::All);
  if (node->kind == GoalKind::Set) {
    if (node->set.is_constant()) return Solver::constant(node->set.is_true());
    if (const auto& single = clauses_of(goal).single_input()) {
      Lit bit = model_->bit(this->state(state), single->var);
      return single->positive ? bit : !bit;
    }
  }
  auto [at, added] = needed_.try_emplace((std::uint64_t{goal.value} << 32) | state.value);
  if (added) {
    at->second = solver_->new_switch();
    open_.push_back({goal, state, at->second});
  }
  return at->second;
}

void Demands::settle() {
  while (!open_.empty()) {
    Task task = open_.back();
    open_.pop_back();
    write(task);
  }
}

void Demands::write(const Task& task) {
  const GoalNode& node = (*goals_)[task.goal];
  switch (node.kind) {
    case GoalKind::Set:
      model_->holds(*solver_, task.lit, clauses_of(task.goal), state(task.state));
      return;
    case GoalKind::All:
      for (Goal part : node.parts) solver_->imply(task.lit, need(part, task.state));
      return;
    case GoalKind::Any: {
      std::vector<Lit> clause{!task.lit};
      for (Goal part : node.parts) clause.push_back(need(part, task.state));
      solver_->add(clause);
      return;
    }
    case GoalKind::Next: {
      StateRef next = add_state(model_->new_neighbour(*solver_, state(task.state)), task.lit, task.state);
      model_->step(*solver_, task.lit, state(task.state), state(next));
      solver_->imply(task.lit, need(node.parts.front(), next));
      return;
    }
    case GoalKind::Path:
      growing_.push_back(std::make_unique<Unrolling>(*this, goals_->automaton(node.automaton), task.lit, task.state));
      return;
    case GoalKind::Alike:
      alike(task.lit, node.observers, task.state, add_reached(node.automaton, task.lit));
      return;
    case GoalKind::Chain:
      growing_.push_back(std::make_unique<Chain>(*this, node, task.lit, task.state));
      return;
    case GoalKind::Continues:
      continuing_.emplace_back(task.lit, task.state);
      return;
  }
}

void Demands::alike(Lit guard, const std::vector<Observers>& observers, StateRef a, StateRef b) {
  std::vector<Lit> clause{!guard};
  for (const Observers& group : observers) {
    Lit chosen = observers.size() == 1 ? guard : solver_->new_switch();
    clause.push_back(chosen);
    model_->equal(*solver_, chosen, state(a), state(b), seen_by(group));
  }
  if (observers.size() != 1) solver_->add(clause);
}

Lit Demands::grow(std::size_t bound) {
  if (limit_ != Lit{}) solver_->add({!limit_});
  settle();
  // What an extension needs may begin to grow itself: the list gets longer meanwhile.
  for (std::size_t i = 0; i < growing_.size(); ++i) {
    while (growing_[i]->length() < bound) {
      growing_[i]->extend();
      settle();
    }
  }
  limit_ = solver_->new_lit();
  for (const auto& growing : growing_) solver_->add({!limit_, !growing->front()});
  return limit_;
}

// No model with !front for every front means that some front holds in every model. With one front that clause
// helps the solver; with several it would switch on paths that nothing demands.
void Demands::nothing_within_bound() {
  if (growing_.size() == 1) solver_->add({growing_.front()->front()});
}

Demands::Shown Demands::shown() const {
  Shown shown{model_->model().none(), {}};
  std::vector<bool> in_use(states_.size(), false);
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const Member& member = states_[i];
    // An origin is older than what begins there.
    in_use[i] = solver_->value(member.demanded) && (member.origin.is_none() || in_use[member.origin.index()]);
    if (in_use[i]) shown.states |= model_->read(*solver_, member.bits);
  }
  for (auto [lit, state] : continuing_) {
    if (in_use[state.index()] && solver_->value(lit)) {
      shown.continuing.push_back(model_->read(*solver_, this->state(state)));
    }
  }
  return shown;
}

}  // namespace gnomon::sat
