// Keyword arguments as options of the library. Names and values are those of the command line, with `_` for `-`
// (`path_engine="nfa"` is `--path-engine=nfa`); a wrong name is a TypeError, a wrong value a ValueError with the choices.
#pragma once

#include <optional>
#include <pybind11/pybind11.h>

#include "gnomon/gnomon.h"

namespace gnomon::python {

// All that gnomon.Model takes, but limits, interruption and progress.
api::RunOptions run_options(const pybind11::dict& options);
api::WarningOptions warning_options(const std::vector<std::string>& disabled, const std::vector<std::string>& errors,
                                    bool all_are_errors);
// `engine` is bdd or sat; `checks` is written as for --bounded-checks: auto, all, or a word with a number.
api::BoundedOptions bounded_options(const std::string& engine, const std::string& checks, double amount,
                                    std::optional<std::size_t> bound);
api::CallLimits call_limits(std::optional<double> timeout, std::size_t memory);

}  // namespace gnomon::python
