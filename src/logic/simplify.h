// Sound simplification: an equivalent formula with fewer or simpler parts, one bottom-up pass, linear in the nodes.
//
// Equivalent means: the same truth value in every state (on every path and position) of every model, with deadlocks,
// with fairness, with empty groups and under every semantics of knowledge. This leaves alone what looks trivial and is
// not:
//
//   EX true, AX false, EG true, AF false     tell whether a state has a successor, or an infinite (fair) path
//   E f, A f                                 range over infinite paths, but of a formula without path operators they
//                                            are that formula itself; so a path formula that simplifies to a state
//                                            formula g leaves the question whether there is a path:
//                                            E f = g and E X true, A f = g or A X false
//   X true                                   is true on infinite paths, "not the last state" on finite traces
//   GK(g, false)                             is true for an empty group
//   <g>X true, <g>G true                     fail in deadlocks
//   <g>X false, <g>F false                   can hold where a joint action has no outcome
//   <g>(false U h)                           is not h under uniform strategies
//
// Path expressions are simplified as regular expressions over steps and tests (tests are parts of the identity, so
// (f?)* = true? and (rho + f?)* = rho*), and the modal operators of single steps, tests and starred steps become X, F,
// G, U, R and Boolean operators, which the checkers treat more cheaply.
#pragma once

#include "base/budget.h"
#include "logic/formula.h"
#include "logic/nnf.h"

namespace gnomon::logic {

// `traces` is for a path formula outside any quantifier. On finite traces only rules are used that hold whichever way
// tests are read.
// The budget, if there is one, is polled.
Formula simplify(FormulaPool& pool, Formula f, Traces traces = Traces::Infinite, const Budget* budget = nullptr);

}  // namespace gnomon::logic
