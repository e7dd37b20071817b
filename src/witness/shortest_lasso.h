// Lassos as short as any: the fewest states on the way to the loop and on it.
//
// A lasso of the product with an automaton may be longer than the path that it stands for, because the automaton takes
// several rounds where the path takes one. Not so with truth itself as the automaton (Schuppan and Biere, "Efficient
// reduction of finite state model checking to reachability analysis", 2004): a vertex is a state together with the set A
// of temporal subformulas that are true there, and a step from (s, A) to (s', A') demands
//
//   X g in A   iff  g at s'                     f U g in A  iff  g at s, or f at s and f U g in A'
//   F g in A   iff  g at s, or F g in A'        f R g in A  iff  g at s, and f at s or f R g in A'
//   G g in A   iff  g at s and G g in A'        f W g in A  iff  g at s, or f at s and f W g in A'
//
// Truth along a lasso repeats with its loop, so that every lasso that satisfies a formula is one of these vertices, of the
// same shape; and a lasso of vertices whose loop meets, for each F g and f U g, a vertex where it is not in A or g holds
// satisfies all formulas in A. Of these a shortest one is found by breadth-first search: distances from the start, and
// for each vertex the shortest loop that meets all goals, as long as it can still be shorter than the best one so far.
//
// Cost: states times 2^temporal subformulas, squared; so the search is given up after some work.
//
// For formulas with path expressions, or with too many temporal subformulas, lassos are tried: all paths from the starts,
// shorter ones first, each with all loops that its last state can close. That is feasible where the shortest lasso is short
// and states have few successors, and otherwise given up.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "logic/formula.h"
#include "witness/shorten.h"

namespace gnomon::witness {

struct ShortestProblem {
  const logic::FormulaPool* pool = nullptr;
  logic::Formula formula;                     // of a path, in negation normal form
  std::vector<explicit_state::State> starts;  // from any of them
  std::function<std::vector<explicit_state::State>(const explicit_state::State&)> successors;
  std::function<bool(logic::Formula, const explicit_state::State&)> letter;  // of state formulas
  // Sets that the loop must visit: whether the state is in each.
  std::function<std::vector<bool>(const explicit_state::State&)> fairness;
  // Whether the formula holds on a lasso of the system, and fairness is met on its loop.
  std::function<bool(const StateLasso&)> satisfied;
  std::size_t longest = 0;  // shorter than this
  std::size_t work = 200'000;
};

struct ShortestAnswer {
  bool decided = false;             // otherwise the search was given up
  std::optional<StateLasso> lasso;  // none: no lasso is shorter
};

ShortestAnswer shortest_lasso(const ShortestProblem& problem);

}  // namespace gnomon::witness
