// Goals demanded of states, as clauses: need(g, s) is a literal that implies that the goal g holds in the state s.
//
// Only that direction is written down: a literal that is false says nothing. Each pair of a goal and a state gets its
// literal at once and its clauses later, from a list of open tasks, so that nothing recurses on the depth of a goal.
// What grows with the bound (paths, chains of look-alikes) is extended by grow(), which returns the literal to assume
// for the new bound; clauses are only ever added.
//
// After the solver has found a model, shown() reads off the states that it demands: those of paths that are switched on
// and begin at a state that is itself demanded, or at an initial state.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "sat/goals.h"
#include "sat/model.h"
#include "sat/solver.h"
#include "sat/unrolling.h"

namespace gnomon::sat {

class Demands {
 public:
  // All three must outlive it.
  Demands(Solver& solver, const Model& model, const Goals& goals);

  Solver& solver() const { return *solver_; }
  const Model& model() const { return *model_; }
  const Goals& goals() const { return *goals_; }

  // A state that is in use if `demanded`, and then reached from `origin` (none: from an initial state).
  StateRef add_state(State state, Lit demanded, StateRef origin);
  const State& state(StateRef ref) const { return states_[ref.index()].bits; }

  // The end of a path from an initial state that the automaton accepts.
  StateRef add_reached(std::uint32_t automaton, Lit demanded);

  Lit need(Goal goal, StateRef state);
  void settle();  // writes the clauses of all that is needed so far

  // Extends everything to the bound, which must not be less than that of the call before. The result, assumed, keeps
  // everything within the bound; it must not be assumed after the next call.
  Lit grow(std::size_t bound);
  // To be called if there is no model within the bound: then whatever the solver finds later is longer.
  void nothing_within_bound();

  // That one of the groups does not tell two states apart, if the guard holds.
  void alike(Lit guard, const std::vector<Observers>& observers, StateRef a, StateRef b);

  struct Shown {
    model::StateSet states;                   // each reached, inside the set, from an initial state
    std::vector<model::StateSet> continuing;  // those of them from which a path is needed that was not searched
  };
  Shown shown() const;

 private:
  struct Member {
    State bits;
    Lit demanded;
    StateRef origin;
  };
  struct Task {
    Goal goal;
    StateRef state;
    Lit lit;
  };

  void write(const Task& task);
  const ClauseTemplate& clauses_of(Goal goal);
  const Bits& seen_by(const Observers& group);

  Solver* solver_;
  const Model* model_;
  const Goals* goals_;
  std::deque<Member> states_;  // references stay valid
  std::unordered_map<std::uint64_t, Lit> needed_;
  std::vector<Task> open_;
  std::vector<std::unique_ptr<Growing>> growing_;
  Lit limit_;
  std::unordered_map<Goal, ClauseTemplate> templates_;
  std::map<Observers, Bits> seen_;
  std::vector<std::pair<Lit, StateRef>> continuing_;
};

}  // namespace gnomon::sat
