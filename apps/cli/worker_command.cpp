// gnomon worker: performs tasks of a cluster until it is stopped.
#include <fmt/format.h>
#include <memory>
#include <thread>

#include "cluster_arguments.h"
#include "commands.h"
#include "exit_code.h"
#include "gnomon/gnomon.h"
#include "process/child.h"
#include "run_arguments.h"
#include "terminal.h"

namespace gnomon::cli {

namespace {

struct WorkerArguments {
  cluster::ClusterOptions cluster;
  std::size_t jobs = 0;  // 0: one for each processor
  std::string memory;
  std::optional<double> idle;
  bool quiet = false;
};

int work(const WorkerArguments& arguments) {
  if (!cluster_is_usable(arguments.cluster)) return kBadInput;
  cluster::WorkerOptions options;
  options.version = api::version();
  options.program = process::own_path();
  options.helper_words = cluster_words(arguments.cluster);
  options.helper_words.insert(options.helper_words.begin(), cluster::kSliceVerb);
  options.jobs = arguments.jobs > 0 ? arguments.jobs : std::max(1u, std::thread::hardware_concurrency());
  options.memory = arguments.memory.empty() ? 0 : parse_size(arguments.memory).value_or(0);
  options.idle = arguments.idle;
  options.stop = catch_signals();
  options.note = [&](const std::string& note) {
    if (!arguments.quiet) say("gnomon: " + note);
  };
  const std::string problem = cluster::work(arguments.cluster, options);
  if (!problem.empty()) complain(problem);
  return problem.empty() ? kAllTrue : kBadInput;
}

}  // namespace

void add_worker_command(CLI::App& program, Action& chosen) {
  auto arguments = std::make_shared<WorkerArguments>();
  CLI::App* command = program.add_subcommand("worker", "perform tasks of a cluster until it is stopped");
  add_cluster_options(*command, arguments->cluster, true);
  command->add_option("-j,--jobs", arguments->jobs, "how many tasks at the same time (default: one per processor)")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1024}))
      ->type_name("N");
  command->add_option("--memory", arguments->memory, "memory of each task at most, for example 4G or 500M")
      ->check([](const std::string& text) {
        return parse_size(text) ? std::string() : fmt::format("`{}` is not a size; write for example 4G or 500M", text);
      })
      ->type_name("SIZE");
  command->add_option("--idle", arguments->idle, "end after so many seconds without a task")
      ->check(seconds_problem)
      ->type_name("SECONDS");
  command->add_flag("-q,--quiet", arguments->quiet, "say nothing but errors");
  command->callback([arguments, &chosen] { chosen = [arguments] { return work(*arguments); }; });
}

}  // namespace gnomon::cli
