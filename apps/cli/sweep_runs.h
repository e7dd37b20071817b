// The runs of a sweep: `gnomon check` on one model with one choice of parameters, each in a process of its own.
//
// A process of its own makes the figures of a run its own (memory is measured for a process) and lets a limit, or the end
// of a process that the system needed memory of, concern that run alone. The process writes the JSON document of the
// check into a pipe; what it says on standard error is kept. It watches its limits itself, so that a verdict that was
// found before stays; only a process that does not stop in time is ended.
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "check_arguments.h"
#include "gnomon/gnomon.h"

namespace gnomon::cli {

enum class SweepOutcome {
  Complete,     // every formula was decided
  Limit,        // a limit of time, memory or size was reached, or a formula is not supported
  Interrupted,  // somebody stopped the sweep
  Wrong,        // the model has errors with these parameters
  Failed,       // the process ended without a result
  Skipped       // not begun
};

const char* outcome_word(SweepOutcome outcome);

struct SweepRun {
  std::string file;
  const Input* input = nullptr;  // its text
  api::Parameters parameters;
  SweepOutcome outcome = SweepOutcome::Skipped;
  std::string reason;               // of all outcomes but Complete
  std::string messages;             // what the process said on standard error
  int status = 0;                   // its exit status
  double seconds = 0;               // of the run; if it left no document, of the process
  std::size_t memory = 0;           // bytes at the peak of the process
  nlohmann::ordered_json document;  // null if there is none
};

struct SweepHooks {
  std::function<bool(SweepRun&)> skip;  // asked before a run begins; leaves a reason
  // Told now and then: how many runs have ended, which are under way, for how long all this has lasted.
  std::function<void(std::size_t ended, const std::vector<const SweepRun*>& under_way, double seconds)> progress;
  std::function<void(SweepRun&)> ended;  // in order of the runs, skipped ones included
};

// Performs the runs in order, `jobs` at a time. `arguments` has the options of the check; file and parameters are those
// of the run.
void perform_runs(std::vector<SweepRun>& runs, const CheckArguments& arguments, std::size_t jobs,
                  const SweepHooks& hooks);

}  // namespace gnomon::cli
