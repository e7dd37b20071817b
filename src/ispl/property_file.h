// Formulas in a file of their own, for one model or several: written as in the section Formulae, with or without the words
// around it. `safe : AG p expect true;` names a formula and states its verdict.
#pragma once

#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"
#include "ispl/checked_model.h"
#include "ispl/load.h"

namespace gnomon::ispl {

// The formulas, in the order of the text; what is wrong is a diagnostic with a place in the source.
std::vector<Formula> load_formulas(CheckedModel& model, const Source& source, const LoadOptions& options,
                                   Diagnostics& diagnostics);

}  // namespace gnomon::ispl
