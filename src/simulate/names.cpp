#include "simulate/names.h"

#include <charconv>
#include <vector>

#include "base/diagnostic.h"

namespace gnomon::simulate {

using ispl::AgentId;
using ispl::CheckedModel;
using ispl::Value;
using ispl::VarId;

namespace {

std::string in_quotes(std::string_view text) {
  return "`" + std::string(text) + "`";
}

std::string no_such(const std::string& what, std::string_view name, const std::vector<std::string_view>& candidates) {
  std::string closest = closest_name(name, candidates);
  return what + " " + in_quotes(name) + (closest.empty() ? "" : "; did you mean " + in_quotes(closest) + "?");
}

// The two sides of `left=right`; blanks cannot occur.
bool split(std::string_view word, std::string_view& left, std::string_view& right) {
  std::size_t at = word.find('=');
  if (at == std::string_view::npos || at == 0 || at + 1 == word.size()) return false;
  left = word.substr(0, at);
  right = word.substr(at + 1);
  return true;
}

std::optional<VarId> read_variable(const CheckedModel& model, std::string_view word, std::string& problem) {
  std::size_t dot = word.find('.');
  std::string_view name = dot == std::string_view::npos ? word : word.substr(dot + 1);
  std::optional<AgentId> owner;
  if (dot != std::string_view::npos) {
    owner = read_agent(model, word.substr(0, dot), problem);
    if (!owner) return std::nullopt;
  }
  std::vector<std::string_view> candidates;
  std::optional<VarId> found;
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    const ispl::Variable& variable = model.variables[v];
    if (owner && variable.owner != *owner) continue;
    candidates.emplace_back(variable.name);
    if (variable.name != name) continue;
    if (found) {
      problem = "several agents have a variable " + in_quotes(name) + "; write for example " +
                in_quotes(model.agent(variable.owner).name + "." + variable.name);
      return std::nullopt;
    }
    found = VarId(v);
  }
  std::string who = owner ? model.agent(*owner).name + " has no variable" : "there is no variable";
  if (!found) problem = no_such(who, name, candidates);
  return found;
}

std::optional<Value> value_of(const CheckedModel& model, const ispl::Type& type, std::string_view text) {
  switch (type.kind) {
    case ispl::TypeKind::Boolean:
      if (text == "true") return 1;
      if (text == "false") return 0;
      return std::nullopt;
    case ispl::TypeKind::Enumeration:
      for (ispl::Enumerator value : type.values) {
        if (model.enumerators[value.index()] == text) return static_cast<Value>(value.index());
      }
      return std::nullopt;
    case ispl::TypeKind::Range: {
      Value number = 0;
      auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      bool whole = error == std::errc() && rest == text.data() + text.size();
      if (!whole || !type.position_of(number)) return std::nullopt;
      return number;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<AgentId> read_agent(const CheckedModel& model, std::string_view word, std::string& problem) {
  std::vector<std::string_view> candidates;
  for (std::size_t a = 0; a < model.agents.size(); ++a) {
    if (!model.agents[a].declared) continue;
    if (model.agents[a].name == word) return AgentId(a);
    candidates.emplace_back(model.agents[a].name);
  }
  problem = no_such("there is no agent", word, candidates);
  return std::nullopt;
}

const ispl::Formula* listed_formula(const CheckedModel& model, std::string_view word, std::string& problem) {
  for (const ispl::Formula& formula : model.formulas) {
    if (!formula.name.empty() && formula.name == word) return &formula;
  }
  if (word.empty() || word.find_first_not_of("0123456789") != std::string_view::npos) return nullptr;
  constexpr std::size_t kMostDigits = 9;
  const std::size_t number = word.size() <= kMostDigits ? std::stoul(std::string(word)) : 0;
  if (number >= 1 && number <= model.formulas.size()) return &model.formulas[number - 1];
  problem = "there is no formula " + std::string(word) + ": the model has " + std::to_string(model.formulas.size());
  return nullptr;
}

std::optional<ActionChoice> read_action(const CheckedModel& model, std::string_view word, std::string& problem) {
  std::string_view name;
  std::string_view action;
  if (!split(word, name, action)) {
    problem = in_quotes(word) + " is not of the form AGENT=ACTION";
    return std::nullopt;
  }
  std::optional<AgentId> agent = read_agent(model, name, problem);
  if (!agent) return std::nullopt;
  std::vector<std::string_view> candidates;
  const auto& actions = model.agent(*agent).actions;
  for (std::size_t a = 0; a < actions.size(); ++a) {
    if (actions[a].name == action) return ActionChoice{*agent, ispl::ActionId(a)};
    candidates.emplace_back(actions[a].name);
  }
  problem = no_such(std::string(name) + " has no action", action, candidates);
  return std::nullopt;
}

std::optional<ValueChoice> read_value(const CheckedModel& model, std::string_view word, std::string& problem) {
  std::string_view name;
  std::string_view text;
  if (!split(word, name, text)) {
    problem = in_quotes(word) + " is not of the form AGENT.VARIABLE=VALUE";
    return std::nullopt;
  }
  std::optional<VarId> var = read_variable(model, name, problem);
  if (!var) return std::nullopt;
  const ispl::Type& type = model.variable(*var).type;
  std::optional<Value> value = value_of(model, type, text);
  if (!value) {
    std::vector<std::string_view> candidates;
    for (ispl::Enumerator known : type.values) candidates.emplace_back(model.enumerators[known.index()]);
    problem = no_such(std::string(name) + " has no value", text, candidates);
    return std::nullopt;
  }
  return ValueChoice{*var, *value};
}

std::string action_word(const CheckedModel& model, AgentId agent, ispl::ActionId action) {
  return model.agent(agent).name + "=" + model.agent(agent).actions[action.index()].name;
}

std::string value_word(const CheckedModel& model, VarId var, Value value) {
  const ispl::Variable& variable = model.variable(var);
  return model.agent(variable.owner).name + "." + variable.name + "=" + model.value_text(var, value);
}

}  // namespace gnomon::simulate
