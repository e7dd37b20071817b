// Path formulas by constructions on sets of alternating states, in diagram variables.
//
// The alternating automaton of a formula is linear in it. A state of the constructed automaton is a set S of its
// states: one variable for each member. For every alternating state q with terms (guard, successors):
//
//   q in S  ->  OR over terms:  guard  and  successors in S'
//
// Finite traces: the trace may end where every member of S has an ending guard that holds; a least fixpoint.
//
// Infinite traces (breakpoint construction, Miyano and Hayashi 1984): a set O of rejecting states that still owe a
// breakpoint, with one variable for each rejecting state, and the terms read
//
//   guard  and  successors in S'  and  ((q in O or O empty) -> rejecting successors in O')
//
// and O empty is to be visited infinitely often. S' and O' may be larger than asked for, which only makes acceptance
// harder; so every minimal choice is there. 2^(states + rejecting) automaton states, none of them ever listed.
#pragma once

#include <utility>
#include <vector>

#include "automata/alternating.h"
#include "check/labelling.h"

namespace gnomon::check {

using VariableReserve = std::vector<std::pair<bdd::Var, bdd::Var>>;

// The states of the labelling's frame with a fair path that the automaton (on infinite words) accepts.
StateSet accepted_from(Labelling& labelling, const automata::AlternatingAutomaton& automaton, VariableReserve& reserve);

// The states with a finite path of the frame that the automaton (on finite traces) accepts and that ends in `last`.
StateSet matched_from(Labelling& labelling, const automata::AlternatingAutomaton& automaton, const StateSet& last,
                      VariableReserve& reserve);

}  // namespace gnomon::check
