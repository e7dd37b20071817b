// Several values for parameters: `-D N=2..6` stands for N=2, N=3, ..., N=6, and `-D N=2,4,8..10` for N=2, N=4, N=8, N=9,
// N=10; likewise ranges for the parameters in the bounds of formulas, `--parameter x=0..20`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "gnomon/gnomon.h"

namespace gnomon::cli {

void add_parameter_ranges(CLI::App& command, std::vector<std::string>& definitions);

// All combinations, the last parameter running fastest; one without parameters if there are none.
std::vector<api::Parameters> parameter_combinations(const std::vector<std::string>& definitions);

void add_step_ranges(CLI::App& command, std::vector<std::string>& definitions);
// Requires definitions without problems.
std::vector<api::StepRange> step_ranges(const std::vector<std::string>& definitions);

// "model.ispl N=3 T=1"
std::string run_title(const std::string& file, const api::Parameters& parameters);

}  // namespace gnomon::cli
