// The runs of a sweep: `gnomon check` on one model with one choice of parameters, engine and formulas; each is a task.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "gnomon/gnomon.h"
#include "task/record.h"
#include "terminal.h"

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
  std::string engine;               // empty if the sweep does not compare engines
  std::string formula;              // its name or text; empty if the run is about all that were chosen
  std::optional<std::size_t> only;  // then: its place among them
  SweepOutcome outcome = SweepOutcome::Skipped;
  std::string reason;               // of all outcomes but Complete
  std::string messages;             // what the process said on standard error
  int status = 0;                   // its exit status
  double seconds = 0;               // of the run; if it left no document, of the process
  std::size_t memory = 0;           // bytes at the peak of the process
  nlohmann::ordered_json document;  // null if there is none
};

// "model.ispl N=3 explicit safe"
std::string title_of(const SweepRun& run);

// What came of the run.
void conclude(SweepRun& run, task::Result result);

}  // namespace gnomon::cli
