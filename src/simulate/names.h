// Names of a model in one word: `Sender=send_zero` is an action, `Sender.bit=true` a value of a variable.
// What cannot be read becomes a sentence with the closest name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "explicit/interpreter.h"

namespace gnomon::simulate {

using explicit_state::JointAction;
using explicit_state::State;

struct ActionChoice {
  ispl::AgentId agent;
  ispl::ActionId action;
};

struct ValueChoice {
  ispl::VarId var;
  ispl::Value value = 0;
};

// None and a problem if there is no such agent, action, variable or value. The agent may be left out of a variable's
// name that only one agent uses.
std::optional<ispl::AgentId> read_agent(const ispl::CheckedModel& model, std::string_view word, std::string& problem);
std::optional<ActionChoice> read_action(const ispl::CheckedModel& model, std::string_view word, std::string& problem);
std::optional<ValueChoice> read_value(const ispl::CheckedModel& model, std::string_view word, std::string& problem);

// The formula of the model with this number or name, as in `eval 5` and `eval safe[2]`; nullptr if it is none, and a
// problem if it is a number.
const ispl::Formula* listed_formula(const ispl::CheckedModel& model, std::string_view word, std::string& problem);

// The words that are read back as the same.
std::string action_word(const ispl::CheckedModel& model, ispl::AgentId agent, ispl::ActionId action);
std::string value_word(const ispl::CheckedModel& model, ispl::VarId var, ispl::Value value);

}  // namespace gnomon::simulate
