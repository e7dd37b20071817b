// What lies around a state: all reachable states, found when they are first asked for, up to a limit. They decide what
// a formula says here and which states an agent cannot tell from this one. Beyond the limit there is no answer but a
// reason. Formulas that the values of the state alone decide never need them.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "explicit/evaluate.h"
#include "explicit/facts.h"

namespace gnomon::simulate {

struct Truth {
  std::optional<bool> holds;
  std::string reason;  // why it is not known
};

struct PossibleStates {
  std::size_t total = 0;
  std::vector<explicit_state::State> states;  // the first ones, in order of their distance from the initial states
  std::string reason;                         // why they are not known
};

class Surroundings {
 public:
  // All must outlive this.
  Surroundings(const explicit_state::Interpreter& interpreter, std::size_t max_states, const Budget& budget);

  // The state must be reachable.
  Truth holds(const logic::Property& property, const explicit_state::State& state);
  // Those that look like this one to the agent; with fairness only those where a fair path starts.
  PossibleStates possible(ispl::AgentId agent, const explicit_state::State& state, std::size_t most);

 private:
  bool explore();

  const explicit_state::Interpreter* interpreter_;
  std::size_t max_states_;
  const Budget* budget_;
  explicit_state::Facts facts_;
  std::string unknown_;  // why the reachable states are not known
  std::unique_ptr<explicit_state::Graph> graph_;
  std::unique_ptr<explicit_state::Evaluator> evaluator_;
};

}  // namespace gnomon::simulate
