// What a path that refutes a formula looks like, as one automaton that runs along it.
//
// A goal (sat/goals.h) that asks for one path and nothing beside it becomes an automaton over the states of the model:
// E(f U g), EG f, E over path formulas, one after the other, as in EF EG f, and choices between them. A run is in one
// place at a time. In each step it takes an edge whose guard holds in the state that the step leaves. It is accepted if
//
//   it gets to an end: a place and a condition that holds in the state there;
//   or it goes on for ever and takes edges that close a round again and again.
//
// A round: automata with several acceptance sets, and fairness constraints, are waited for one after the other, each in
// a copy of the places of its own; an edge closes a round when the last one has been met. Where nothing is waited for,
// every edge that the run may repeat for ever closes one.
//
// Goals that need two paths from one state, or look-alikes, are no such automaton: LimitReached(Size).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bdd/bdd.h"
#include "model/symbolic_model.h"
#include "sat/goals.h"

namespace gnomon::ic3 {

struct RunAutomaton {
  using Place = std::uint32_t;
  struct Edge {
    Place from = 0;
    Place to = 0;
    bool round = false;  // closes a round
    bdd::Bdd guard;      // over current variables
  };
  struct End {
    Place place = 0;
    bdd::Bdd condition;
  };
  std::size_t places = 1;
  Place initial = 0;
  std::vector<Edge> edges;
  std::vector<End> ends;  // at most one for each place

  bool has_rounds() const;
};

// Accepted runs from a state show the goal there, and there are no others. The goals must be complete.
RunAutomaton run_automaton(model::SymbolicModel& model, const sat::Goals& goals, sat::Goal goal);

}  // namespace gnomon::ic3
