// What proves that no path is accepted by an automaton (ic3/run_automaton.h), apart from how it was found.
//
// A certificate has a number k of rounds and excludes cubes of states, at some places of the automaton and for some
// numbers of rounds. What is left is a set I(q, n) of states for each place q and each n < k (n = 0 if the automaton has
// no rounds). It proves that runs close fewer than k rounds and never end, and so that none is accepted, if
//
//   every initial state is in I(initial place, 0);
//   an edge from q to r whose guard holds in a state of I(q, n) leads, with every step of the model, into I(r, n), or
//   I(r, n + 1) if it closes a round, and I(r, k) is empty;
//   no state of I(q, n) satisfies the condition of an end at q.
//
// verify_runs() asks a SAT solver of its own these questions one by one, edge by edge and number by number, with places and
// numbers as constants: nothing of the monitor that the search was made with (ic3/monitor.h) is used.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/budget.h"
#include "ic3/certificate.h"
#include "ic3/cube.h"
#include "ic3/machine.h"
#include "ic3/run_automaton.h"

namespace gnomon::ic3 {

struct RunCertificate {
  struct Exclusion {
    std::vector<bool> places;  // by place: whether it is excluded there
    std::size_t first = 0;     // from so many rounds
    std::size_t last = 0;      // up to so many
    std::vector<Condition> states;
  };
  std::size_t rounds = 0;
  std::vector<Exclusion> excluded;
};

// From the invariant that was found of a machine with a monitor.
RunCertificate run_certificate_of(const Machine& machine, const RunAutomaton& automaton, std::size_t rounds,
                                  const std::vector<Cube>& invariant);

bool verify_runs(const RunCertificate& certificate, const RunAutomaton& automaton, model::SymbolicModel& model,
                 const Budget* budget);

// The automaton and a line per exclusion.
std::string text_of(const RunCertificate& certificate, const RunAutomaton& automaton, model::SymbolicModel& model);

}  // namespace gnomon::ic3
