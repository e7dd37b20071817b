// Doubts of agents with memory, as the facade shows them: two histories side by side.
#pragma once

#include "gnomon/gnomon.h"
#include "model/symbolic_model.h"
#include "recall/doubt.h"

namespace gnomon::api {

// Checks the histories against the model first, by its plain interpreter: a doubt that is none is a bug and raises
// std::logic_error.
Witness describe_doubt(const model::SymbolicModel& system, const recall::Doubt& doubt, const WitnessOptions& options);

}  // namespace gnomon::api
