#include "task_words.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "exit_code.h"
#include "task/sha256.h"
#include "terminal.h"

namespace gnomon::cli {

namespace {

// What tasks say in other ways, and what concerns the terminal.
constexpr std::array<std::string_view, 12> kNoWords = {
    "-D",         "--formula", "--properties",     "--output",         "--timeout", "--memory",
    "--progress", "--color",   "--save-reachable", "--load-reachable", "--help",    "FILE"};

std::string option_name(const CLI::Option& option) {
  if (!option.get_lnames().empty()) return "--" + option.get_lnames().front();
  if (!option.get_snames().empty()) return "-" + option.get_snames().front();
  return option.get_name();
}

}  // namespace

CheckArguments arguments_of(const task::Task& task, std::string& problem) {
  CheckArguments arguments;
  CLI::App command("a task");
  add_plain_check_options(command, arguments);
  try {
    command.parse(std::vector<std::string>(task.words.rbegin(), task.words.rend()));  // CLI11 wants them reversed
  } catch (const CLI::Error& error) {
    problem = error.what();
  }
  arguments.formulas = task.formulas;
  for (const auto& [name, value] : task.parameters) {
    arguments.run.definitions.push_back(fmt::format("{}={}", name, value));
    if (problem.empty()) problem = parameter_problem(arguments.run.definitions.back());
  }
  arguments.run.timeout = task.timeout;
  if (task.memory > 0) arguments.run.memory = std::to_string(task.memory);
  arguments.run.file = task.model;
  arguments.run.progress = "never";
  arguments.input = Input{task.model, task.text, "", 0};
  arguments.properties = task.properties;
  arguments.properties_input = Input{task.properties, task.properties_text, "", 0};
  return arguments;
}

std::vector<std::string> task_words(const CLI::App& command, const std::vector<std::string>& except) {
  std::vector<std::string> words;
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option_name(*option);
    if (option->count() == 0 || std::find(kNoWords.begin(), kNoWords.end(), name) != kNoWords.end()) continue;
    if (std::find(except.begin(), except.end(), name) != except.end()) continue;
    for (const std::string& value : option->results()) {
      words.push_back(name.starts_with("--") ? fmt::format("{}={}", name, value) : name + value);
    }
  }
  return words;
}

task::Task task_of(const CheckArguments& arguments, const Input& input, const api::Parameters& parameters,
                   std::vector<std::string> words) {
  task::Task task;
  task.model = input.name;
  task.text = input.text;
  task.parameters = parameters;
  task.formulas = arguments.formulas;
  if (arguments.properties_input) {
    task.properties = arguments.properties_input->name;
    task.properties_text = arguments.properties_input->text;
  }
  task.words = std::move(words);
  task.timeout = arguments.run.timeout;
  task.memory = arguments.run.memory_bytes();
  return task;
}

std::map<std::string, std::string> what_is_checked(const CheckArguments& arguments, const Input& input) {
  task::Task model;
  model.text = input.text;
  model.parameters = arguments.run.parameters();
  task::Task formulas;
  formulas.formulas = arguments.formulas;
  if (!arguments.properties.empty()) formulas.properties_text = read_input(arguments.properties).text;
  task::Task options;
  for (const std::string& word : arguments.words) {
    if (!word.starts_with("--formula-timeout=")) options.words.push_back(word);
  }
  auto digest = [](const task::Task& task) { return task::sha256_text(task::encode_task(task)); };
  return {{"another model", digest(model)}, {"other formulas", digest(formulas)}, {"other options", digest(options)}};
}

int run_task_work() {
  Output out;
  const Input input = read_input("-");
  const std::optional<task::Task> task = input.error.empty() ? task::decode_task(input.text) : std::nullopt;
  if (!task) {
    complain("task-work needs a task on standard input; it is not meant for people");
    return kBadInput;
  }
  task::Answer answer;
  std::string problem;
  const CheckArguments arguments = arguments_of(*task, problem);
  if (problem.empty()) {
    CheckCapture capture;
    capture.only = task->only;
    capture.width = task->width;
    answer.status = check(arguments, capture);
    answer.document = std::move(capture.document);
    answer.lines = std::move(capture.lines);
  } else {
    complain(problem);
    answer.status = kBadInput;
    answer.document = api::unreadable_to_json(task->model, problem);
  }
  out.write(task::encode_answer(answer));
  return out.finish(kAllTrue);
}

}  // namespace gnomon::cli
