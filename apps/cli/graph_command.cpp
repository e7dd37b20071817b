// gnomon graph: the reachable states with their transitions, and who can tell which apart.
#include <fmt/format.h>
#include <memory>

#include "commands.h"
#include "exit_code.h"
#include "gnomon/json.h"
#include "run_arguments.h"
#include "terminal.h"

namespace gnomon::cli {

namespace {

struct GraphArguments {
  RunArguments run;
  api::GraphOptions options;
  std::string format = "dot";
};

int graph(const GraphArguments& arguments) {
  Output out;
  Input input = read_input(arguments.run.file);
  if (!input.error.empty()) {
    complain(input.error);
    return input.status;
  }
  api::GraphOptions options = arguments.options;
  options.warnings = warning_options(arguments.run.warnings);
  options.parameters = arguments.run.parameters();
  options.interrupt = catch_signals();
  api::StateGraph result = api::state_graph(input.name, input.text, options);
  for (const api::Diagnostic& diagnostic : result.diagnostics) {
    if (!arguments.run.quiet || diagnostic.severity == api::Severity::Error) say(diagnostic.rendered);
  }
  if (result.has_errors) return kBadInput;
  if (!result.problem.empty()) {
    complain(result.problem);
    return kBadInput;
  }
  if (!result.stopped.empty()) {
    bool interrupted = options.interrupt->load();
    complain(interrupted ? result.stopped : fmt::format("{}; `--limit N` sets the limit of states", result.stopped));
    return kUnknown;
  }
  if (result.initial.empty()) {
    complain("no state satisfies InitStates");
    return kBadInput;
  }
  out.write(arguments.format == "json" ? api::to_json(result, input.name) : result.dot);
  return out.finish(kAllTrue);
}

}  // namespace

void add_graph_command(CLI::App& program, Action& chosen) {
  auto arguments = std::make_shared<GraphArguments>();
  CLI::App* command = program.add_subcommand("graph", "export the reachable states as a graph");
  arguments->run.add_file(*command);
  command->add_option("--format", arguments->format, "dot (Graphviz) or json")
      ->check(CLI::IsMember({"dot", "json"}))
      ->type_name("FORMAT");
  command
      ->add_option("--limit", arguments->options.state_limit,
                   fmt::format("give up beyond so many states (default {})", arguments->options.state_limit))
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  CLI::Option* epistemic =
      command->add_option("--epistemic", arguments->options.agents,
                          "connect the states that these agents cannot tell apart; without names, all agents");
  epistemic->expected(0, -1)->type_name("AGENT...");
  arguments->run.add_warnings(*command);
  command->callback([arguments, epistemic, &chosen] {
    std::erase(arguments->options.agents, std::string());  // what CLI11 gives for no name
    arguments->options.all_agents = epistemic->count() > 0 && arguments->options.agents.empty();
    chosen = [arguments] { return graph(*arguments); };
  });
}

}  // namespace gnomon::cli
