// How path quantifiers and knowledge with memory were evaluated, in words.
#pragma once

#include <string>

#include "check/path.h"
#include "logic/formula.h"
#include "recall/memory_checker.h"

namespace gnomon::engine {

// `E (F recack): explicit automaton, 3 states, 7 edges, terminal`
std::string describe_path(const logic::FormulaPool& pool, const check::PathReport& report);

// `12 information sets of 2 knowers, 3 views, alternation depth 1`
std::string describe_growth(const recall::MemoryReport& report);

}  // namespace gnomon::engine
