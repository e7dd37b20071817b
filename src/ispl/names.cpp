#include "ispl/names.h"

#include <algorithm>

namespace gnomon::ispl {

bool Names::add_variable(AgentId owner, WordId name, VarId variable) {
  return variables_.try_emplace(pair(owner.value, name.value), variable).second;
}

bool Names::add_action(AgentId owner, WordId name, ActionId action) {
  return actions_.try_emplace(pair(owner.value, name.value), action).second;
}

std::optional<AgentId> Names::agent(WordId name) const {
  auto found = agents_.find(name);
  return found == agents_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<VarId> Names::variable(AgentId owner, WordId name) const {
  auto found = variables_.find(pair(owner.value, name.value));
  return found == variables_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<ActionId> Names::action(AgentId owner, WordId name) const {
  auto found = actions_.find(pair(owner.value, name.value));
  return found == actions_.end() ? std::nullopt : std::optional(found->second);
}

Enumerator Names::enumerator(WordId name, CheckedModel& model) {
  auto [place, added] = enumerators_.try_emplace(name, Enumerator(model.enumerators.size()));
  if (added) model.enumerators.emplace_back(text(name));
  return place->second;
}

std::optional<Enumerator> Names::find_enumerator(WordId name) const {
  auto found = enumerators_.find(name);
  return found == enumerators_.end() ? std::nullopt : std::optional(found->second);
}

void Names::add_type(const Type& type) {
  if (type.kind != TypeKind::Enumeration) {
    type_of_.push_back(0);
    return;
  }
  std::vector<std::uint32_t> values;
  for (Enumerator value : type.values) values.push_back(value.value);
  std::sort(values.begin(), values.end());
  std::string key(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(std::uint32_t));
  auto [place, added] = types_.try_emplace(std::move(key), static_cast<std::uint32_t>(types_.size()));
  type_of_.push_back(place->second);
  if (!added) return;
  for (std::uint32_t value : values) members_.insert(pair(place->second, value));
}

bool Names::has_value(VarId variable, Enumerator value) const {
  return members_.count(pair(type_of_[variable.index()], value.value)) > 0;
}

bool Names::contains(VarId large, VarId small, const CheckedModel& model) const {
  const std::vector<Enumerator>& values = model.variable(small).type.values;
  return std::all_of(values.begin(), values.end(), [&](Enumerator value) { return has_value(large, value); });
}

bool Names::comparable(VarId a, VarId b, const CheckedModel& model) {
  std::uint32_t type_a = type_of_[a.index()];
  std::uint32_t type_b = type_of_[b.index()];
  if (type_a == type_b) return true;
  auto [place, added] = comparable_.try_emplace(pair(type_a, type_b), false);
  if (added) place->second = contains(a, b, model) || contains(b, a, model);
  return place->second;
}

}  // namespace gnomon::ispl
