#include "api/memory_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

#include "api/witness_text.h"
#include "explicit/observation.h"
#include "logic/printer.h"
#include "witness/render.h"
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

explicit_state::WitnessPath path_of(const History& history, JointActions actions,
                                    std::vector<explicit_state::State>& states) {
  explicit_state::WitnessPath path;
  path.purpose = explicit_state::PathPurpose::Reach;
  for (const explicit_state::State& state : history) {
    path.states.push_back(static_cast<explicit_state::WitnessState>(number_of(states, state)));
  }
  path.actions = std::move(actions);
  return path;
}

std::string names_text(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return text.empty() ? "nobody" : text;
}

explicit_state::LinkKind kind_of(logic::Op op) {
  if (op == logic::Op::Distributed) return explicit_state::LinkKind::Distributed;
  return op == logic::Op::Knows ? explicit_state::LinkKind::Knows : explicit_state::LinkKind::Everybody;
}

}  // namespace

Witness describe_doubt(const model::SymbolicModel& system, const recall::Doubt& doubt, const WitnessOptions& options) {
  const ispl::CheckedModel& model = system.source();
  explicit_state::Interpreter interpreter(model);
  JointActions actual = actions_along(system, doubt.actual);
  JointActions possible = actions_along(system, doubt.possible);
  if (!explicit_state::is_history(interpreter, doubt.actual, actual) ||
      !explicit_state::is_history(interpreter, doubt.possible, possible) ||
      !explicit_state::look_alike(doubt.actual, doubt.possible, doubt.seen)) {
    throw std::logic_error("the two histories of a doubt are not alike");
  }
  explicit_state::Witness plain;
  plain.kind = explicit_state::WitnessKind::Counterexample;
  plain.paths.push_back(path_of(doubt.actual, std::move(actual), plain.states));
  plain.paths.push_back(path_of(doubt.possible, std::move(possible), plain.states));
  plain.links.push_back({plain.paths[0].states.back(), plain.paths[1].states.back(), doubt.coalition,
                         kind_of(model.pool[doubt.knowledge].op)});
  Witness witness = describe_witness(model, plain, options);
  std::vector<std::string> names;
  for (ispl::AgentId agent : doubt.coalition) names.push_back(model.agent(agent).name);
  const std::string operand = logic::print(model.pool, doubt.operand);
  witness.text = witness::render_histories(
      model, plain, fmt::format("{} cannot know {} after this history:", names_text(names), operand),
      fmt::format("It may as well be this one, which looks the same {}, and after which {} is false:",
                  doubt.only_now ? "now" : "all along", operand),
      doubt.seen.back(), {.full = options.full});
  return witness;
}

}  // namespace gnomon::api
