// One step of the system looked at from its two ends: may this joint action lead from here to there, and which one
// does?
//
// Agents change their own variables only, and what an agent may do with them depends on the state and on the actions
// that its evolution reads. So a step is possible iff it is possible for each agent on its own, and no product of the
// agents' alternatives is ever formed. An action that leads from s to t is found by assigning actions agent by agent;
// an agent's part of the step is tested as soon as all actions that it reads are chosen.
//
//   MultiAssignment   some line that holds assigns exactly what changed, or no line holds and nothing changed
//   SingleAssignment  the same for each variable, over the lines that assign it
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "explicit/interpreter.h"

namespace gnomon::explicit_state {

class StepCheck {
 public:
  // The interpreter must outlive this.
  explicit StepCheck(const Interpreter& interpreter);

  // Every agent that takes part has an action that its protocol allows, and no other agent has one.
  bool enabled(const State& state, const JointAction& joint) const;
  // Requires an enabled joint action.
  bool leads(const State& from, const JointAction& joint, const State& to) const;
  // The first in order of declaration; none if there is no such step. Raises LimitReached after too many attempts.
  std::optional<JointAction> action_between(const State& from, const State& to) const;
  // An upper bound on the outcomes of an enabled joint action, at most `cap`.
  std::size_t outcome_bound(const State& from, const JointAction& joint, std::size_t cap) const;

 private:
  static constexpr std::size_t kMaxAttempts = 2'000'000;

  bool agent_leads(ispl::AgentId agent, const State& from, const JointAction& joint, const State& to) const;
  bool multi_leads(const ispl::Agent& agent, const State& from, const JointAction& joint, const State& to) const;
  bool single_leads(const ispl::Agent& agent, const State& from, const JointAction& joint, const State& to) const;

  const Interpreter* interpreter_;
  // By agent: the agents whose evolution can be tested once this one and all before it have chosen.
  std::vector<std::vector<ispl::AgentId>> ready_;
};

}  // namespace gnomon::explicit_state
