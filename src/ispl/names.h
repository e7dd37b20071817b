// The tables by which names become ids while a model is built: agents, variables and actions per agent, enumeration
// values, and the types of enumerations, of which equal ones are one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ispl/checked_model.h"
#include "ispl/lexer.h"

namespace gnomon::ispl {

class Names {
 public:
  explicit Names(const Words& words) : words_(words) {}
  std::string_view text(WordId word) const { return words_.text(word); }

  // Each returns false if the name is taken.
  bool add_agent(WordId name, AgentId agent) { return agents_.try_emplace(name, agent).second; }
  bool add_variable(AgentId owner, WordId name, VarId variable);
  bool add_action(AgentId owner, WordId name, ActionId action);

  std::optional<AgentId> agent(WordId name) const;
  std::optional<VarId> variable(AgentId owner, WordId name) const;
  std::optional<ActionId> action(AgentId owner, WordId name) const;

  Enumerator enumerator(WordId name, CheckedModel& model);  // made or found
  std::optional<Enumerator> find_enumerator(WordId name) const;
  // Enumerations. Variables must be registered in order of their ids.
  void add_type(const Type& type);
  bool has_value(VarId variable, Enumerator value) const;
  // One of the two types contains the other.
  bool comparable(VarId a, VarId b, const CheckedModel& model);

 private:
  static std::uint64_t pair(std::uint32_t a, std::uint32_t b) { return (std::uint64_t{a} << 32) | b; }
  bool contains(VarId large, VarId small, const CheckedModel& model) const;

  const Words& words_;
  std::unordered_map<WordId, AgentId> agents_;
  std::unordered_map<std::uint64_t, VarId> variables_;
  std::unordered_map<std::uint64_t, ActionId> actions_;
  std::unordered_map<WordId, Enumerator> enumerators_;
  std::vector<std::uint32_t> type_of_;  // by VarId: the number of its type; only enumerations have one
  std::unordered_map<std::string, std::uint32_t> types_;
  std::unordered_set<std::uint64_t> members_;  // (type, enumerator)
  std::unordered_map<std::uint64_t, bool> comparable_;
};

}  // namespace gnomon::ispl
