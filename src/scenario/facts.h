// What is known about the scenarios beyond their models: which values do not go together, and how many reachable states
// there are.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bigint.h"
#include "scenario/scenario.h"

namespace gnomon::scenario {

// What is wrong with values that are each in range; empty if nothing is.
std::string conflict(std::string_view scenario, const Values& values);

// By a formula where there is one, otherwise measured values.
std::optional<BigInt> states_by_law(std::string_view scenario, const Values& values);

}  // namespace gnomon::scenario
