// A path of unknown length as clauses, extended backwards one step at a time.
//
// Position 0 is the end of the path, position n lies n steps before it. The path begins at some position, its origin: a
// given state, or any initial state. It carries a run of an automaton (sat/goals.h), whose state at each
// position is a binary code. All clauses are implications from switches, so that a path that nothing demands costs the
// solver nothing, and extending never changes a clause:
//
//   on_0                          the path is demanded
//   on_n     -> begins_n or on_(n+1)
//   begins_n -> s_n is the origin, q_n the automaton's initial state
//   on_(n+1) -> T(s_(n+1), s_n), and some edge q_(n+1) -> q_n whose guard holds in s_(n+1)
//   on_0     -> some end condition holds in s_0, or closed                      (closed: for automata that loop)
//   closed   -> in_1, and due_1 of every goal (marks and fairness)
//   in_n     -> on_n, and closes_n or in_(n+1)                                  position n is in the loop
//   closes_n -> s_n = s_0, q_n = q_0
//   due_n    -> in_n, and the goal is met at position n or due_(n+1)
//
//   origin ... s_j ... s_n ... s_1 s_0          s_j = s_0: the loop is s_j ... s_1
//              `-------- loop -------'
//
// Assuming !on_(k+1), the front, allows paths of at most k steps. Several closes_n may hold: then the longest of
// these loops meets all goals. Cost of a position: the clauses of one step, two equalities of states, the edges of the
// automaton.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sat/goals.h"
#include "sat/solver.h"

namespace gnomon::sat {

class Demands;

struct StateTag {};
using StateRef = Id<StateTag>;  // a state of an Demands

// Something that grows with the bound.
class Growing {
 public:
  virtual ~Growing() = default;
  virtual void extend() = 0;
  virtual std::size_t length() const = 0;  // how often it has been extended
  virtual Lit front() const = 0;           // demands more than that length
};

class Unrolling : public Growing {
 public:
  // `origin` none: an initial state. The demands and the automaton must outlive it.
  Unrolling(Demands& demands, const PathAutomaton& automaton, Lit demanded, StateRef origin);

  void extend() override;
  std::size_t length() const override { return positions_.size() - 1; }
  Lit front() const override { return front_; }
  StateRef end() const { return positions_.front().state; }

 private:
  struct Position {
    StateRef state;
    Lit on;
    std::vector<Lit> code;  // of the automaton's state
    std::vector<Lit> at;    // by automaton state: a switch for "the code is this one", made when needed
  };

  void add_position(StateRef state, Lit on);
  void demand_end();
  void allow_begin();
  void demand_edges(std::vector<Lit>& taken);
  void grow_loop(const std::vector<Lit>& taken);
  Lit at(Position& position, std::uint32_t automaton_state);
  std::size_t goal_count() const;

  Demands* demands_;
  const PathAutomaton* automaton_;
  StateRef origin_;
  std::vector<Position> positions_;
  Lit front_;
  Lit in_;                // of the position that comes next
  std::vector<Lit> due_;  // of the position that comes next, by goal: fairness constraints, then marks
};

}  // namespace gnomon::sat
