// gnomon cluster: who and what is in a cluster, whether its server can be used, and an end to a run.
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

#include "cluster_arguments.h"
#include "commands.h"
#include "exit_code.h"
#include "gnomon/gnomon.h"
#include "terminal.h"
#include "text_report.h"

namespace gnomon::cli {

namespace {

struct ClusterArguments {
  std::string question;
  std::string run;
  cluster::ClusterOptions cluster;
  bool json = false;
};

using ClusterJson = nlohmann::ordered_json;

ClusterJson survey_json(const cluster::Survey& survey) {
  ClusterJson document = {{"gnomon", api::version()}, {"schema", 1}, {"queued", survey.queued}};
  document["workers"] = ClusterJson::array();
  for (const cluster::WorkerFacts& one : survey.workers) {
    document["workers"].push_back({{"id", one.id},
                                   {"host", one.host},
                                   {"version", one.version},
                                   {"jobs", one.jobs},
                                   {"busy", one.busy},
                                   {"slices", one.slices},
                                   {"done", one.done},
                                   {"rejected", one.rejected},
                                   {"memory_bytes", one.memory}});
  }
  document["runs"] = ClusterJson::array();
  for (const cluster::RunFacts& one : survey.runs) {
    document["runs"].push_back({{"run", one.run},
                                {"host", one.host},
                                {"incarnation", one.incarnation},
                                {"tasks", one.tasks},
                                {"ended", one.ended},
                                {"seconds", one.seconds}});
  }
  return document;
}

void print_workers(Output& out, const cluster::Survey& survey) {
  constexpr double kMegabyte = 1e6;
  constexpr const char* kHead = "{:<32} {:<10} {:>5} {:>5} {:>7} {:>8} {:>9} {:>8}";
  out.line(fmt::format(kHead, "worker", "version", "jobs", "busy", "slices", "done", "rejected", "MB"));
  for (const cluster::WorkerFacts& one : survey.workers) {
    out.line(fmt::format("{:<32} {:<10} {:>5} {:>5} {:>7} {:>8} {:>9} {:>8.1f}", one.id, one.version, one.jobs,
                         one.busy, one.slices, one.done, one.rejected, static_cast<double>(one.memory) / kMegabyte));
  }
  out.line(fmt::format("{}, {}, {} in the queue", plural(std::to_string(survey.workers.size()), "worker"),
                       plural(std::to_string(survey.runs.size()), "run"),
                       plural(std::to_string(survey.queued), "task")));
}

void print_runs(Output& out, const cluster::Survey& survey) {
  out.line(
      fmt::format("{:<17} {:>12} {:>8} {:>8} {:>8}  {}", "run", "incarnation", "tasks", "ended", "seconds", "from"));
  for (const cluster::RunFacts& one : survey.runs) {
    out.line(fmt::format("{:<17} {:>12} {:>8} {:>8} {:>8.0f}  {}", one.run, one.incarnation, one.tasks, one.ended,
                         one.seconds, one.host));
  }
}

int examine(const ClusterArguments& arguments, Output& out) {
  bool good = true;
  for (const cluster::Finding& finding : cluster::examine(arguments.cluster)) {
    out.line(fmt::format("{} {}", finding.good ? "ok    " : "FAILED", finding.text));
    good = good && finding.good;
  }
  return out.finish(good ? kAllTrue : kSomeFalse);
}

int look(const ClusterArguments& arguments, Output& out) {
  std::string problem;
  const cluster::Survey survey = cluster::survey(arguments.cluster, problem);
  if (!problem.empty()) {
    complain(problem);
    return kBadInput;
  }
  if (arguments.json) {
    out.write(survey_json(survey).dump(2, ' ', false, ClusterJson::error_handler_t::replace) + "\n");
  } else if (arguments.question == "status") {
    print_workers(out, survey);
  } else {
    print_runs(out, survey);
  }
  return out.finish(kAllTrue);
}

int answer(const ClusterArguments& arguments) {
  Output out;
  const bool cancels = arguments.question == "cancel";
  if (cancels == arguments.run.empty()) {
    complain(cancels ? "cancel needs the name of a run; `gnomon cluster runs` lists them"
                     : fmt::format("`{}`: only cancel is about one run", arguments.run));
    return kBadInput;
  }
  if (!cluster_is_usable(arguments.cluster)) return kBadInput;
  if (arguments.question == "check") return examine(arguments, out);
  if (!cancels) return look(arguments, out);
  const std::string problem = cluster::cancel(arguments.cluster, arguments.run);
  if (!problem.empty()) complain(problem);
  return problem.empty() ? kAllTrue : kBadInput;
}

}  // namespace

void add_cluster_command(CLI::App& program, Action& chosen) {
  auto arguments = std::make_shared<ClusterArguments>();
  CLI::App* command = program.add_subcommand("cluster", "look at a cluster: its workers and runs; stop a run");
  command
      ->add_option("WHAT", arguments->question,
                   "status (workers and the queue), runs, cancel RUN, or check (whether the server can be used)")
      ->required()
      ->check(CLI::IsMember({"status", "runs", "cancel", "check"}))
      ->type_name("");
  command->add_option("RUN", arguments->run, "the run to cancel: its 16 digits")
      ->check([](const std::string& text) {
        const bool good = text.size() == 16 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
        return good ? std::string() : fmt::format("`{}` is no name of a run; `gnomon cluster runs` lists them", text);
      })
      ->type_name("");
  add_cluster_options(*command, arguments->cluster, true);
  command->add_flag("--json", arguments->json, "status and runs as one JSON document");
  command->callback([arguments, &chosen] { chosen = [arguments] { return answer(*arguments); }; });
}

}  // namespace gnomon::cli
