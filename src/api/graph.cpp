// The reachable states as a graph for people and programs: names instead of numbers, and a drawing for Graphviz.
//
// In the drawing an arrow stands for all joint actions between two states; agents with a single action are left out of
// its label, and of many joint actions the first are written. Looking alike is an equivalence, so a dashed line from
// each state to the next of its class says everything: a class of n states gets n - 1 lines.
#include "explicit/graph.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

#include "api/describe.h"
#include "api/reporter.h"
#include "base/sorted.h"
#include "explicit/observation.h"
#include "gnomon/simulation.h"
#include "ispl/load.h"
#include "simulate/names.h"

namespace gnomon::api {

using ispl::AgentId;

namespace {

constexpr std::size_t kMaxEdges = 2'000'000;
constexpr std::size_t kActionsInLabel = 4;

void add_states(StateGraph& result, const explicit_state::Graph& graph) {
  const ispl::CheckedModel& model = graph.interpreter().model();
  for (explicit_state::StateIndex s = 0; s < graph.size(); ++s) {
    result.states.push_back(describe_state(model, graph.state(s)));
    result.propositions.push_back(holding_propositions(graph.interpreter(), graph.state(s)));
    std::map<explicit_state::StateIndex, StateGraph::Edge> edges;
    for (const explicit_state::GraphMove& move : graph.moves(s)) {
      for (explicit_state::StateIndex to : move.outcomes) {
        StateGraph::Edge& edge = edges.try_emplace(to, StateGraph::Edge{s, to, {}}).first->second;
        edge.actions.push_back(describe_joint_action(model, move.joint));
      }
    }
    for (auto& [to, edge] : edges) result.edges.push_back(std::move(edge));
  }
  result.initial.assign(graph.initial().begin(), graph.initial().end());
}

void add_classes(StateGraph& result, const explicit_state::Graph& graph, const std::vector<AgentId>& agents) {
  for (AgentId agent : agents) {
    std::vector<std::uint32_t> class_of = explicit_state::observation_classes(graph, {agent});
    std::map<std::uint32_t, std::size_t> place;
    StateGraph::Alike& alike = result.alike.emplace_back();
    alike.agent = graph.interpreter().model().agent(agent).name;
    for (std::size_t s = 0; s < class_of.size(); ++s) {
      auto [at, added] = place.try_emplace(class_of[s], alike.classes.size());
      if (added) alike.classes.emplace_back();
      alike.classes[at->second].push_back(s);
    }
  }
}

// --- drawing --------------------------------------------------------------------------------------------------------

// Names of ISPL and the punctuation around them need only these.
std::string escaped(const std::string& text) {
  std::string result;
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string action_label(const StateGraph::Edge& edge, const std::set<std::string>& silent) {
  std::vector<std::string> lines;
  for (const JointAction& joint : edge.actions) {
    std::string line;
    for (const auto& [agent, action] : joint) {
      if (silent.count(agent) == 0) line += fmt::format("{}{}: {}", line.empty() ? "" : ", ", agent, action);
    }
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  }
  std::string label;
  std::size_t shown = lines.size() > kActionsInLabel ? kActionsInLabel - 1 : lines.size();
  for (std::size_t i = 0; i < shown; ++i) label += (i == 0 ? "" : "\\n") + escaped(lines[i]);
  if (shown < lines.size()) label += fmt::format("\\n... {} more", lines.size() - shown);
  return label;
}

std::string state_label(const State& state, const std::vector<std::string>& propositions, std::size_t number) {
  std::string label = fmt::format("s{} {{{}}}", number, escaped(fmt::format("{}", fmt::join(propositions, ", "))));
  for (const AgentState& part : state) {
    std::string values;
    for (const auto& [name, value] : part.values)
      values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", name, value);
    if (!values.empty()) label += "\\n" + escaped(fmt::format("{}: {}", part.agent, values));
  }
  return label;
}

std::string draw(const StateGraph& graph, const std::set<std::string>& silent) {
  std::string out =
      "digraph model {\n  node [shape=box, style=rounded, fontname=\"Helvetica\"];\n"
      "  edge [fontname=\"Helvetica\", fontsize=10];\n";
  for (std::size_t s = 0; s < graph.states.size(); ++s) {
    bool initial = std::binary_search(graph.initial.begin(), graph.initial.end(), s);
    out += fmt::format("  s{} [label=\"{}\"{}];\n", s, state_label(graph.states[s], graph.propositions[s], s),
                       initial ? ", penwidth=2" : "");
  }
  for (const StateGraph::Edge& edge : graph.edges) {
    out += fmt::format("  s{} -> s{} [label=\"{}\"];\n", edge.from, edge.to, action_label(edge, silent));
  }
  std::map<std::pair<std::size_t, std::size_t>, std::string> lines;
  for (const StateGraph::Alike& alike : graph.alike) {
    for (const std::vector<std::size_t>& members : alike.classes) {
      for (std::size_t i = 0; i + 1 < members.size(); ++i) {
        std::string& agents = lines[{members[i], members[i + 1]}];
        agents += (agents.empty() ? "" : ", ") + alike.agent;
      }
    }
  }
  for (const auto& [ends, agents] : lines) {
    out += fmt::format("  s{} -> s{} [style=dashed, dir=none, constraint=false, label=\"{}\"];\n", ends.first,
                       ends.second, escaped(agents));
  }
  return out + "}\n";
}

std::vector<AgentId> chosen_agents(const ispl::CheckedModel& model, const GraphOptions& options, std::string& problem) {
  std::vector<AgentId> agents;
  for (std::size_t a = 0; options.all_agents && a < model.agents.size(); ++a) {
    if (model.agents[a].declared) agents.emplace_back(a);
  }
  for (const std::string& name : options.agents) {
    std::optional<AgentId> agent = simulate::read_agent(model, name, problem);
    if (!agent) break;
    agents.push_back(*agent);
  }
  sort_unique(agents);
  return agents;
}

}  // namespace

StateGraph state_graph(const std::string& file, const std::string& text, const GraphOptions& options) {
  StateGraph result;
  Source source(file, text);
  Reporter reporter(options.warnings);
  gnomon::Diagnostics found;
  Budget budget;
  budget.interrupt = options.interrupt;
  std::optional<ispl::CheckedModel> model;
  try {
    model = ispl::load_model(source, {false, &budget, options.parameters}, found);
  } catch (const LimitReached& limit) {
    result.stopped = limit.what();
    return result;
  }
  result.has_errors = reporter.add(found, source) || !model;
  result.diagnostics = reporter.all();
  if (result.has_errors) return result;
  std::vector<AgentId> agents = chosen_agents(*model, options, result.problem);
  if (!result.problem.empty()) return result;
  explicit_state::GraphLimits limits;
  limits.states = options.state_limit;
  limits.edges = kMaxEdges;
  limits.budget = &budget;
  explicit_state::Interpreter interpreter(*model);
  try {
    explicit_state::Graph graph(interpreter, limits);
    add_states(result, graph);
    add_classes(result, graph, agents);
  } catch (const LimitReached& limit) {
    result.stopped = limit.what();
    return result;
  }
  std::set<std::string> silent;
  for (const ispl::Agent& agent : model->agents) {
    if (agent.actions.size() < 2) silent.insert(agent.name);
  }
  result.dot = draw(result, silent);
  return result;
}

}  // namespace gnomon::api
