// Questions about the end of a walk: does a formula hold here, and which states does an agent consider possible?
//
// Formulas that the values of the state decide are looked up there (explicit/facts.h). All others are evaluated by the
// checker on the reachable states, as in a run: the state is asked for in the set of the formula; of knowledge with memory,
// the history. The model is encoded
// and explored when this is first needed, and what was computed is kept for the next question. Where a limit is reached
// there is no answer but a reason; the next question starts from what is known by then.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/bigint.h"
#include "base/budget.h"
#include "check/scope.h"
#include "explicit/facts.h"
#include "model/symbolic_model.h"

namespace gnomon::simulate {

struct Truth {
  std::optional<bool> holds;
  std::string reason;  // why it is not known
};

struct PossibleStates {
  BigInt total = 0;
  std::vector<explicit_state::State> states;  // some of them, ascending
  std::string reason;                         // why they are not known
};

// Of one question.
struct QuestionLimits {
  std::optional<double> seconds;
  std::size_t memory_bytes = 0;                  // of the diagrams; 0: no limit
  const std::atomic<bool>* interrupt = nullptr;  // must outlive the questions
};

class Surroundings {
 public:
  // Both must outlive this. The pool of the model grows with the formulas.
  Surroundings(ispl::CheckedModel& model, const explicit_state::Interpreter& interpreter, QuestionLimits limits);

  // The history is a path from an initial state; all but its last state matter for knowledge with memory only.
  Truth holds(const logic::Property& property, const std::vector<explicit_state::State>& history);
  // Those that look like this one to the agent; with fairness only those where a fair path starts.
  PossibleStates possible(ispl::AgentId agent, const explicit_state::State& state, std::size_t most);

 private:
  // Carries out the work with the limits of one question; why it stopped, or empty.
  template <class Work>
  std::string ask(Work&& work);
  check::Scope& scope();

  ispl::CheckedModel* model_;
  explicit_state::Facts facts_;
  QuestionLimits limits_;
  bool fairness_needs_memory_;
  Budget budget_;  // of the present question
  std::string doing_;
  std::unique_ptr<model::SymbolicModel> symbolic_;
  check::PathChecker paths_;
  std::unique_ptr<check::Scope> scope_;
};

}  // namespace gnomon::simulate
