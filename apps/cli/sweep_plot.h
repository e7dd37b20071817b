// The picture of a sweep: states, seconds and memory over a parameter.
#pragma once

#include <string>
#include <vector>

#include "sweep_runs.h"

namespace gnomon::cli {

// The parameter with the most values, the first of them if there are several; empty if none has more than one.
std::string plotted_parameter(const std::vector<SweepRun>& runs);

// One curve for each file and each choice of the other parameters. Requires a plotted parameter.
std::string sweep_plot(const std::vector<SweepRun>& runs);

}  // namespace gnomon::cli
