// The models to start from: the examples that are parts of the program, and the parametric models of the scenarios.
#pragma once

#include "serve/worker.h"

namespace gnomon::serve {

// A list of {group, name, title, text}.
Json catalogue();

}  // namespace gnomon::serve
