// Which answers of a bounded engine are answers about the system.
//
// Let M be the system, and let a bounded engine know a set V of its states in which every state is reached, inside V,
// from an initial state: those within k steps, or those on a few paths. A formula is evaluated in one of two ways.
//
// On the part: in the restriction N of M to V. States, edges, look-alikes and atoms are those of M between states of V;
// a state need not have a successor in N. Write [f] for the states of V that satisfy f in N. Going from N to M adds
// states, edges, paths and look-alikes and takes none away, so what exists in N exists in M:
//
//   [f] is exact (= [f]_M cut to V)        atoms, constants, green, red, and their Boolean combinations
//   [f] under-approximates [f]_M           EX EF EG EU, E over path formulas (finite and infinite), not K, not GK,
//   (f is existential)                     not DK, not GCK, not O, not <g>..: some path, look-alike or answer exists
//   [f] over-approximates [f]_M cut to V   AX AF AG AU, A over path formulas, K GK DK GCK O, and the strategic
//   (f is universal)                       operators, of whose outcomes N shows only some
//
// A missing successor does no harm: EX, EF and EU need only the edges that are there; EG, and E over infinite paths,
// count only paths that go on for ever inside N. It costs completeness (AF p is not refuted by a path that merely
// leaves N), never soundness.
//
// In the open: on all states that the variables allow, reachable or not, while agents consider only V possible
// (check/frame.h). The successors of a reachable state are reachable, so a formula about time and strategies alone has
// in every reachable state its value in M, whatever V is. Only knowledge looks at V:
//
//   [f] is exact in reachable states       atoms, Boolean, temporal, path and strategic operators of exact formulas
//   [f] under-approximates [f]_M there     not K, not GK, not DK, not GCK, not O: some look-alike in V
//   [f] over-approximates [f]_M there      K GK DK GCK O
//
// In both ways the operators are monotone in their operands, negation swaps the sides, and Box, like an implication,
// swaps them for the tests of its path expression. So by induction: an existential formula that holds in a state of V
// holds there in M, and a universal one that fails there fails in M. Nothing follows for a formula that is neither,
// until V is all that is reachable.
//
// Fairness: constraints that are existential have smaller sets, so fair paths are fair in M, fair states are fair
// states of M, and the argument is the same on these; with a constraint that is not existential nothing follows. In the
// open all constraints without knowledge are exact, and so are the fair states among the reachable ones.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/formula.h"

namespace gnomon::check {

enum class Extent : std::uint8_t { Part, Open };

struct Preservation {
  bool existential = true;  // holding in the extent means holding in the system
  bool universal = true;    // failing in the extent means failing in the system
};

Preservation preservation(const logic::FormulaPool& pool, logic::Formula f, Extent extent = Extent::Part);

// The same where only paths count that are fair under these constraints.
Preservation preservation(const logic::FormulaPool& pool, logic::Formula f, const std::vector<logic::Formula>& fairness,
                          Extent extent);

// Neither knowledge nor obligation occurs in the formula: in the open it has the same set whatever is known.
bool is_local(const logic::FormulaPool& pool, logic::Formula f);
// The largest local subformulas below the knowledge in a formula, and below the conjunctions and the AG on top of it,
// which are better decided state by state. Atoms and their Boolean combinations are left out.
std::vector<logic::Formula> local_parts(const logic::FormulaPool& pool, logic::Formula f);

}  // namespace gnomon::check
