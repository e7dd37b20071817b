// Witnesses as the facade shows them: names instead of numbers, and both renderings.
#pragma once

#include "explicit/witness_data.h"
#include "gnomon/gnomon.h"
#include "ispl/checked_model.h"

namespace gnomon::api {

Witness describe_witness(const ispl::CheckedModel& model, const explicit_state::Witness& witness,
                         const WitnessOptions& options);

}  // namespace gnomon::api
