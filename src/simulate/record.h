// Walks as text, to be kept, read, edited and replayed. One line per state:
//
//   gnomon walk 1
//   init Environment.state=none Sender.bit=true
//   step Environment=both Sender=send_one -> Environment.state=both
//   at 0
//
// `init` names the value of every variable; `step` the action of every agent that takes part and, after the arrow, the
// variables that change (none: no arrow). `at` is the position and may be left out: then it is the end. Empty lines and
// lines that begin with # are skipped.
//
// What is read is checked: the first state must satisfy InitStates, every joint action must be enabled, and every step
// must be one of the model.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "explicit/step_check.h"
#include "simulate/walk.h"

namespace gnomon::simulate {

// Requires a walk that is not empty.
std::string print_walk(const ispl::CheckedModel& model, const Walk& walk);

struct Recording {
  std::vector<WalkStep> steps;
  std::size_t position = 0;
  std::string problem;   // a sentence; empty: the walk is one of the model
  std::size_t line = 0;  // of the problem, from 1
};
Recording read_walk(const explicit_state::Interpreter& interpreter, const explicit_state::StepCheck& check,
                    std::string_view text);

}  // namespace gnomon::simulate
