#include "api/memory_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

#include "api/describe.h"
#include "api/witness_text.h"
#include "explicit/observation.h"
#include "logic/printer.h"
#include "witness/step.h"

namespace gnomon::api {

namespace {

using History = std::vector<explicit_state::State>;

// The number of the state in the witness, added if it is new.
std::size_t number_of(std::vector<explicit_state::State>& states, const explicit_state::State& state) {
  auto found = std::find(states.begin(), states.end(), state);
  if (found == states.end()) found = states.insert(states.end(), state);
  return static_cast<std::size_t>(found - states.begin());
}

using JointActions = std::vector<explicit_state::JointAction>;

// From each state of the history to the next.
JointActions actions_along(const model::SymbolicModel& system, const History& history) {
  JointActions actions;
  for (std::size_t i = 0; i + 1 < history.size(); ++i) {
    std::optional<explicit_state::JointAction> joint = witness::action_between(system, history[i], history[i + 1]);
    if (!joint) throw std::logic_error("a history of a doubt has a step that the model does not have");
    actions.push_back(std::move(*joint));
  }
  return actions;
}

Witness::Path path_of(const ispl::CheckedModel& model, const History& history, const JointActions& actions,
                      std::vector<explicit_state::State>& states) {
  Witness::Path path;
  for (std::size_t i = 0; i < history.size(); ++i) {
    path.states.push_back(number_of(states, history[i]));
    if (i > 0) path.actions.push_back(describe_joint_action(model, actions[i - 1]));
  }
  return path;
}

std::string state_text(const State& state) {
  std::string text;
  for (const AgentState& agent : state) {
    for (const auto& [variable, value] : agent.values) {
      text += fmt::format("{}{}.{} = {}", text.empty() ? "" : ", ", agent.agent, variable, value);
    }
  }
  return text;
}

std::string actions_text(const Witness::Actions& actions) {
  std::string text;
  for (const auto& [agent, action] : actions) text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", agent, action);
  return text;
}

std::string path_text(const Witness& witness, const Witness::Path& path) {
  std::string text;
  for (std::size_t i = 0; i < path.states.size(); ++i) {
    if (i > 0) text += fmt::format("      -- {} -->\n", actions_text(path.actions[i - 1]));
    text += fmt::format("    [{}] {}\n", i, state_text(witness.states[path.states[i]]));
  }
  return text;
}

std::string names_text(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return text.empty() ? "nobody" : text;
}

std::string dot_text(const Witness& witness) {
  std::string text = "digraph doubt {\n  rankdir = LR;\n  node [shape = box];\n";
  for (std::size_t p = 0; p < witness.paths.size(); ++p) {
    const Witness::Path& path = witness.paths[p];
    for (std::size_t i = 0; i < path.states.size(); ++i) {
      text += fmt::format("  h{}_{} [label = \"{}\"];\n", p, i, state_text(witness.states[path.states[i]]));
      if (i > 0) {
        text +=
            fmt::format("  h{0}_{1} -> h{0}_{2} [label = \"{3}\"];\n", p, i - 1, i, actions_text(path.actions[i - 1]));
      }
    }
  }
  for (std::size_t i = 0; i < witness.paths.front().states.size(); ++i) {
    text += fmt::format("  h0_{0} -> h1_{0} [dir = none, style = dashed, constraint = false];\n", i);
  }
  return text + "}\n";
}

}  // namespace

Witness describe_doubt(const model::SymbolicModel& system, const recall::Doubt& doubt) {
  const ispl::CheckedModel& model = system.source();
  explicit_state::Interpreter interpreter(model);
  JointActions actual = actions_along(system, doubt.actual);
  JointActions possible = actions_along(system, doubt.possible);
  if (!explicit_state::is_history(interpreter, doubt.actual, actual) ||
      !explicit_state::is_history(interpreter, doubt.possible, possible) ||
      !explicit_state::look_alike(doubt.actual, doubt.possible, doubt.seen)) {
    throw std::logic_error("the two histories of a doubt are not alike");
  }
  Witness witness;
  witness.counterexample = true;
  std::vector<explicit_state::State> states;
  witness.paths.push_back(path_of(model, doubt.actual, actual, states));
  witness.paths.push_back(path_of(model, doubt.possible, possible, states));
  for (const explicit_state::State& state : states) witness.states.push_back(describe_state(model, state));
  add_context(model, states, witness);
  std::vector<std::string> names;
  for (ispl::AgentId agent : doubt.coalition) names.push_back(model.agent(agent).name);
  bool together = model.pool[doubt.knowledge].op == logic::Op::Distributed;
  witness.links.push_back({witness.paths[0].states.back(), witness.paths[1].states.back(), names,
                           together                                             ? "DK"
                           : model.pool[doubt.knowledge].op == logic::Op::Knows ? "K"
                                                                                : "GK"});
  std::string operand = logic::print(model.pool, doubt.operand);
  witness.text = fmt::format(
      "  {} cannot know {} after this history:\n{}  because it may as well be this one, "
      "which looks the same {}, and after which {} is false:\n{}",
      names_text(names), operand, path_text(witness, witness.paths[0]), doubt.only_now ? "now" : "all along", operand,
      path_text(witness, witness.paths[1]));
  witness.dot = dot_text(witness);
  return witness;
}

}  // namespace gnomon::api
