// Which formulas of a model are meant: what follows --formula.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "gnomon/gnomon.h"

namespace gnomon::cli {

// The option --formula.
void add_formula_choice(CLI::App& command, std::vector<std::string>& chosen);

// Adds the indices of the chosen ones to `selected`, each given by its number among the first `in_file`, by its name, or as
// a text, which is added to the run. False if one of them is none: then `complaints` and the run's diagnostics say why.
bool choose_formulas(api::Run& run, std::size_t in_file, const std::vector<std::string>& chosen,
                     std::vector<std::size_t>& selected, std::vector<std::string>& complaints);

}  // namespace gnomon::cli
