// Facts about a checked model that need no state space: its agents, unused names, states in words.
#pragma once

#include <string>
#include <vector>

#include "explicit/interpreter.h"
#include "gnomon/gnomon.h"
#include "ispl/checked_model.h"

namespace gnomon::api {

std::vector<AgentFacts> describe_agents(const ispl::CheckedModel& model);
std::vector<VariableFacts> describe_variables(const ispl::CheckedModel& model);
std::size_t declared_agents(const ispl::CheckedModel& model);
UnusedNames unused_names(const ispl::CheckedModel& model);
// Every declared agent, every variable; values by VarId.
State describe_state(const ispl::CheckedModel& model, const std::vector<ispl::Value>& values);
// The propositions that hold in the state.
std::vector<std::string> holding_propositions(const explicit_state::Interpreter& interpreter,
                                              const explicit_state::State& state);
// By AgentId; agents without an action are left out.
Witness::Actions describe_joint_action(const ispl::CheckedModel& model, const std::vector<ispl::ActionId>& joint);

}  // namespace gnomon::api
