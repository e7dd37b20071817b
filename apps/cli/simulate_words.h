// The words that the commands of `gnomon simulate` take: what the tabulator key offers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gnomon/simulation.h"
#include "line_editor.h"

namespace gnomon::cli {

enum class WordKind : std::uint8_t {
  Nothing,      // or numbers
  Value,        // Agent.variable=value
  AgentAction,  // Agent=action
  Agent,
  Formula,
  File,
};

class SimulateWords {
 public:
  explicit SimulateWords(api::ModelNames names) : names_(std::move(names)) {}

  // The last word of the arguments.
  Completion complete(WordKind kind, std::string_view arguments) const;

 private:
  std::vector<std::string> words(WordKind kind, std::string_view arguments, std::string_view word) const;
  std::vector<std::string> values(std::string_view word) const;
  std::vector<std::string> actions(std::string_view word) const;
  std::vector<std::string> agents() const;
  std::vector<std::string> names_in_formula(std::string_view before) const;

  api::ModelNames names_;
};

}  // namespace gnomon::cli
