#include "ic3/queries.h"

#include "base/assert.h"

namespace gnomon::ic3 {

using sat::Lit;
using sat::Solver;
using sat::State;

namespace {

Lit lit_of(const State& state, Literal literal) {
  const Lit lit = state[literal.position()];
  return literal.value() ? lit : !lit;
}

}  // namespace

Queries::Queries(const Machine& machine, const Budget* budget)
    : machine_(&machine),
      solver_(budget, Solver::Calls::Short),
      lits_(machine.write(solver_)),
      initial_solver_(budget, Solver::Calls::Short),
      initial_(machine.write_initial(initial_solver_)) {
  frames_.push_back(lits_.initial);
}

Lit Queries::frame(std::size_t level) {
  while (frames_.size() <= level) {
    const Lit above = solver_.new_switch();
    solver_.imply(frames_.back(), above);
    frames_.push_back(above);
  }
  return frames_[level];
}

void Queries::block(const Cube& cube, std::size_t level) {
  clause_.assign(1, !frame(level));
  for (Literal literal : cube) clause_.push_back(!lit_of(lits_.now, literal));
  solver_.add(clause_);
  ++blocked_;
}

void Queries::assume_now(const Cube& cube, const State& state) {
  for (Literal literal : cube) assumptions_.push_back(lit_of(state, literal));
}

Cube Queries::failed_of(const Solver& solver, const Cube& cube, const State& state) const {
  Cube core;
  for (Literal literal : cube) {
    if (solver.failed(lit_of(state, literal))) core.push_back(literal);
  }
  return core;
}

std::optional<StepValues> Queries::bad_in(std::size_t level) {
  assumptions_ = {frame(level), lits_.bad};
  if (!solver_.solve(assumptions_)) return std::nullopt;
  return Machine::read(solver_, lits_);
}

std::optional<StepValues> Queries::step_into(const Cube& cube, std::size_t level, Start start, Cube& core) {
  assumptions_ = {frame(level), lits_.step};
  assume_now(cube, lits_.next);
  clause_.clear();
  if (start == Start::Outside) {
    for (Literal literal : cube) clause_.push_back(!lit_of(lits_.now, literal));
  }
  if (solver_.solve(assumptions_, clause_)) return Machine::read(solver_, lits_);
  core = failed_of(solver_, cube, lits_.next);
  return std::nullopt;
}

StepValues Queries::step_from(const std::vector<bool>& state, const Cube& cube) {
  assumptions_ = {lits_.step};
  for (std::size_t position = 0; position < state.size(); ++position) {
    assumptions_.push_back(lit_of(lits_.now, Literal(position, state[position])));
  }
  assume_now(cube, lits_.next);
  const bool found = solver_.solve(assumptions_);
  if (!found) throw std::logic_error("a lifted state lacks the step that it was lifted for");
  return Machine::read(solver_, lits_);
}

std::optional<std::vector<bool>> Queries::initial_in(const Cube& cube, Cube& core) {
  for (Literal literal : cube) {
    if (!machine_->never_initial(literal)) continue;
    core = {literal};
    return std::nullopt;
  }
  assumptions_.clear();
  assume_now(cube, initial_);
  if (!initial_solver_.solve(assumptions_)) {
    core = failed_of(initial_solver_, cube, initial_);
    return std::nullopt;
  }
  std::vector<bool> state;
  for (Lit lit : initial_) state.push_back(initial_solver_.value(lit));
  return state;
}

}  // namespace gnomon::ic3
