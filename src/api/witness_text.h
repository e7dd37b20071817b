// Witnesses as the facade shows them: names instead of numbers, and both renderings.
#pragma once

#include <vector>

#include "explicit/witness_data.h"
#include "gnomon/gnomon.h"
#include "ispl/checked_model.h"

namespace gnomon::api {

Witness describe_witness(const ispl::CheckedModel& model, const explicit_state::Witness& witness,
                         const WitnessOptions& options);

// What the states mean to the reader: propositions that hold there, and what agents see of them.
void add_context(const ispl::CheckedModel& model, const std::vector<explicit_state::State>& states, Witness& witness);

}  // namespace gnomon::api
