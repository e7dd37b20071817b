#include "slice_work.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "cluster_arguments.h"
#include "exit_code.h"
#include "progress_line.h"
#include "task_words.h"
#include "terminal.h"

namespace gnomon::cli {

namespace {

struct SliceWorkArguments {
  cluster::ClusterOptions cluster;
  std::string worker;
  std::string memory;
};

// Works until the coordinator is gone; a sentence about what went wrong, or empty.
std::string host_slices(const SliceWorkArguments& given, const cluster::HelperRecord& record) {
  std::string problem;
  CheckArguments arguments = arguments_of(record.task, problem);
  if (!problem.empty()) return problem;
  arguments.run.memory = given.memory;
  const std::unique_ptr<Post> post = cluster::join_as_helper(given.cluster, record, given.worker, problem);
  if (!post) return problem;
  ProgressLine line(ProgressMode::Never);
  api::Run run(record.task.model, record.task.text, arguments.run.options(line));
  if (!run.has_errors()) return run.work_on_slices(*post);
  return run.stopped().empty() ? "the model has errors" : run.stopped();
}

}  // namespace

int run_slice_work(const std::vector<std::string>& words) {
  SliceWorkArguments arguments;
  CLI::App command("slices of a model");
  add_cluster_options(command, arguments.cluster, true);
  command.add_option("--worker", arguments.worker);
  command.add_option("--memory", arguments.memory);
  std::string problem;
  try {
    command.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 wants them reversed
  } catch (const CLI::Error& error) {
    problem = error.what();
  }
  const Input input = read_input("-");
  const std::optional<cluster::HelperRecord> record =
      input.error.empty() ? cluster::decode_helper(input.text) : std::nullopt;
  if (!record) problem = "slice-work needs a task on standard input; it is not meant for people";
  if (problem.empty()) problem = host_slices(arguments, *record);
  if (!problem.empty()) complain(problem);
  return problem.empty() ? kAllTrue : kBadInput;
}

}  // namespace gnomon::cli
