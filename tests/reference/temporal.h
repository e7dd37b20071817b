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

#include <functional>
#include <optional>
#include <vector>

#include "explicit/graph.h"
#include "logic/formula.h"

namespace gnomon::reference {

using explicit_state::Graph;
using explicit_state::GraphMove;
using explicit_state::Interpreter;
using explicit_state::JointAction;
using explicit_state::State;
using explicit_state::StateIndex;

// By StateIndex.
using Members = std::vector<bool>;

struct Arena {
  const Graph* graph = nullptr;
  Members region;
  std::vector<Members> fairness;  // subsets of the region; empty: every infinite path is fair

  // All reachable states, no fairness.
  static Arena whole(const Graph& graph);
  // The states of the graph from which a fair path starts, with the fairness sets cut to them.
  static Arena fair(const Graph& graph, const std::vector<Members>& fairness);
};

Members complement(const Arena& arena, const Members& set);
Members meet(const Members& a, const Members& b);
Members join(const Members& a, const Members& b);

Members some_next(const Arena& arena, const Members& f);
Members all_next(const Arena& arena, const Members& f);
Members some_until(const Arena& arena, const Members& f, const Members& g);
Members all_until(const Arena& arena, const Members& f, const Members& g);
Members some_globally(const Arena& arena, const Members& f);

// An operator with a bound, by its unfolding: `next` stands for EX, AX or <g>X, `without` for the operator without the
// bound, and the shape is that of its name.
//
//                a > 0                        a = 0, b > 0                     a = b = 0   no b
//   F[a,b] f     next F[a-1,b-1] f            f or next F[0,b-1] f             f           next ... next F f
//   G[a,b] f     next G[a-1,b-1] f            f and next G[0,b-1] f            f           ...
//   f U[a,b] g   f and next (f U[a-1,b-1] g)  g or (f and next (f U[0,b-1] g)) g           ...
enum class Shape { Finally, Globally, Until };
Members unfolded(Shape shape, const logic::Interval& interval, const Members& f, const Members& g,
                 const std::function<Members(const Members&)>& next, const std::function<Members()>& without);

// A Boolean or branching-time operator applied to the sets of its operands (`b` is ignored by unary ones); none for any
// other operator.
std::optional<Members> combined(const Arena& arena, const logic::FormulaPool& pool, const logic::Node& node,
                                const Members& a, const Members& b);

}  // namespace gnomon::reference
