// Alternating automata made smaller: states that cannot be told apart become one.
//
// Two states are alike if they are both rejecting or both not, belong to the same group, may end in the same positions,
// and have the same terms, alike successors being taken for one: the coarsest bisimulation, by refinement of a partition
// (automata/graph.h). Runs of the automaton and of its quotient have the same trees up to repetition, with the same
// labels along their branches, so that they accept the same words. Terms that have become superfluous are dropped.
// Compare Fritz and Wilke, "Simulation relations for alternating Büchi automata" (2005), of which this is the simplest
// case.
#pragma once

#include "automata/alternating.h"

namespace gnomon::automata {

// A state may be marked as rejecting although it lies on no cycle: the mark then matters only for what it is alike to.
// States that cannot be reached are dropped.
AlternatingAutomaton quotient(const AlternatingAutomaton& automaton, Meter& meter);

}  // namespace gnomon::automata
