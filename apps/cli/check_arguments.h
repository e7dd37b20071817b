// The arguments of `gnomon check`, and the command itself, for other commands that check models.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bounded_arguments.h"
#include "run_arguments.h"
#include "terminal.h"
#include "witness_report.h"

namespace gnomon::cli {

struct CheckArguments {
  RunArguments run;
  std::vector<std::string> formulas;
  std::vector<std::string> step_ranges;  // what follows --parameter
  bool finite_traces = false;
  std::string finite_tests = "finite";
  std::string path_engine = "auto";
  std::string strategies = "full";
  std::string knowledge = "observational";
  std::string initial_information = "own";
  bool explain = false;
  bool check_deadlock = false;
  bool check_overflow = false;
  bool exit_zero = false;
  std::string save_reachable;  // files; empty: none
  std::string load_reachable;
  WitnessArguments witness;
  BoundedArguments bounded;
  std::optional<Input> input;  // the model's text, if it was read already
};

// Which formulas, and what they mean.
void add_formula_options(CLI::App& command, CheckArguments& arguments);

// The exit status.
int check(const CheckArguments& arguments);

}  // namespace gnomon::cli
