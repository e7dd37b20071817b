// Questions about the end of a walk: does a formula hold here, and which states does an agent consider possible?
//
// Formulas that the values of the state decide are looked up there (explicit/facts.h). All others are evaluated by the
// checker on the reachable states, as in a run: the state is asked for in the set of the formula; of knowledge with memory,
// the history. The states are found when this is first needed, listed one by one or as diagrams, whichever gets further
// (enumerate/choosing_engine.h), and what was computed is kept for the next question. What is too large for the list goes to
// diagrams. Where a limit is reached there is no answer but a reason; the next question starts from what is known by then.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/bigint.h"
#include "engine/activity.h"
#include "engine/system.h"
#include "enumerate/choosing_engine.h"
#include "explicit/facts.h"

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
  std::size_t memory_bytes = 0;                  // that the process may grow by; 0: no limit
  const std::atomic<bool>* interrupt = nullptr;  // must outlive the questions
};

class Surroundings {
 public:
  // Both must outlive this. The pool of the model grows with the formulas.
  Surroundings(ispl::CheckedModel& model, const explicit_state::Interpreter& interpreter, QuestionLimits limits,
               enumerate::ExploreOptions options = {});

  // The history is a path from an initial state; all but its last state matter for knowledge with memory only.
  Truth holds(const logic::Property& property, const std::vector<explicit_state::State>& history);
  // Those that look like this one to the agent; with fairness only those where a fair path starts.
  PossibleStates possible(ispl::AgentId agent, const explicit_state::State& state, std::size_t most);
  // Whether some question so far needed them.
  bool made_diagrams() const { return system_.encoded(); }

 private:
  // Carries out the work with the limits of one question; why it stopped, or empty.
  template <class Work>
  std::string ask(Work&& work);
  // Finds all states; null: there are diagrams of them.
  enumerate::EnumeratingEngine* listed();
  check::Scope& in_diagrams();
  // Nothing if no fair path starts in the last state.
  std::optional<bool> holds_in_list(enumerate::EnumeratingEngine& list, const logic::Property& property,
                                    const std::vector<explicit_state::State>& history);
  std::optional<bool> holds_in_diagrams(const logic::Property& property,
                                        const std::vector<explicit_state::State>& history);

  ispl::CheckedModel* model_;
  explicit_state::Facts facts_;
  QuestionLimits limits_;
  engine::Activity activity_;
  engine::System system_;
  enumerate::ChoosingEngine engine_;
  std::string doing_;
};

}  // namespace gnomon::simulate
