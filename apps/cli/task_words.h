// Checks as tasks: from the arguments of a command to a task that can travel, and back in the process that performs it.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "check_arguments.h"
#include "task/record.h"

namespace gnomon::cli {

// The options of `gnomon check` that were given to this command, as words that do not name files. What a task says in
// other ways is left out: formulas, parameters, limits; and so is what `except` names.
std::vector<std::string> task_words(const CLI::App& command, const std::vector<std::string>& except);

// The task of a check of this model; the formulas of --properties must have been read.
task::Task task_of(const CheckArguments& arguments, const Input& input, const api::Parameters& parameters,
                   std::vector<std::string> words);

// What a check of this model in slices must have in common with an earlier one in order to go on with it: what a
// difference is called, and a digest. Limits may differ.
std::map<std::string, std::string> what_is_checked(const CheckArguments& arguments, const Input& input);

// The task as arguments; a sentence in `problem` if its words are no options of a check.
CheckArguments arguments_of(const task::Task& task, std::string& problem);

// `gnomon task-work`: a task on standard input, its answer on standard output. What happens in a process of the pool.
int run_task_work();

}  // namespace gnomon::cli
