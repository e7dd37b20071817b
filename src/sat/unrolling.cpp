#include "sat/unrolling.h"

#include <bit>

#include "sat/demands.h"

namespace gnomon::sat {

Unrolling::Unrolling(Demands& demands, const PathAutomaton& automaton, Lit demanded, StateRef origin)
    : demands_(&demands), automaton_(&automaton), origin_(origin) {
  State end = demands.model().new_state(demands.solver());
  add_position(demands.add_state(std::move(end), demanded, origin), demanded);
  front_ = demands.solver().new_switch();
  allow_begin();
  demand_end();
}

std::size_t Unrolling::goal_count() const {
  return demands_->goals().fairness().size() + automaton_->mark_count;
}

void Unrolling::add_position(StateRef state, Lit on) {
  Position position{state, on, {}, {}};
  auto bits = static_cast<std::size_t>(std::bit_width(automaton_->states - 1));
  for (std::size_t b = 0; b < bits; ++b) position.code.push_back(demands_->solver().new_lit());
  if (bits != 0) position.at.resize(automaton_->states);
  positions_.push_back(std::move(position));
}

Lit Unrolling::at(Position& position, std::uint32_t automaton_state) {
  if (position.code.empty()) return Solver::kTrue;
  Lit& known = position.at[automaton_state];
  if (known == Lit{}) {
    Solver& solver = demands_->solver();
    known = solver.new_switch();
    for (std::size_t b = 0; b < position.code.size(); ++b) {
      bool bit = ((automaton_state >> b) & 1) != 0;
      solver.imply(known, bit ? position.code[b] : !position.code[b]);
    }
  }
  return known;
}

void Unrolling::demand_end() {
  Solver& solver = demands_->solver();
  Position& last = positions_.front();
  bool only_one = automaton_->ends.size() + (automaton_->loops ? 1 : 0) == 1;
  std::vector<Lit> ways{!last.on};
  auto way = [&] {
    ways.push_back(only_one ? last.on : solver.new_switch());
    return ways.back();
  };
  for (const PathAutomaton::End& end : automaton_->ends) {
    Lit ends = way();
    solver.imply(ends, at(last, end.state));
    for (Goal goal : end.condition) solver.imply(ends, demands_->need(goal, last.state));
  }
  if (automaton_->loops) {
    Lit closed = way();
    in_ = solver.new_switch();
    solver.imply(closed, in_);
    solver.imply(in_, front_);
    for (std::size_t g = 0; g < goal_count(); ++g) {
      due_.push_back(solver.new_switch());
      solver.imply(closed, due_.back());
      solver.imply(due_.back(), in_);
    }
  }
  if (!only_one) solver.add(ways);
}

void Unrolling::allow_begin() {
  Solver& solver = demands_->solver();
  const Model& model = demands_->model();
  Position& first = positions_.back();
  const State& state = demands_->state(first.state);
  Lit begins = solver.new_switch();
  if (origin_.is_none()) {
    model.initial(solver, begins, state);
  } else {
    model.equal(solver, begins, state, demands_->state(origin_), model.all_bits());
  }
  solver.imply(begins, at(first, automaton_->initial));
  solver.add({!first.on, begins, front_});
}

void Unrolling::extend() {
  Solver& solver = demands_->solver();
  const Model& model = demands_->model();
  StateRef after = positions_.back().state;
  Lit on = front_;
  State fresh = model.new_neighbour(solver, demands_->state(after));
  add_position(demands_->add_state(std::move(fresh), on, origin_), on);
  front_ = solver.new_switch();
  model.step(solver, on, demands_->state(positions_.back().state), demands_->state(after));
  std::vector<Lit> taken;
  demand_edges(taken);
  allow_begin();
  if (automaton_->loops) grow_loop(taken);
}

// on_n -> some edge; `taken` gets a literal per edge that implies it was taken.
void Unrolling::demand_edges(std::vector<Lit>& taken) {
  Solver& solver = demands_->solver();
  Position& source = positions_.back();
  Position& target = positions_[positions_.size() - 2];
  bool only_one = automaton_->edges.size() == 1;
  std::vector<Lit> some{!source.on};
  for (const PathAutomaton::Edge& edge : automaton_->edges) {
    Lit takes = only_one ? source.on : solver.new_switch();
    solver.imply(takes, at(source, edge.from));
    solver.imply(takes, at(target, edge.to));
    for (Goal goal : edge.guard) solver.imply(takes, demands_->need(goal, source.state));
    taken.push_back(takes);
    some.push_back(takes);
  }
  if (!only_one) solver.add(some);
}

void Unrolling::grow_loop(const std::vector<Lit>& taken) {
  Solver& solver = demands_->solver();
  const Model& model = demands_->model();
  const Position& here = positions_.back();
  const Position& last = positions_.front();
  Lit closes = solver.new_switch();
  model.equal(solver, closes, demands_->state(here.state), demands_->state(last.state), model.all_bits());
  for (std::size_t b = 0; b < here.code.size(); ++b) solver.equate(closes, here.code[b], last.code[b]);
  Lit in_next = solver.new_switch();
  solver.add({!in_, closes, in_next});
  solver.imply(in_next, front_);
  const std::vector<Goal>& fairness = demands_->goals().fairness();
  for (std::size_t g = 0; g < goal_count(); ++g) {
    Lit due_next = solver.new_switch();
    std::vector<Lit> clause{!due_[g], due_next};
    if (g < fairness.size()) {
      clause.push_back(demands_->need(fairness[g], here.state));
    } else {
      automata::Buchi::Marks mark = automata::Buchi::Marks{1} << (g - fairness.size());
      for (std::size_t e = 0; e < taken.size(); ++e) {
        if ((automaton_->edges[e].marks & mark) != 0) clause.push_back(taken[e]);
      }
    }
    solver.add(clause);
    solver.imply(due_next, in_next);
    due_[g] = due_next;
  }
  in_ = in_next;
}

}  // namespace gnomon::sat
