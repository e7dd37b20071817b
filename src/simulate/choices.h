// What can be chosen: initial states, joint actions, outcomes. None of these lists is made for its own sake: a state of
// fifty agents with three actions each has 3^50 joint actions, so they are numbered like digits of a number whose last
// digit is the last agent's action, and any one of them is computed from its number.
#pragma once

#include <cstddef>
#include <vector>

#include "base/bigint.h"
#include "explicit/step_check.h"
#include "simulate/names.h"

namespace gnomon::simulate {

// The joint actions that are enabled in a state, and among them those in which some actions are fixed.
class JointChoices {
 public:
  JointChoices(const explicit_state::Interpreter& interpreter, const State& state,
               const std::vector<ActionChoice>& fixed = {});

  BigInt total() const;     // all enabled ones
  BigInt matching() const;  // those that agree
  // By position among the matching ones; requires position < matching().
  JointAction at(BigInt position) const;
  // By number among all enabled ones; requires number < total().
  JointAction numbered(BigInt number) const;
  // Requires an enabled joint action.
  BigInt number(const JointAction& joint) const;
  // Agents that take part but have no action here: then there is no joint action.
  const std::vector<ispl::AgentId>& blocked() const { return blocked_; }
  // By agent that takes part: its enabled actions, ascending.
  struct Digit {
    ispl::AgentId agent;
    std::vector<ispl::ActionId> enabled;
    std::vector<ispl::ActionId> matching;
  };
  const std::vector<Digit>& digits() const { return digits_; }

 private:
  std::size_t agents_;
  std::vector<Digit> digits_;
  std::vector<ispl::AgentId> blocked_;
};

struct Outcomes {
  std::vector<State> states;  // ascending
  bool too_many = false;      // perhaps more than kMaxOutcomes: none are listed
};
constexpr std::size_t kMaxOutcomes = 10'000;
// Requires an enabled joint action.
Outcomes outcomes(const explicit_state::Interpreter& interpreter, const explicit_state::StepCheck& check,
                  const State& state, const JointAction& joint);

struct InitialStates {
  std::vector<State> states;  // ascending
  std::string problem;        // why they are not listed: a sentence
};
constexpr std::size_t kMaxInitialStates = 10'000;
// The initial states with these values. The model is the same afterwards, but for expressions that nothing uses.
InitialStates initial_states(ispl::CheckedModel& model, const std::vector<ValueChoice>& values);

}  // namespace gnomon::simulate
