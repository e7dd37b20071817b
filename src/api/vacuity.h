// Vacuity: parts of a true formula that its truth does not depend on (Beer, Ben-David, Eisner, Rodeh 2001; Kupferman and
// Vardi 2003). AG (request -> AF grant) is true of a system without requests, and remains so with false in place of AF
// grant: it says nothing about grants.
//
// A part that occurs positively is replaced by false, one that occurs negatively by true; if the formula remains true,
// the part does not matter. One that occurs both ways must not matter either way. Only the largest such parts are told.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gnomon/gnomon.h"
#include "logic/formula.h"

namespace gnomon::api {

// `holds` decides a variant of the property; none: it could not be decided, and nothing is said about the part.
std::vector<VacuousPart> vacuous_parts(logic::FormulaPool& pool, const logic::Property& property,
                                       const std::function<std::optional<bool>(const logic::Property&)>& holds);

}  // namespace gnomon::api
