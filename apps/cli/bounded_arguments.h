// The options of bounded checking.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "gnomon/gnomon.h"

namespace gnomon::cli {

struct BoundedArguments {
  std::string engine;  // empty: no bounded checking
  std::string checks;
  std::optional<std::size_t> bound;

  void add(CLI::App& command);
  bool given() const { return !engine.empty(); }
  // What the engine of the run becomes by these options.
  api::Engine engine_of_run(api::Engine given) const;
  api::BoundedOptions options(api::Engine run) const;
};

// "auto", "all", "every:10", "at:12", "states:2", "memory:1.5", "time:2"; what is wrong with it goes to `problem`.
api::BoundedOptions parse_checks(const std::string& text, std::string& problem);

}  // namespace gnomon::cli
