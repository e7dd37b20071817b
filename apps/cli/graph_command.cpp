// gnomon graph: the reachable states with their transitions, and who can tell which apart.
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "exit_code.h"
#include "gnomon/simulation.h"
#include "json_report.h"
#include "run_arguments.h"
#include "terminal.h"

namespace gnomon::cli {

namespace {

using nlohmann::ordered_json;

struct GraphArguments {
  RunArguments run;
  api::GraphOptions options;
  std::string format = "dot";
};

ordered_json actions_json(const api::JointAction& joint) {
  ordered_json object = ordered_json::object();
  for (const auto& [agent, action] : joint) object[agent] = action;
  return object;
}

// One state, edge or class per line: the document is long.
std::string lines(const char* key, const std::vector<ordered_json>& items) {
  std::string text = fmt::format(",\n  \"{}\": [", key);
  for (std::size_t i = 0; i < items.size(); ++i) {
    text += (i == 0 ? "\n    " : ",\n    ") + items[i].dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  }
  return text + (items.empty() ? "]" : "\n  ]");
}

std::string graph_json(const std::string& file, const api::StateGraph& graph) {
  ordered_json name = file;
  ordered_json initial = graph.initial;
  std::string text = fmt::format("{{\n  \"gnomon\": \"{}\",\n  \"file\": {},\n  \"initial\": {}", api::version(),
                                 name.dump(-1, ' ', false, ordered_json::error_handler_t::replace), initial.dump());
  std::vector<ordered_json> items;
  for (std::size_t s = 0; s < graph.states.size(); ++s) {
    items.push_back({{"values", state_json(graph.states[s])}, {"propositions", graph.propositions[s]}});
  }
  text += lines("states", items);
  items.clear();
  for (const api::StateGraph::Edge& edge : graph.edges) {
    ordered_json actions = ordered_json::array();
    for (const api::JointAction& joint : edge.actions) actions.push_back(actions_json(joint));
    items.push_back({{"from", edge.from}, {"to", edge.to}, {"actions", std::move(actions)}});
  }
  text += lines("edges", items);
  items.clear();
  for (const api::StateGraph::Alike& alike : graph.alike) {
    items.push_back({{"agent", alike.agent}, {"classes", alike.classes}});
  }
  return text + lines("epistemic", items) + "\n}\n";
}

int graph(const GraphArguments& arguments) {
  Output out;
  Input input = read_input(arguments.run.file);
  if (!input.error.empty()) {
    complain(input.error);
    return input.status;
  }
  api::GraphOptions options = arguments.options;
  options.warnings = warning_options(arguments.run.warnings);
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
  out.write(arguments.format == "json" ? graph_json(input.name, result) : result.dot);
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
