// The joint action of a step between two given states.
//
// Protocols and evolution are small relations over current, action and next bits (model/conjuncts.h). With both states
// fixed, only action bits are left of each; their conjunction has the joint actions that lead from one state to the
// other. From it agents take, in order of declaration, the first action that leaves a choice to the others. No joint
// action is tried out: a state of fifty agents has too many.
#pragma once

#include <optional>

#include "check/frame.h"
#include "enumerate/space.h"
#include "explicit/program.h"
#include "model/symbolic_model.h"

namespace gnomon::witness {

// None if there is no such step.
std::optional<explicit_state::JointAction> action_between(const model::SymbolicModel& system,
                                                          const explicit_state::State& from,
                                                          const explicit_state::State& to);
std::optional<explicit_state::JointAction> action_between(const check::Frame& frame, const explicit_state::State& from,
                                                          const explicit_state::State& to);
// Where states are listed no diagram is needed (enumerate/step_action.h). Requires states of the list.
std::optional<explicit_state::JointAction> action_between(const enumerate::Space& space,
                                                          const explicit_state::State& from,
                                                          const explicit_state::State& to);

}  // namespace gnomon::witness
