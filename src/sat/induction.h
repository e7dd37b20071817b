// Invariants by k-induction (Sheeran, Singh, Stålmarck, FMCAD 2000): p holds in all reachable states if
//
//   base   no path of at most k steps from an initial state leads to !p, and
//   step   no path s_0 ... s_(k+1) of distinct states, from any state, has p in s_0 ... s_k and !p in s_(k+1).
//
// Were there a shortest path from an initial state to !p, it would have more than k steps, and its last k + 2 states
// would contradict the step. The states of a path range over all codes that are values, reachable or not. That they are
// distinct is demanded only of pairs that a model of the solver has repeated (Eén and Sörensson, BMC 2003). It makes
// the method complete: no simple path is longer than the number of states.
#pragma once

#include <cstddef>
#include <vector>

#include "sat/demands.h"
#include "sat/goals.h"
#include "sat/model.h"
#include "sat/solver.h"

namespace gnomon::sat {

class Induction {
 public:
  // `holds` and `fails` are goals without paths for p and !p. With `check_base` the base is checked here, otherwise the
  // caller knows it for each k before advance() tries that k.
  Induction(const Model& model, const Goals& goals, Goal holds, Goal fails, bool check_base, const Budget* budget);

  // Tries the next k, from 0: whether it proves the invariant.
  bool advance();

  const Solver& solver() const { return solver_; }

 private:
  bool forbid_repetitions();

  const Model* model_;
  Goal holds_, fails_;
  bool check_base_;
  bool refuted_ = false;
  Solver solver_;
  Demands demands_;
  std::vector<StateRef> path_;
  Lit from_initial_;
};

}  // namespace gnomon::sat
