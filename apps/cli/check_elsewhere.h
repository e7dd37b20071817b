// `gnomon check --cluster`: each chosen formula of a model is a task for the cluster. What is printed, the document and
// the exit status are those of a check on this machine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check_arguments.h"
#include "text_report.h"

namespace gnomon::cli {

// What the results of the formulas are together.
struct ElsewhereOutcome {
  int status = 0;
  std::string problem;   // with the cluster itself; nothing else counts then
  std::string document;  // JSON
  std::string figures;   // the line of statistics
};

// Performs the check of the chosen formulas, `selected` of them in the run, whose text is that of `input`. Lines for people
// are handed to `tell` in the order of the formulas, as soon as those before are known.
ElsewhereOutcome check_elsewhere(const CheckArguments& arguments, const api::Run& run, const Input& input,
                                 const std::vector<std::size_t>& selected, const VerdictLines& lines,
                                 ProgressLine& progress, const std::function<void(const std::string&)>& tell);

}  // namespace gnomon::cli
