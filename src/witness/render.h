// Witnesses for people: functions from plain data to text. Nothing here looks at a diagram or prints.
//
// Text tells one claim after the other: a sentence that says what is so and why, then the evidence. A path shows its
// first state in full and then what changes, the joint actions in between, and at each state the propositions of the
// formula that hold there. Two states that look alike stand side by side, with what the agent sees apart from what it
// does not see. dot is for Graphviz: steps with their actions, dashed lines between states that look alike, a red frame
// where a path shows what it is about, dotted steps where a fair path goes on.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "explicit/witness_data.h"
#include "ispl/checked_model.h"

namespace gnomon::witness {

struct RenderOptions {
  bool full = false;  // every state in full, every variable, also what is the same; nothing shortened
  std::size_t width = 100;

  std::size_t formula_limit() const {  // characters of a formula that are shown
    constexpr std::size_t kShown = 200;
    return full ? static_cast<std::size_t>(-1) : kShown;
  }
};

// Lines that end in line breaks, indented by two columns. The model must be the one that was explained.
std::string render_text(const ispl::CheckedModel& model, const explicit_state::Witness& witness,
                        const RenderOptions& options = {});
std::string render_dot(const ispl::CheckedModel& model, const explicit_state::Witness& witness,
                       const RenderOptions& options = {});

// A witness without claims: two paths, a sentence before each, and a link between their ends, where its agents see these
// variables.
std::string render_histories(const ispl::CheckedModel& model, const explicit_state::Witness& witness,
                             const std::string& first, const std::string& second, const std::vector<ispl::VarId>& seen,
                             const RenderOptions& options = {});

}  // namespace gnomon::witness
