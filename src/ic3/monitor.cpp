#include "ic3/monitor.h"

#include <algorithm>
#include <span>
#include <stdexcept>

#include "ic3/relation.h"

namespace gnomon::ic3 {

using sat::Lit;
using sat::Solver;
using sat::State;

Monitor::Monitor(const sat::Model& model, const RunAutomaton& automaton, std::size_t rounds, sat::CnfMethod method)
    : model_(&model), places_(automaton.places), initial_(automaton.initial), rounds_(rounds) {
  auto guard = [&](const bdd::Bdd& f) { return Guard{sat::ClauseTemplate(f, method), Diagram(or_no_value(model, f))}; };
  for (const RunAutomaton::Edge& edge : automaton.edges) {
    edges_.push_back({edge.from, edge.to, edge.round, guard(edge.guard)});
  }
  for (const RunAutomaton::End& end : automaton.ends) ends_.push_back({end.place, guard(end.condition)});
}

State Monitor::new_state(Solver& solver) const {
  State state;
  for (std::size_t i = 0; i < size(); ++i) state.push_back(solver.new_lit());
  solver.add(std::span(state).first(places_));
  for (std::size_t p = 0; p < places_; ++p) {
    for (std::size_t q = 0; q < p; ++q) solver.add({!state[p], !state[q]});
  }
  for (std::size_t j = places_ + 1; j < size(); ++j) solver.imply(state[j], state[j - 1]);
  return state;
}

void Monitor::begin(Solver& solver, Lit guard, const State& state) const {
  solver.imply(guard, state[initial_]);
  if (rounds_ > 0) solver.imply(guard, !state[places_]);
}

State Monitor::write_initial(Solver& solver) const {
  State state = new_state(solver);
  begin(solver, Solver::kTrue, state);
  return state;
}

MonitorLits Monitor::write(Solver& solver, const Switches& switches, const State& state) const {
  MonitorLits lits{new_state(solver), new_state(solver), {}};
  const Lit round = solver.new_switch();
  std::vector<Lit> some{!switches.step};
  std::vector<Lit> closing{!round};
  for (const Edge& edge : edges_) {
    const Lit taken = solver.new_switch();
    solver.imply(taken, lits.now[edge.from]);
    solver.imply(taken, lits.next[edge.to]);
    model_->holds(solver, taken, edge.guard.clauses, state);
    lits.edges.push_back(taken);
    some.push_back(taken);
    if (!edge.round) continue;
    solver.imply(taken, round);
    closing.push_back(taken);
  }
  solver.add(some);
  solver.add(closing);
  count(solver, switches.step, round, lits);
  begin(solver, switches.initial, lits.now);
  std::vector<Lit> ways{!switches.bad};
  if (rounds_ > 0) ways.push_back(lits.now.back());
  for (const End& end : ends_) {
    ways.push_back(solver.new_switch());
    solver.imply(ways.back(), lits.now[end.place]);
    model_->holds(solver, ways.back(), end.condition.clauses, state);
  }
  solver.add(ways);
  return lits;
}

// c'_j iff c_j, or a round is closed and c_(j-1), where c_0 is true.
void Monitor::count(Solver& solver, Lit step, Lit round, const MonitorLits& lits) const {
  for (std::size_t j = places_; j < size(); ++j) {
    const Lit less = j == places_ ? Solver::kTrue : lits.now[j - 1];
    solver.add({!step, !lits.now[j], lits.next[j]});
    solver.add({!step, !round, !less, lits.next[j]});
    solver.add({!step, !lits.next[j], lits.now[j], round});
    solver.add({!step, !lits.next[j], lits.now[j], less});
  }
}

Monitor::Why Monitor::before(const std::vector<bool>& now, const std::vector<bool>& edges, const Cube& wanted) const {
  // An edge that closes a round comes first: where one is taken, the count went up.
  std::optional<std::size_t> taken;
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    if (edges[e] && (!taken || edges_[e].round)) taken = e;
  }
  if (!taken) throw std::logic_error("a step of a monitor takes no edge");
  const Edge& edge = edges_[*taken];
  Why why{{&edge.guard.diagram}, {}};
  std::vector<std::size_t> kept{edge.from};
  for (Literal literal : wanted) {
    const std::size_t at = literal.position();
    if (at < places_) continue;
    if (!edge.round) {
      kept.push_back(at);
    } else if (at > places_) {
      kept.push_back(at - 1);
    }
  }
  std::sort(kept.begin(), kept.end());
  for (std::size_t position : kept) why.kept.emplace_back(position, now[position]);
  return why;
}

Monitor::Why Monitor::bad(const std::vector<bool>& now, const Assignment& state) const {
  if (rounds_ > 0 && now.back()) return {{}, {Literal(size() - 1, true)}};
  for (const End& end : ends_) {
    if (!now[end.place] || !end.condition.diagram.holds(state)) continue;
    return {{&end.condition.diagram}, {Literal(end.place, true)}};
  }
  throw std::logic_error("a state that is not bad was taken for a bad one");
}

bool Monitor::never_initial(Literal literal) const {
  const bool initially = literal.position() == initial_;
  return literal.value() != initially;
}

std::size_t Monitor::rounds_in(const std::vector<bool>& values) const {
  return static_cast<std::size_t>(
      std::count(values.begin() + static_cast<std::ptrdiff_t>(places_), values.end(), true));
}

bool Monitor::same_place(const std::vector<bool>& a, const std::vector<bool>& b) const {
  return std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(places_), b.begin());
}

}  // namespace gnomon::ic3
