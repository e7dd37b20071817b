// Bounds of path formulas written out: an equivalent formula without them, for what knows no bounds (automata).
//
//   X[n] f       = X ... X f                                              n times
//   F[a,b] f     = X ... X (f or X (f or X ... f))                         G[a,b] f, with `and` and the weak next
//   f U[a,b] g   = f and X (f and X ... (g or (f and X (g or ... g))))     f R[a,b] g, the dual
//   f W[a,b] g   = f U[a,b] g or G[0,b] f
//   rho{n,m}     = rho;...;rho;(true? + rho;(true? + rho ...))
//   <rho>[a,b]f  = <sigma>f, where sigma has the matches of rho with a to b steps:
//
//     k steps of        f: f for k = 1             f?: f? for k = 0            rho + sigma: k steps of either
//     rho;sigma: the union over i of i steps of rho; k - i of sigma
//     rho*: for k = 0 (0 steps of rho)*, otherwise (0 steps of rho)*; the union over i >= 1 of i steps of rho; k - i of rho*
//
// On infinite paths the weak next is X, on finite traces [true]. Equal parts are shared, so that the operators cost as
// many nodes as their upper ends, and a match the square of its. Beyond a limit of nodes: LimitReached(Size).
//
// An automaton with counters (automata/obligation.h) carries bounds [0,b] of F G U R <rho> [rho] itself. For it the rest
// is written out: lower ends, where the interval has an upper one, and those of open intervals by the laws
//
//   F[a,] f = last >= a and G<=a F f              f U[a,] g = last >= a and G<=a-1 f and G<=a (f U g)
//   G[a,] f = last < a or F<=a G f                f R[a,] g = last < a or F<=a-1 f or F<=a (f R g)
//
// where `last >= a`, "the path has a further step a times", is G<=a-1 X true, and true on infinite paths.
#pragma once

#include <cstddef>

#include "base/budget.h"
#include "logic/formula.h"
#include "logic/nnf.h"

namespace gnomon::logic {

inline constexpr std::size_t kMaxUnfolded = 20'000;  // nodes made for one formula

// Whether a path operator with a bound, or a repetition, occurs in the path formula outside its state formulas.
bool has_path_bounds(const FormulaPool& pool, Formula path_formula);

// The path formula without them; its maximal state formulas stay as they are. With tests that look beyond a finite
// trace, no test may be hidden in U, W and R (logic/nnf.h).
Formula unfolded(FormulaPool& pool, Formula path_formula, Traces traces, const Budget* budget = nullptr,
                 std::size_t limit = kMaxUnfolded);

// The path formula with no bounds but [0,b], b > 0, of F G U R <rho> [rho].
Formula unfolded_for_counters(FormulaPool& pool, Formula path_formula, Traces traces, const Budget* budget = nullptr,
                              std::size_t limit = kMaxUnfolded);

// The state formula `quantifier f`, with the bounds of f written out. What is left may not depend on a path; then E
// still asks for a path, and A holds where there is none.
Formula unfolded_below(FormulaPool& pool, Op quantifier, Formula path_formula, Traces traces,
                       const Budget* budget = nullptr);

// The formula with its operators on states that have a lower end and no upper one written as two: EF[a,] f = EX[a] EF f,
// E(f U[a,] g) = E(f U[a] E(f U g)), and so on.
Formula with_open_ends_split(FormulaPool& pool, Formula formula);

}  // namespace gnomon::logic
