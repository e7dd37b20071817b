// A model executed one state at a time, straight from the definitions: who may do what, what happens then, who can tell
// which states apart. No encoding, no sets; this is what symbolic answers and witnesses are checked against.
//
//   enabled(i, s)   = union of the actions of all protocol lines of i that hold in s; those of Other if no line holds;
//                     all actions if i has no protocol at all
//   joint(s)        = product of enabled(i, s) over the agents that have actions
//   MultiAssignment: every evolution line that holds in (s, a) is one alternative of its agent; none holds: unchanged
//   SingleAssignment: the same per variable, over the lines that assign it; the variables' choices are independent
//   A choice that assigns a value outside the variable's type has no successor, but its line counts as holding.
//
// An Interpreter refers to its model, which must outlive it. All members are const and safe to call concurrently.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "explicit/program.h"
#include "ispl/checked_model.h"

namespace gnomon::explicit_state {

// Running past one of these raises LimitReached.
struct InterpreterLimits {
  std::size_t joint_actions = 1'000'000;  // in one state
  std::size_t initial_states = 1'000'000;
  std::size_t initial_steps = 50'000'000;  // values tried in the search for initial states
};

// A joint action that is enabled in a state, and its outcomes: ascending, no duplicates, possibly none.
struct Move {
  JointAction joint;
  std::vector<State> outcomes;
};

class Interpreter {
 public:
  explicit Interpreter(const ispl::CheckedModel& model, InterpreterLimits limits = {});

  const ispl::CheckedModel& model() const { return *model_; }

  // The value of an expression; `joint` is required if it speaks of actions.
  Rational evaluate(ispl::ExprId expression, const State& state, const JointAction* joint = nullptr) const;
  bool holds(ispl::ExprId condition, const State& state, const JointAction* joint = nullptr) const;

  // Ascending. Empty if the agent is blocked; also empty if it has no actions, but then it takes no part.
  std::vector<ispl::ActionId> enabled_actions(ispl::AgentId agent, const State& state) const;
  bool takes_part(ispl::AgentId agent) const { return !model_->agent(agent).actions.empty(); }
  // Empty iff some agent that takes part is blocked.
  std::vector<JointAction> joint_actions(const State& state) const;
  // Requires an enabled joint action.
  std::vector<State> successors(const State& state, const JointAction& joint) const;
  std::vector<Move> moves(const State& state) const;
  std::vector<State> all_successors(const State& state) const;  // ascending, no duplicates
  // All states that satisfy InitStates, ascending.
  std::vector<State> initial_states() const;

  bool is_deadlock(const State& state) const;  // no successor
  // Some enabled joint action makes an evolution line hold that assigns a value outside its variable's type.
  bool overflows(const State& state) const;
  bool looks_alike(ispl::AgentId agent, const State& s, const State& t) const;
  bool is_red(ispl::AgentId agent, const State& state) const;

 private:
  using Update = std::vector<std::pair<ispl::VarId, Value>>;
  // The agent's ways to change its variables; `out_of_range` is set if a choice was dropped for its value.
  std::vector<Update> updates(ispl::AgentId agent, const State& state, const JointAction& joint,
                              bool& out_of_range) const;
  std::vector<Update> multi_updates(const ispl::Agent& agent, const State& state, const JointAction& joint,
                                    bool& out_of_range) const;
  std::vector<Update> single_updates(const ispl::Agent& agent, const State& state, const JointAction& joint,
                                     bool& out_of_range) const;
  static std::vector<State> combine(const State& state, const std::vector<const std::vector<Update>*>& choices);

  const ispl::CheckedModel* model_;
  InterpreterLimits limits_;
  std::unordered_map<ispl::ExprId, Program> programs_;
  std::vector<std::vector<ispl::AgentId>> actors_;  // by agent: whose actions its evolution reads
};

}  // namespace gnomon::explicit_state
