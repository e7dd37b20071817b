// One instance of a scenario as plain ISPL: the bundled model elaborated for the values of the parameters, with the
// formulas that were asked for, and without the propositions and groups that none of these mentions.
#pragma once

#include <string>
#include <vector>

#include "scenario/scenario.h"

namespace gnomon::scenario {

// `head` are comments at the top, one paragraph each. What is wrong goes to `errors`: nothing but instances that are too
// large.
std::string instance_text(const Scenario& scenario, const Values& values, const GenerateOptions& options,
                          const std::vector<std::string>& head, std::vector<std::string>& errors);

}  // namespace gnomon::scenario
