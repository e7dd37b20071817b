// From the syntax tree to the checked model: declares agents, variables and actions, then checks everything that uses
// them. Formulas are not read here (formulas.h). Stops when the diagnostics are full: an error costs a search for
// similar names, and a thousand of them help no more than fifty.
#pragma once

#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/pace.h"
#include "ispl/checked_model.h"
#include "ispl/expression_checker.h"
#include "ispl/names.h"
#include "ispl/syntax.h"
#include "ispl/warning_list.h"

namespace gnomon::ispl {

class Resolver {
 public:
  // The budget, if there is one, is polled.
  Resolver(const syntax::Model& tree, const Words& words, CheckedModel& model, Diagnostics& diagnostics,
           const Budget* budget = nullptr);

  // Fills the model; it is complete iff no errors were added to the diagnostics.
  void resolve();

 private:
  // resolve.cpp
  void declare_agents();
  void declare_variables(AgentId id);
  void declare_actions(AgentId id);
  void declare_views();
  Type type_of(const syntax::Type& written);
  void check_agent(AgentId id);
  void check_protocol(AgentId id, const syntax::Agent& agent);
  void check_evolution(AgentId id, const syntax::Agent& agent);
  std::vector<ActionId> action_list(AgentId id, const std::vector<syntax::Item>& names);
  // resolve_global.cpp
  void check_propositions();
  void check_initial();
  void check_groups();
  void check_observations();

  std::optional<AgentId> find_agent(const syntax::Name& name);
  std::string_view text(const syntax::Name& name) const { return names_.text(name.word); }
  void repeated_in_list(const syntax::Name& name);

  const syntax::Model& tree_;
  CheckedModel& model_;
  Diagnostics& diagnostics_;
  WarningList warnings_;
  Pace pace_;
  Names names_;
  ExpressionChecker expressions_;
  std::vector<const syntax::Agent*> trees_;  // by AgentId; null for a missing Environment
  std::vector<std::size_t> assigned_in_;     // by VarId: the last evolution line that assigns it
  std::size_t lines_ = 0;                    // evolution lines so far
};

}  // namespace gnomon::ispl
