// How the diagrams of a model came about, in words: which order of variables was taken, in how many parts the relation
// is, and each change of the order with what it gained. For people who wonder where the time went.
#pragma once

#include <string>
#include <vector>

#include "model/symbolic_model.h"

namespace gnomon::engine {

std::vector<std::string> choice_text(const model::SymbolicModel& model);

}  // namespace gnomon::engine
