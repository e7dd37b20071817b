// An automaton that runs along a path, with a count of its rounds: how IC3, which looks for bad states, sees infinite paths.
//
// k-liveness (Claessen and Sörensson, FMCAD 2012). No infinite path is accepted (ic3/run_automaton.h) iff for some k no
// run closes k rounds: a run that closes more of them than the model and the automaton have states has closed one on a
// loop. So the machine runs the automaton along, counts, and "k rounds are closed" is what must not be reached; k grows
// until that is proved or a loop is found. An end of a run is bad at once.
//
// Positions: one for each place, exactly one of which is set; then k for the count in unary, c_1 to c_k, where c_j says
// that at least j rounds are closed. A solver is told both of every state. Which edge is taken is chosen like an action.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "ic3/cube.h"
#include "ic3/diagram.h"
#include "ic3/run_automaton.h"
#include "ic3/target.h"
#include "sat/model.h"
#include "sat/solver.h"

namespace gnomon::ic3 {

// A step of the monitor as a solver knows it.
struct MonitorLits {
  sat::State now, next;
  std::vector<sat::Lit> edges;  // this one is taken
};

class Monitor {
 public:
  // Bad after so many rounds; 0 if the automaton has none. The model must outlive it.
  Monitor(const sat::Model& model, const RunAutomaton& automaton, std::size_t rounds, sat::CnfMethod method);

  std::size_t size() const { return places_ + rounds_; }  // positions

  // The step beside that of the model, which leaves `state`; the literals switch on what their names say.
  struct Switches {
    sat::Lit step, initial, bad;
  };
  MonitorLits write(sat::Solver& solver, const Switches& switches, const sat::State& state) const;
  // A state of its own in which every run begins.
  sat::State write_initial(sat::Solver& solver) const;

  // Why the step with these edges leads where the literals say, and why the state is bad: diagrams of the model's state,
  // and literals of the monitor. Positions are its own, from 0.
  struct Why {
    std::vector<const Diagram*> diagrams;
    Cube kept;
  };
  Why before(const std::vector<bool>& now, const std::vector<bool>& edges, const Cube& wanted) const;
  Why bad(const std::vector<bool>& now, const Assignment& state) const;
  bool never_initial(Literal literal) const;

  // The rounds that are closed in a state of the monitor, and whether two states differ in nothing else.
  std::size_t rounds_in(const std::vector<bool>& values) const;
  bool same_place(const std::vector<bool>& a, const std::vector<bool>& b) const;

 private:
  struct Guard {
    sat::ClauseTemplate clauses;
    Diagram diagram;
  };
  struct Edge {
    std::size_t from = 0;
    std::size_t to = 0;
    bool round = false;
    Guard guard;
  };
  struct End {
    std::size_t place = 0;
    Guard condition;
  };

  sat::State new_state(sat::Solver& solver) const;
  void count(sat::Solver& solver, sat::Lit step, sat::Lit round, const MonitorLits& lits) const;
  void begin(sat::Solver& solver, sat::Lit guard, const sat::State& state) const;

  const sat::Model* model_;
  std::size_t places_, initial_, rounds_;
  std::vector<Edge> edges_;
  std::vector<End> ends_;
};

}  // namespace gnomon::ic3
