// States and steps as lines of text, in the manner of witnesses: a state in full, or only what changed.
//
//   s0  {recbit}
//       Environment  state = both
//    |  Environment: both, Sender: send_zero
//   s1  {recbit, recack}
//       Sender.acknowledged: false -> true
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gnomon/simulation.h"

namespace gnomon::cli {

// `s3  {p, q}  remark`
std::string state_title(std::size_t number, const std::vector<std::string>& propositions,
                        const std::string& remark = {});
// All variables, one agent per line, indented.
std::string state_lines(const api::State& state, std::size_t indent = 4);
// `Sender.bit: false -> true, ...`, or `nothing changes`.
std::string change_lines(const api::State& before, const api::State& after, std::size_t indent = 4);
// The variables of `other` that differ, as `Sender.bit = true, ...`; empty if none does.
std::string difference(const api::State& base, const api::State& other);
// ` |  Environment: both, Sender: send_zero`
std::string step_line(const api::JointAction& actions);
std::string action_text(const api::JointAction& actions);
// Breaks at ", " to keep within 100 columns; later lines are indented. Ends in a line break.
std::string wrapped(const std::string& first, const std::string& text, const std::string& later);

}  // namespace gnomon::cli
