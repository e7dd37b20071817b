// Small random parametric models as ISPL text: families of variables, actions, values and propositions, an agent
// template, variables as indices (also where they can leave their set), values by cases, quantifiers, definitions. The
// same seed gives the same model everywhere.
#pragma once

#include <cstdint>
#include <string>

namespace gnomon::test {

std::string random_parametric_model(std::uint64_t seed);

}  // namespace gnomon::test
