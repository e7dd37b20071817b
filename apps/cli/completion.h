// Completion of words in shells. The scripts for bash, zsh and fish (`gnomon help completion SHELL`) only ask the program
// itself, `gnomon complete-words WORD...`, what may stand in the place of the last word: so they know every option, the
// values of options, scenario names, topics, and the formulas of the model on the line, and never grow old.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

namespace gnomon::cli {

struct Candidate {
  std::string word;
  std::string meaning;  // may be empty
};

// The word that stands for the names of files; the shells complete them themselves.
inline constexpr const char* kFiles = ":files";

// What may replace the last of the words (which may be empty, or a beginning), in the order of the help.
std::vector<Candidate> complete(const CLI::App& program, const std::vector<std::string>& words);
// Prints the candidates, one in a line, a tabulator before the meaning.
int run_complete(const CLI::App& program, const std::vector<std::string>& words);

// Nothing for a shell that is not known.
std::optional<std::string> completion_script(const std::string& shell);

}  // namespace gnomon::cli
