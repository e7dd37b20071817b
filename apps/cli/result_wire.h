// Results between processes of this program: values as bytes, and back.
//
// Both directions are one function: `fields` lists the members of a type, and an archive either writes or reads what it is
// given. Writer and reader are the same program, so that there is nothing to negotiate; a text that is cut off raises
// std::runtime_error.
#pragma once

#include <string>
#include <string_view>

#include "gnomon/gnomon.h"

namespace gnomon::cli {

std::string to_wire(const api::FormulaResult& result);
api::FormulaResult result_from_wire(std::string_view bytes);

}  // namespace gnomon::cli
