// What an engine is: something that decides questions about a system, portion by portion.
//
//   engine->refuses(property)   before any work: nothing, or the reason why this engine cannot decide it
//   engine->ask(question)       one more question; those asked together share what they can
//   engine->advance()           a portion of work; what was decided by it
//   engine->evidence(number)    what an explanation of a decided question is made of
//
// A run schedules: it asks, advances until nothing is left or a limit is reached, and tells the answers. Limits are
// those of the system's activity. Running out of time, of memory, or being interrupted raises LimitReached: the engine
// is intact and may be advanced again. A construction that is too large concerns one question only: its answer is
// unknown, with the reason.
//
// A new engine is a folder with a class of this kind, a line in the list of api/engines.cpp, and a setting of the
// random comparison in tests/unit/engine.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "check/labelling.h"
#include "engine/outcome.h"
#include "logic/formula.h"
#include "logic/parameters.h"
#include "recall/doubt.h"

namespace gnomon::enumerate {
struct LabelledSpace;  // enumerate/evaluation.h, of a layer above
}

namespace gnomon::engine {

struct Question {
  std::size_t number = 0;  // the caller's name for it
  const logic::Property* property = nullptr;
};

struct Answer {
  std::size_t number = 0;
  Outcome outcome;
  double seconds = 0;  // spent on this question alone
};

struct Portion {
  std::vector<Answer> answers;
  bool more = true;  // there is work left
};

// A formula that is explained in place of a property.
struct Shown {
  logic::Formula formula;
  bool holds = false;
  std::vector<logic::ParameterValue> values = {};  // that were put in for parameters
  // The formula with its parameters, where it is false for all values though true without the bounds: of those that are
  // shown like this, one will do whose counterexample has a stretch that may be repeated.
  logic::Formula for_all_values = {};
};

// What explains an answer: sets of states on which the formula has the same verdict, or two histories, or nothing.
struct Evidence {
  check::Labelling* labels = nullptr;
  const recall::Doubt* doubt = nullptr;
  std::string none;  // why there is neither: a sentence without full stop
  std::vector<Shown> instead = {};
  check::Labelling* memory = nullptr;          // knowledge with memory was decided on the frame of these
  enumerate::LabelledSpace* listed = nullptr;  // in place of labels, where states are listed
  // These are of a part of the states only. Agents consider more possible than is known there, so that an explanation
  // may fail in its replay; then there is none.
  bool of_part = false;
};

// For knowledge with memory: a doubt, if there is one.
Evidence evidence_with_memory(bool holds, const std::optional<recall::Doubt>& doubt);

// How far an engine has gone that looks at parts of a model.
struct Effort {
  std::size_t depth = 0;                  // steps from the initial states; SAT: the last bound
  bool rounds = false;                    // the steps are rounds of chaining
  bool complete = false;                  // all reachable states were found
  std::optional<model::StateSet> states;  // found so far
  std::optional<std::size_t> listed;      // likewise, where states are listed: how many
  std::size_t checks = 0;                 // evaluations on parts; SAT: calls of the solver
  double check_seconds = 0;
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::optional<Reason> refuses(const logic::Property& property) const = 0;
  // Requires a property that is not refused; it must outlive the engine.
  virtual void ask(const Question& question) = 0;
  virtual Portion advance() = 0;
  // Requires a question that this engine has decided. May raise LimitReached. Valid until the next call of a member.
  virtual Evidence evidence(std::size_t number) = 0;
  virtual Effort effort() const { return {}; }
};

}  // namespace gnomon::engine
