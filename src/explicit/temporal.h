// Where formulas are evaluated, and branching time there.
//
// An Arena is a graph, the region R of its states that count, and the fairness sets. Sets of states are subsets of R;
// every operator looks at R only, so successors outside R do not exist:
//
//   EX f      = { s in R : some successor in R is in f }
//   E(f U g)  = least Z:  g or (f and EX Z)                          finite paths count
//   EG f      = states of f with an infinite path inside f that meets every fairness set infinitely often
// and the duals, with complements within R: AX f = !EX !f, AF f = !EG !f, A(f U g) = !(E(!g U (!f and !g)) or EG !g).
#pragma once

#include <optional>
#include <vector>

#include "explicit/graph.h"
#include "logic/formula.h"

namespace gnomon::explicit_state {

// By StateIndex.
using StateSet = std::vector<bool>;

struct Arena {
  const Graph* graph = nullptr;
  StateSet region;
  std::vector<StateSet> fairness;  // subsets of the region; empty: every infinite path is fair

  // All reachable states, no fairness.
  static Arena whole(const Graph& graph);
  // The states of the graph from which a fair path starts, with the fairness sets cut to them.
  static Arena fair(const Graph& graph, const std::vector<StateSet>& fairness);
};

StateSet complement(const Arena& arena, const StateSet& set);
StateSet meet(const StateSet& a, const StateSet& b);
StateSet join(const StateSet& a, const StateSet& b);

StateSet some_next(const Arena& arena, const StateSet& f);
StateSet all_next(const Arena& arena, const StateSet& f);
StateSet some_until(const Arena& arena, const StateSet& f, const StateSet& g);
StateSet all_until(const Arena& arena, const StateSet& f, const StateSet& g);
StateSet some_globally(const Arena& arena, const StateSet& f);

// A Boolean or branching-time operator applied to the sets of its operands (`b` is ignored by unary ones); none for any
// other operator.
std::optional<StateSet> combined(const Arena& arena, logic::Op op, const StateSet& a, const StateSet& b);

}  // namespace gnomon::explicit_state
