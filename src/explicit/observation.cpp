#include "explicit/observation.h"

#include <map>

#include "explicit/step_check.h"

namespace gnomon::explicit_state {

using ispl::AgentId;

std::vector<std::uint32_t> observation_classes(const Graph& graph, const std::vector<AgentId>& agents) {
  std::map<std::vector<Value>, std::uint32_t> numbers;
  std::vector<std::uint32_t> result;
  for (StateIndex s = 0; s < graph.size(); ++s) {
    std::vector<Value> view;
    for (AgentId agent : agents) {
      for (ispl::VarId var : graph.interpreter().model().agent(agent).observes) {
        view.push_back(graph.state(s)[var.index()]);
      }
    }
    auto name = static_cast<std::uint32_t>(numbers.size());
    result.push_back(numbers.try_emplace(std::move(view), name).first->second);
  }
  return result;
}

bool is_history(const Interpreter& interpreter, const std::vector<State>& states,
                const std::vector<JointAction>& actions) {
  if (states.empty() || actions.size() + 1 != states.size()) return false;
  if (!interpreter.holds(interpreter.model().initial, states.front())) return false;
  StepCheck steps(interpreter);
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (!steps.enabled(states[i], actions[i]) || !steps.leads(states[i], actions[i], states[i + 1])) return false;
  }
  return true;
}

bool look_alike(const std::vector<State>& a, const std::vector<State>& b, const std::vector<Variables>& seen) {
  if (a.size() != b.size() || a.size() != seen.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (ispl::VarId var : seen[i]) {
      if (a[i][var.index()] != b[i][var.index()]) return false;
    }
  }
  return true;
}

}  // namespace gnomon::explicit_state
