#include "ic3/machine.h"

#include <algorithm>

#include "base/sorted.h"

namespace gnomon::ic3 {

using sat::Lit;
using sat::Solver;
using sat::State;
using Role = sat::Model::Role;

namespace {

Bit bit_of(bool value) {
  return value ? Bit::True : Bit::False;
}

}  // namespace

Machine::Machine(model::SymbolicModel& model, const sat::Goals& goals, sat::Goal bad, const Part& part,
                 sat::CnfMethod method)
    : first_stays_(!part.always),
      together_(part.with_clock),
      model_(model, method),
      relation_(model_),
      target_(std::in_place, model_, goals, bad, method),
      current_(model_.all_bits().size()),
      initially_(model_.all_bits().size(), Bit::Open) {
  begin();
}

Machine::Machine(model::SymbolicModel& model, const RunAutomaton& automaton, std::size_t rounds, sat::CnfMethod method)
    : model_(model, method),
      relation_(model_),
      monitor_(std::in_place, model_, automaton, rounds, method),
      current_(model_.all_bits().size()),
      initially_(model_.all_bits().size(), Bit::Open) {
  begin();
}

void Machine::begin() {
  const bdd::Bdd& initial = model_.model().initial().bdd();
  bdd::Manager& manager = model_.model().manager();
  for (std::size_t v = 0; v < model_.places().size(); ++v) {
    const sat::Model::Place& place = model_.places()[v];
    if (place.role != Role::Current) continue;
    current_[place.index] = bdd::Var(v);
    for (bool value : {false, true}) {
      if (initial.subset_of(manager.literal(bdd::Var(v), value))) initially_[place.index] = bit_of(value);
    }
  }
}

Machine::Gait Machine::gait(std::size_t copy) const {
  if (first_stays_ && (copy == 0 || together_)) return Gait::Stays;
  return copies() == 1 || together_ ? Gait::Steps : Gait::Either;
}

StepLits Machine::write(Solver& solver) const {
  StepLits lits;
  lits.step = solver.new_switch();
  lits.initial = solver.new_switch();
  lits.bad = solver.new_switch();
  std::vector<State> states;
  for (std::size_t copy = 0; copy < copies(); ++copy) {
    const State now = model_.new_state(solver);
    const State next = model_.new_neighbour(solver, now);
    const Gait gait = this->gait(copy);
    const Lit moves = gait == Gait::Steps ? lits.step : gait == Gait::Stays ? Solver::kFalse : solver.new_switch();
    lits.actions.push_back(model_.step(solver, moves, now, next));
    lits.moves.push_back(moves);
    if (gait != Gait::Steps) {
      const Lit stays = gait == Gait::Stays ? lits.step : solver.new_switch();
      model_.equal(solver, stays, now, next, model_.all_bits());
      solver.add({!lits.step, moves, stays});
    }
    model_.initial(solver, lits.initial, now);
    prefer_initial(solver, now);
    lits.now.insert(lits.now.end(), now.begin(), now.end());
    lits.next.insert(lits.next.end(), next.begin(), next.end());
    states.push_back(now);
  }
  if (target_) target_->write(solver, lits.bad, states);
  if (monitor_) {
    MonitorLits run = monitor_->write(solver, {lits.step, lits.initial, lits.bad}, states.front());
    lits.now.insert(lits.now.end(), run.now.begin(), run.now.end());
    lits.next.insert(lits.next.end(), run.next.begin(), run.next.end());
    lits.edges = std::move(run.edges);
  }
  return lits;
}

// Of the states before a step, those are looked for first that have the values of the initial ones where nothing speaks
// against it. They are likely to be near these: a path from there is found sooner, and where there is none, the cubes
// that are blocked are wider.
void Machine::prefer_initial(Solver& solver, const State& now) const {
  for (std::size_t bit = 0; bit < now.size(); ++bit) solver.prefer(initially_[bit] == Bit::True ? now[bit] : !now[bit]);
}

State Machine::write_initial(Solver& solver) const {
  State all;
  for (std::size_t copy = 0; copy < copies(); ++copy) {
    const State state = model_.new_state(solver);
    model_.initial(solver, Solver::kTrue, state);
    all.insert(all.end(), state.begin(), state.end());
  }
  if (monitor_) {
    const State state = monitor_->write_initial(solver);
    all.insert(all.end(), state.begin(), state.end());
  }
  return all;
}

StepValues Machine::read(const Solver& solver, const StepLits& lits) {
  auto values = [&](const std::vector<Lit>& all) {
    std::vector<bool> read;
    for (Lit lit : all) read.push_back(solver.value(lit));
    return read;
  };
  StepValues step{values(lits.now), values(lits.next), {}, values(lits.moves), values(lits.edges)};
  for (const State& actions : lits.actions) step.actions.push_back(values(actions));
  return step;
}

std::vector<model::StateSet> Machine::states(const std::vector<bool>& values) const {
  bdd::Manager& manager = model_.model().manager();
  std::vector<model::StateSet> states;
  for (std::size_t copy = 0; copy < copies(); ++copy) {
    bdd::Bdd cube = manager.constant(true);
    for (std::size_t b = 0; b < bits(); ++b) cube &= manager.literal(current_[b], values[copy * bits() + b]);
    states.emplace_back(cube);
  }
  return states;
}

std::vector<Assignment> Machine::assignments(const StepValues& step) const {
  std::vector<Assignment> all;
  for (std::size_t copy = 0; copy < copies(); ++copy) {
    Assignment& values = all.emplace_back(model_.places().size(), Bit::Open);
    for (std::size_t v = 0; v < values.size(); ++v) {
      const sat::Model::Place& place = model_.places()[v];
      switch (place.role) {
        case Role::Current:
          values[v] = bit_of(step.now[copy * bits() + place.index]);
          break;
        case Role::Next:
          values[v] = bit_of(step.next[copy * bits() + place.index]);
          break;
        case Role::Action:
          values[v] = bit_of(step.actions[copy][place.index]);
          break;
        case Role::None:
          break;
      }
    }
  }
  return all;
}

Cube Machine::before(const StepValues& step, const Cube& target) const {
  Reasons reasons;
  std::vector<sat::Bits> wanted(copies());
  Cube of_monitor;
  for (Literal literal : target) {
    if (literal.position() >= monitored()) {
      of_monitor.emplace_back(literal.position() - monitored(), literal.value());
      continue;
    }
    const std::size_t copy = literal.position() / bits();
    const auto bit = static_cast<std::uint32_t>(literal.position() % bits());
    if (step.moves[copy] && model_.is_written(bit)) {
      wanted[copy].push_back(bit);
    } else {
      reasons.kept.push_back(literal.position());
    }
  }
  for (std::size_t copy = 0; copy < copies(); ++copy) {
    if (!step.moves[copy]) continue;
    for (const Diagram* diagram : relation_.reasons(wanted[copy])) reasons.leaves.push_back({diagram, copy});
  }
  if (!monitor_) return lifted(reasons, assignments(step), {});
  const Monitor::Why why = monitor_->before(monitor_values(step.now), step.edges, of_monitor);
  for (const Diagram* diagram : why.diagrams) reasons.leaves.push_back({diagram, 0});
  return lifted(reasons, assignments(step), why.kept);
}

Cube Machine::bad(const StepValues& step) const {
  std::vector<Assignment> values = assignments(step);
  Monitor::Why why;
  Reasons reasons;
  if (target_) {
    reasons = target_->reasons(values);
  } else {
    why = monitor_->bad(monitor_values(step.now), values.front());
    for (const Diagram* diagram : why.diagrams) reasons.leaves.push_back({diagram, 0});
  }
  return lifted(reasons, std::move(values), why.kept);
}

std::vector<bool> Machine::monitor_values(const std::vector<bool>& values) const {
  return {values.begin() + static_cast<std::ptrdiff_t>(monitored()), values.end()};
}

Cube Machine::lifted(const Reasons& reasons, std::vector<Assignment> values, const Cube& of_monitor) const {
  const std::vector<sat::Model::Place>& places = model_.places();
  std::vector<std::size_t> met;  // positions
  std::vector<bdd::Var> path;
  for (const Leaf& leaf : reasons.leaves) {
    path.clear();
    leaf.diagram->path(values[leaf.copy], path);
    for (bdd::Var var : path) {
      const sat::Model::Place& place = places[var.index()];
      if (place.role == Role::Current) met.push_back(leaf.copy * bits() + place.index);
    }
  }
  sort_unique(met);
  auto bit_at = [&](std::size_t position) -> Bit& {
    return values[position / bits()][current_[position % bits()].index()];
  };
  std::vector<Bit> found;
  for (std::size_t position = 0; position < monitored(); ++position) found.push_back(bit_at(position));
  auto keep_only = [&](const std::vector<std::size_t>& some) {
    for (std::size_t position = 0; position < monitored(); ++position) bit_at(position) = Bit::Open;
    for (std::size_t position : some) bit_at(position) = found[position];
  };
  std::vector<std::size_t> all = met;
  all.insert(all.end(), reasons.kept.begin(), reasons.kept.end());
  sort_unique(all);
  keep_only(all);
  std::vector<std::size_t> fixed = reasons.kept;
  sort_unique(fixed);
  for (std::size_t position : met) {
    if (std::binary_search(fixed.begin(), fixed.end(), position)) continue;
    const std::size_t copy = position / bits();
    const bdd::Var var = current_[position % bits()];
    bit_at(position) = Bit::Open;
    const bool still = std::all_of(reasons.leaves.begin(), reasons.leaves.end(), [&](const Leaf& leaf) {
      return leaf.copy != copy || !leaf.diagram->mentions(var) || leaf.diagram->is_certain(values[copy]);
    });
    if (!still) bit_at(position) = found[position];
  }
  Cube cube;
  for (std::size_t position : all) {
    if (bit_at(position) != Bit::Open) cube.emplace_back(position, found[position] == Bit::True);
  }
  for (Literal literal : of_monitor) cube.emplace_back(monitored() + literal.position(), literal.value());
  return cube;
}

bool Machine::never_initial(Literal literal) const {
  if (literal.position() >= monitored()) {
    return monitor_->never_initial(Literal(literal.position() - monitored(), literal.value()));
  }
  const Bit value = initially_[literal.position() % bits()];
  return value != Bit::Open && value != bit_of(literal.value());
}

std::size_t Machine::rounds_in(const std::vector<bool>& values) const {
  return monitor_ ? monitor_->rounds_in(monitor_values(values)) : 0;
}

bool Machine::loops(const std::vector<std::vector<bool>>& path) const {
  if (!monitor_) return false;
  const auto bits = static_cast<std::ptrdiff_t>(monitored());
  for (std::size_t j = 1; j < path.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      if (rounds_in(path[i]) < rounds_in(path[j]) &&
          std::equal(path[i].begin(), path[i].begin() + bits, path[j].begin()) &&
          monitor_->same_place(monitor_values(path[i]), monitor_values(path[j]))) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace gnomon::ic3
