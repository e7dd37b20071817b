// The part of a replay that is about memory: that the states of a witness are what its paths, links and looks make of
// them. Each state gets a place (information.h), by histories from initial states:
//
//   a path        its states follow one another, what agents remember included; a loop returns to what they remembered
//   a link        the agents consider the other state possible, with all that is remembered there
//   a look        the same state, with what the agent learns by its new observation
//   a history     a path with the purpose Reach begins in an initial state, and has the looks of the state from which a
//                 link leads to its end: changes of observation are public
#pragma once

#include "explicit/replay_context.h"

namespace gnomon::explicit_state {

// Raises ReplayError, and TooManyWorlds where the check would be too expensive.
void check_memory(ReplayContext& context, logic::Formula formula);

}  // namespace gnomon::explicit_state
