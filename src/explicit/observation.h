// What cannot be told apart: states by an agent, histories by what was observed at each position.
#pragma once

#include <cstdint>
#include <vector>

#include "explicit/graph.h"

namespace gnomon::explicit_state {

using Variables = std::vector<ispl::VarId>;

// For every state of the graph a number, equal iff the states look alike to all these agents at once.
std::vector<std::uint32_t> observation_classes(const Graph& graph, const std::vector<ispl::AgentId>& agents);

// A path of the model from an initial state, by these joint actions from each state to the next.
bool is_history(const Interpreter& interpreter, const std::vector<State>& states,
                const std::vector<JointAction>& actions);
// Equally long, and equal at each position in the values of that position's variables.
bool look_alike(const std::vector<State>& a, const std::vector<State>& b, const std::vector<Variables>& seen);

}  // namespace gnomon::explicit_state
