// The options that all commands share which work on a model: limits, order, warnings, progress.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gnomon/json.h"
#include "progress_line.h"

namespace gnomon::cli {

// `N=4`: what may follow -D. A sentence about what is wrong with one, or empty:
std::string parameter_problem(const std::string& definition);
// Requires definitions without problems.
api::Parameters parameter_values(const std::vector<std::string>& definitions);

struct RunArguments {
  std::string file;
  bool json = false;
  bool typed = false;  // with json: values as numbers and Booleans
  bool quiet = false;
  bool verbose = false;
  std::optional<double> timeout;
  std::string memory;
  std::string engine;          // empty: not given
  std::size_t jobs = 0;        // 0: not given
  std::string slices = "off";  // or auto, or how many
  bool confirm = false;
  std::string order = "force";
  std::string reorder = "auto";
  std::string exploration = "auto";
  std::string progress = "auto";
  std::string color = "auto";
  std::vector<std::string> warnings;     // what follows -W
  std::vector<std::string> definitions;  // what follows -D

  void add_file(CLI::App& command);
  void add_warnings(CLI::App& command);
  void add_parameters(CLI::App& command);
  void add_limits(CLI::App& command, const char* timeout_meaning);
  // Everything that needs the state space; `threads` is the option for the threads of one run. With formulas there may be a
  // portfolio of engines.
  enum class Work { States, Formulas };
  void add_work(CLI::App& command, Work work, const char* threads = "--jobs");
  // The engine that was named. If none was: diagrams where another option is about them, otherwise auto.
  std::string chosen_engine() const;
  bool cuts() const { return slices != "off"; }
  bool portfolio() const { return engine == "portfolio"; }
  // No reachable states are worked out for the formulas.
  bool only_proves() const { return engine == "ic3"; }

  ProgressMode progress_mode() const;
  std::size_t memory_bytes() const;
  api::JsonValues json_values() const { return typed ? api::JsonValues::Typed : api::JsonValues::AsWritten; }
  api::Parameters parameters() const { return parameter_values(definitions); }
  // The options for the library; the progress line must outlive the run.
  api::RunOptions options(ProgressLine& line) const;
};

// A sentence about what is wrong with a number of seconds, or empty.
std::string seconds_problem(const std::string& text);

// "4G", "500M", "64k", "1000000", "1.5GB" in bytes (powers of 1000; of 1024 with "i": "4Gi"); none if it is no size.
std::optional<std::size_t> parse_size(const std::string& text);

// What may follow -W: "error", "error=NAME", "no-NAME", "NAME"; later ones override. A sentence about what is wrong
// with a control, or empty:
std::string warning_problem(const std::string& control);
// Requires controls without problems.
api::WarningOptions warning_options(const std::vector<std::string>& controls);

}  // namespace gnomon::cli
