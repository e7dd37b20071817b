// Automata and path engines in words.
#pragma once

#include <string>

#include "check/path.h"
#include "logic/formula.h"

namespace gnomon::api {

// `E (F recack): explicit automaton, 3 states, 7 edges, terminal`
std::string describe_path(const logic::FormulaPool& pool, const check::PathReport& report);

}  // namespace gnomon::api
