// One step of the system looked at from its two ends: may this joint action lead from here to there?
//
// Agents change their own variables only, and what an agent may do with them depends on the state and on the actions
// that its evolution reads. So a step is possible iff it is possible for each agent on its own, and no product of the
// agents' alternatives is ever formed.
//
//   MultiAssignment   some line that holds assigns exactly what changed, or no line holds and nothing changed
//   SingleAssignment  the same for each variable, over the lines that assign it
#pragma once

#include <cstddef>

#include "explicit/interpreter.h"

namespace gnomon::explicit_state {

class StepCheck {
 public:
  // The interpreter must outlive this.
  explicit StepCheck(const Interpreter& interpreter) : interpreter_(&interpreter) {}

  // Every agent that takes part has an action that its protocol allows, and no other agent has one.
  bool enabled(const State& state, const JointAction& joint) const;
  // Requires an enabled joint action.
  bool leads(const State& from, const JointAction& joint, const State& to) const;
  // An upper bound on the outcomes of an enabled joint action, at most `cap`.
  std::size_t outcome_bound(const State& from, const JointAction& joint, std::size_t cap) const;

 private:
  bool agent_leads(ispl::AgentId agent, const State& from, const JointAction& joint, const State& to) const;
  bool multi_leads(const ispl::Agent& agent, const State& from, const JointAction& joint, const State& to) const;
  bool single_leads(const ispl::Agent& agent, const State& from, const JointAction& joint, const State& to) const;

  const Interpreter* interpreter_;
};

}  // namespace gnomon::explicit_state
