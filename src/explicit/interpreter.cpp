#include "explicit/interpreter.h"

#include <algorithm>
#include <map>
#include <string>

#include "base/budget.h"
#include "base/sorted.h"

namespace gnomon::explicit_state {

using ispl::ActionId;
using ispl::Agent;
using ispl::AgentId;
using ispl::ExprId;
using ispl::VarId;

Interpreter::Interpreter(const ispl::CheckedModel& model, InterpreterLimits limits) : model_(&model), limits_(limits) {
  auto compile = [&](ExprId id) -> const Program& {
    return programs_.try_emplace(id, model.expressions, id).first->second;
  };
  for (const Agent& agent : model.agents) {
    std::vector<AgentId> actors;
    auto compile_action = [&](ExprId id) {
      const Program& program = compile(id);
      actors.insert(actors.end(), program.actors().begin(), program.actors().end());
    };
    for (const auto& line : agent.protocol) compile(line.condition);
    for (const auto& line : agent.evolution) {
      compile_action(line.condition);
      for (const auto& assignment : line.assignments) compile_action(assignment.value);
    }
    if (agent.red) compile(*agent.red);
    sort_unique(actors);
    actors_.push_back(std::move(actors));
  }
  for (const auto& proposition : model.propositions) compile(proposition.condition);
  compile(model.initial);
}

Rational Interpreter::evaluate(ExprId expression, const State& state, const JointAction* joint) const {
  auto found = programs_.find(expression);
  if (found != programs_.end()) return found->second.value(state, joint);
  return Program(model_->expressions, expression).value(state, joint);
}

bool Interpreter::holds(ExprId condition, const State& state, const JointAction* joint) const {
  return evaluate(condition, state, joint).sign() != 0;
}

std::vector<ActionId> Interpreter::enabled_actions(AgentId id, const State& state) const {
  const Agent& agent = model_->agent(id);
  std::vector<ActionId> enabled;
  bool some_line = false;
  for (const auto& line : agent.protocol) {
    if (!holds(line.condition, state)) continue;
    some_line = true;
    enabled.insert(enabled.end(), line.actions.begin(), line.actions.end());
  }
  if (!some_line && agent.other) enabled = *agent.other;
  if (agent.unrestricted()) {
    for (std::size_t a = 0; a < agent.actions.size(); ++a) enabled.emplace_back(a);
  }
  sort_unique(enabled);
  return enabled;
}

std::vector<JointAction> Interpreter::joint_actions(const State& state) const {
  std::vector<JointAction> joints{JointAction(model_->agents.size())};
  for (std::size_t i = 0; i < model_->agents.size(); ++i) {
    if (!takes_part(AgentId(i))) continue;
    std::vector<ActionId> enabled = enabled_actions(AgentId(i), state);
    if (joints.size() * enabled.size() > limits_.joint_actions) {
      throw LimitReached(Limit::Size,
                         "more than " + std::to_string(limits_.joint_actions) + " joint actions in one state");
    }
    std::vector<JointAction> longer;
    longer.reserve(joints.size() * enabled.size());
    for (const JointAction& joint : joints) {
      for (ActionId action : enabled) {
        longer.push_back(joint);
        longer.back()[i] = action;
      }
    }
    joints = std::move(longer);
  }
  return joints;
}

std::vector<Interpreter::Update> Interpreter::multi_updates(const Agent& agent, const State& state,
                                                            const JointAction& joint, bool& out_of_range) const {
  std::vector<Update> alternatives;
  bool some_line = false;
  for (const auto& line : agent.evolution) {
    if (!holds(line.condition, state, &joint)) continue;
    some_line = true;
    Update update;
    bool possible = true;
    for (const auto& assignment : line.assignments) {
      std::optional<Value> value = evaluate(assignment.value, state, &joint).integer();
      if (!value || !model_->variable(assignment.var).type.position_of(*value)) {
        possible = false;
        break;
      }
      update.emplace_back(assignment.var, *value);
    }
    if (possible) alternatives.push_back(std::move(update));
    out_of_range = out_of_range || !possible;
  }
  if (!some_line) alternatives.emplace_back();
  return alternatives;
}

std::vector<Interpreter::Update> Interpreter::single_updates(const Agent& agent, const State& state,
                                                             const JointAction& joint, bool& out_of_range) const {
  std::map<VarId, std::vector<Value>> choices;  // of the variables for which some line holds
  for (const auto& line : agent.evolution) {
    if (!holds(line.condition, state, &joint)) continue;
    for (const auto& assignment : line.assignments) {
      std::vector<Value>& values = choices[assignment.var];
      std::optional<Value> value = evaluate(assignment.value, state, &joint).integer();
      bool possible = value && model_->variable(assignment.var).type.position_of(*value);
      if (possible && std::find(values.begin(), values.end(), *value) == values.end()) values.push_back(*value);
      out_of_range = out_of_range || !possible;
    }
  }
  std::vector<Update> alternatives{Update{}};
  for (const auto& [var, values] : choices) {
    std::vector<Update> longer;
    for (const Update& update : alternatives) {
      for (Value value : values) {
        longer.push_back(update);
        longer.back().emplace_back(var, value);
      }
    }
    alternatives = std::move(longer);
  }
  return alternatives;
}

std::vector<Interpreter::Update> Interpreter::updates(AgentId id, const State& state, const JointAction& joint,
                                                      bool& out_of_range) const {
  const Agent& agent = model_->agent(id);
  return model_->semantics == ispl::AssignmentSemantics::Multi ? multi_updates(agent, state, joint, out_of_range)
                                                               : single_updates(agent, state, joint, out_of_range);
}

// Every combination of one update per agent, applied to the state.
std::vector<State> Interpreter::combine(const State& state, const std::vector<const std::vector<Update>*>& choices) {
  std::vector<State> outcomes{state};
  for (const std::vector<Update>* alternatives : choices) {
    std::vector<State> next;
    next.reserve(outcomes.size() * alternatives->size());
    for (const State& outcome : outcomes) {
      for (const Update& update : *alternatives) {
        next.push_back(outcome);
        for (const auto& [var, value] : update) next.back()[var.index()] = value;
      }
    }
    sort_unique(next);
    outcomes = std::move(next);
  }
  return outcomes;
}

std::vector<State> Interpreter::successors(const State& state, const JointAction& joint) const {
  std::vector<std::vector<Update>> alternatives;
  bool out_of_range = false;
  for (std::size_t i = 0; i < model_->agents.size(); ++i) {
    alternatives.push_back(updates(AgentId(i), state, joint, out_of_range));
  }
  std::vector<const std::vector<Update>*> choices;
  choices.reserve(alternatives.size());
  for (const auto& list : alternatives) choices.push_back(&list);
  return combine(state, choices);
}

// An agent's updates depend only on the actions that its evolution reads, so they are computed once per such part of
// the joint action.
std::vector<Move> Interpreter::moves(const State& state) const {
  std::vector<Move> result;
  std::vector<std::map<std::vector<ActionId>, std::vector<Update>>> known(model_->agents.size());
  bool out_of_range = false;
  for (JointAction& joint : joint_actions(state)) {
    std::vector<const std::vector<Update>*> choices;
    for (std::size_t i = 0; i < model_->agents.size(); ++i) {
      std::vector<ActionId> part;
      for (AgentId actor : actors_[i]) part.push_back(joint[actor.index()]);
      auto [at, added] = known[i].try_emplace(std::move(part));
      if (added) at->second = updates(AgentId(i), state, joint, out_of_range);
      choices.push_back(&at->second);
    }
    std::vector<State> outcomes = combine(state, choices);
    result.push_back({std::move(joint), std::move(outcomes)});
  }
  return result;
}

std::vector<State> Interpreter::all_successors(const State& state) const {
  std::vector<State> all;
  for (Move& move : moves(state)) {
    for (State& outcome : move.outcomes) all.push_back(std::move(outcome));
  }
  sort_unique(all);
  return all;
}

bool Interpreter::is_deadlock(const State& state) const {
  return all_successors(state).empty();
}

bool Interpreter::overflows(const State& state) const {
  for (const JointAction& joint : joint_actions(state)) {
    bool out_of_range = false;
    for (std::size_t i = 0; i < model_->agents.size(); ++i) {
      updates(AgentId(i), state, joint, out_of_range);
      if (out_of_range) return true;
    }
  }
  return false;
}

bool Interpreter::looks_alike(AgentId agent, const State& s, const State& t) const {
  const auto& observed = model_->agent(agent).observes;
  return std::all_of(observed.begin(), observed.end(), [&](VarId v) { return s[v.index()] == t[v.index()]; });
}

bool Interpreter::is_red(AgentId agent, const State& state) const {
  const auto& red = model_->agent(agent).red;
  return red && holds(*red, state);
}

}  // namespace gnomon::explicit_state
