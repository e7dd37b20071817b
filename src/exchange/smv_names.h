// Names for SMV: letters, digits and underscores, no reserved word, and no two things of one name.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "ispl/checked_model.h"

namespace gnomon::exchange {

class SmvNames {
 public:
  explicit SmvNames(const ispl::CheckedModel& model);

  const std::string& variable(ispl::VarId var) const { return variables_[var.index()]; }
  // The input that stands for an agent's action; empty for an agent without actions.
  const std::string& action_of(ispl::AgentId agent) const { return actions_of_[agent.index()]; }
  const std::string& action(ispl::AgentId agent, ispl::ActionId action) const {
    return actions_[agent.index()][action.index()];
  }
  const std::string& value(ispl::Enumerator value) const { return values_[value.index()]; }
  const std::string& proposition(std::size_t index) const { return propositions_[index]; }
  const std::string& red(ispl::AgentId agent) const { return red_[agent.index()]; }
  // The variable that says that the model has come to an end.
  const std::string& ended() const { return ended_; }

 private:
  std::string unique(std::string_view wanted);

  std::unordered_set<std::string> taken_;
  std::vector<std::string> variables_;
  std::vector<std::string> actions_of_;
  std::vector<std::vector<std::string>> actions_;
  std::vector<std::string> values_;
  std::vector<std::string> propositions_;
  std::vector<std::string> red_;
  std::string ended_;
};

}  // namespace gnomon::exchange
