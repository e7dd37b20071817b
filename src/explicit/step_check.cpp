#include "explicit/step_check.h"

#include <algorithm>
#include <map>

namespace gnomon::explicit_state {

using ispl::ActionId;
using ispl::Agent;
using ispl::AgentId;
using ispl::VarId;

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
