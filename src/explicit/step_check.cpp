#include "explicit/step_check.h"

#include <algorithm>
#include <map>

#include "base/budget.h"

namespace gnomon::explicit_state {

using ispl::ActionId;
using ispl::Agent;
using ispl::AgentId;
using ispl::VarId;

StepCheck::StepCheck(const Interpreter& interpreter) : interpreter_(&interpreter) {
  const ispl::CheckedModel& model = interpreter.model();
  ready_.resize(model.agents.size());
  for (std::size_t i = 0; i < model.agents.size(); ++i) {
    std::size_t latest = 0;
    auto read = [&](ispl::ExprId id) {
      Program program(model.expressions, id);
      for (AgentId actor : program.actors()) latest = std::max(latest, actor.index());
    };
    for (const auto& line : model.agents[i].evolution) {
      read(line.condition);
      for (const auto& assignment : line.assignments) read(assignment.value);
    }
    ready_[latest].push_back(AgentId(i));
  }
}

bool StepCheck::enabled(const State& state, const JointAction& joint) const {
  const ispl::CheckedModel& model = interpreter_->model();
  if (joint.size() != model.agents.size()) return false;
  for (std::size_t i = 0; i < joint.size(); ++i) {
    if (!interpreter_->takes_part(AgentId(i))) {
      if (!joint[i].is_none()) return false;
      continue;
    }
    std::vector<ActionId> allowed = interpreter_->enabled_actions(AgentId(i), state);
    if (!std::binary_search(allowed.begin(), allowed.end(), joint[i])) return false;
  }
  return true;
}

bool StepCheck::multi_leads(const Agent& agent, const State& from, const JointAction& joint, const State& to) const {
  bool some_line = false;
  for (const auto& line : agent.evolution) {
    if (!interpreter_->holds(line.condition, from, &joint)) continue;
    some_line = true;
    State expected = from;
    bool possible = true;
    for (const auto& assignment : line.assignments) {
      std::optional<Value> value = interpreter_->evaluate(assignment.value, from, &joint).integer();
      possible = possible && value.has_value();
      if (value) expected[assignment.var.index()] = *value;
    }
    auto same = [&](VarId v) { return expected[v.index()] == to[v.index()]; };
    if (possible && std::all_of(agent.vars.begin(), agent.vars.end(), same)) return true;
  }
  auto unchanged = [&](VarId v) { return from[v.index()] == to[v.index()]; };
  return !some_line && std::all_of(agent.vars.begin(), agent.vars.end(), unchanged);
}

bool StepCheck::single_leads(const Agent& agent, const State& from, const JointAction& joint, const State& to) const {
  std::map<VarId, bool> reached;  // of the variables for which some line holds: does one of them give the new value?
  for (const auto& line : agent.evolution) {
    if (!interpreter_->holds(line.condition, from, &joint)) continue;
    for (const auto& assignment : line.assignments) {
      std::optional<Value> value = interpreter_->evaluate(assignment.value, from, &joint).integer();
      bool& found = reached.try_emplace(assignment.var, false).first->second;
      found = found || (value && *value == to[assignment.var.index()]);
    }
  }
  return std::all_of(agent.vars.begin(), agent.vars.end(), [&](VarId v) {
    auto at = reached.find(v);
    return at == reached.end() ? from[v.index()] == to[v.index()] : at->second;
  });
}

bool StepCheck::agent_leads(AgentId id, const State& from, const JointAction& joint, const State& to) const {
  const ispl::CheckedModel& model = interpreter_->model();
  const Agent& agent = model.agent(id);
  return model.semantics == ispl::AssignmentSemantics::Multi ? multi_leads(agent, from, joint, to)
                                                             : single_leads(agent, from, joint, to);
}

bool StepCheck::leads(const State& from, const JointAction& joint, const State& to) const {
  for (std::size_t i = 0; i < interpreter_->model().agents.size(); ++i) {
    if (!agent_leads(AgentId(i), from, joint, to)) return false;
  }
  return true;
}

std::optional<JointAction> StepCheck::action_between(const State& from, const State& to) const {
  const std::size_t agents = interpreter_->model().agents.size();
  std::vector<std::vector<ActionId>> choices(agents);
  for (std::size_t i = 0; i < agents; ++i) {
    if (interpreter_->takes_part(AgentId(i))) {
      choices[i] = interpreter_->enabled_actions(AgentId(i), from);
      if (choices[i].empty()) return std::nullopt;
    } else {
      choices[i].emplace_back();
    }
  }
  JointAction joint(agents);
  std::vector<std::size_t> tried(agents, 0);  // by agent: how many of its choices have been looked at
  std::size_t attempts = 0;
  std::size_t i = 0;
  while (true) {
    if (tried[i] == choices[i].size()) {
      if (i == 0) return std::nullopt;
      tried[i--] = 0;
      continue;
    }
    if (++attempts > kMaxAttempts) throw LimitReached(Limit::Time, "too many joint actions in one state");
    joint[i] = choices[i][tried[i]++];
    auto fits = [&](AgentId agent) { return agent_leads(agent, from, joint, to); };
    if (!std::all_of(ready_[i].begin(), ready_[i].end(), fits)) continue;
    if (++i == agents) return joint;
  }
}

std::size_t StepCheck::outcome_bound(const State& from, const JointAction& joint, std::size_t cap) const {
  const ispl::CheckedModel& model = interpreter_->model();
  std::size_t bound = 1;
  for (const Agent& agent : model.agents) {
    std::map<VarId, std::size_t> lines;  // MultiAssignment: all under one key
    for (const auto& line : agent.evolution) {
      if (!interpreter_->holds(line.condition, from, &joint)) continue;
      if (model.semantics == ispl::AssignmentSemantics::Multi) {
        ++lines[VarId()];
      } else {
        for (const auto& assignment : line.assignments) ++lines[assignment.var];
      }
    }
    for (const auto& [var, count] : lines) {
      bound *= count;
      if (bound >= cap) return cap;
    }
  }
  return bound;
}

}  // namespace gnomon::explicit_state
