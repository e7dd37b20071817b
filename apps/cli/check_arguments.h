// The arguments of `gnomon check`, and the command itself, for other commands that check models.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bounded_arguments.h"
#include "cluster/options.h"
#include "run_arguments.h"
#include "terminal.h"
#include "witness_report.h"

namespace gnomon::cli {

struct CheckArguments {
  RunArguments run;
  std::vector<std::string> files;  // the models
  std::vector<std::string> formulas;
  std::vector<std::string> step_ranges;  // what follows --parameter
  std::string properties;                // a file of formulas; empty: none
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
  std::string certificate;
  bool expect = false;  // the exit status tells whether stated verdicts are met
  bool compare_engines = false;
  bool vacuity = false;  // look for parts that do not matter
  std::optional<double> formula_timeout;
  WitnessArguments witness;
  BoundedArguments bounded;
  std::optional<Input> input;              // the model's text, if it was read already
  std::optional<Input> properties_input;   // likewise
  cluster::ClusterOptions cluster;         // without an address: on this machine
  std::string resume;                      // with a cluster or slices: a file that results are kept in; empty: none
  std::string checkpoint;                  // with slices: a folder for what they have; empty: named after the file
  std::optional<double> checkpoint_every;  // seconds
  std::vector<std::string> words;          // the options that were given
};

// What a check leaves for its caller instead of printing it.
struct CheckCapture {
  // Of the chosen formulas only this one, counted from 0; the others are somebody else's, who has told the diagnostics of
  // the text and has given formulas a column of this width.
  std::optional<std::size_t> only;
  std::size_t width = 0;
  std::string document;  // JSON
  std::string lines;     // verdicts and witnesses for people, unless JSON is asked for
};

// Which formulas, and what they mean.
void add_formula_options(CLI::App& command, CheckArguments& arguments);
// All options that do not name files.
void add_plain_check_options(CLI::App& command, CheckArguments& arguments);

// The words of --path-engine.
const std::map<std::string, api::PathEngine>& path_engines();

// The exit status. With `document` the model is one of several: JSON is left there instead of standard output.
int check(const CheckArguments& arguments, std::string* document = nullptr);
int check(const CheckArguments& arguments, CheckCapture& capture);

// What the chosen formulas are called, by their names or texts; none if the model or the choice has errors.
std::optional<std::vector<std::string>> chosen_formulas(const CheckArguments& arguments);

}  // namespace gnomon::cli
