#include "ispl/checked_model.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <string>
#include <utility>

namespace gnomon::ispl {

std::uint64_t Type::size() const {
  switch (kind) {
    case TypeKind::Boolean:
      return 2;
    case TypeKind::Enumeration:
      return values.size();
    case TypeKind::Range:
      return static_cast<std::uint64_t>(high - low) + 1;
  }
  return 0;
}

Value Type::value_at(std::uint64_t position) const {
  switch (kind) {
    case TypeKind::Boolean:
      return static_cast<Value>(position);
    case TypeKind::Enumeration:
      return values[position].value;
    case TypeKind::Range:
      return low + static_cast<Value>(position);
  }
  return 0;
}

std::optional<std::uint64_t> Type::position_of(Value value) const {
  switch (kind) {
    case TypeKind::Boolean:
      if (value != 0 && value != 1) return std::nullopt;
      return static_cast<std::uint64_t>(value);
    case TypeKind::Enumeration: {
      auto found = std::find_if(values.begin(), values.end(), [&](Enumerator e) { return Value{e.value} == value; });
      if (found == values.end()) return std::nullopt;
      return static_cast<std::uint64_t>(found - values.begin());
    }
    case TypeKind::Range:
      if (value < low || value > high) return std::nullopt;
      return static_cast<std::uint64_t>(value - low);
  }
  return std::nullopt;
}

std::string CheckedModel::type_text(const Type& type) const {
  switch (type.kind) {
    case TypeKind::Boolean:
      return "boolean";
    case TypeKind::Range:
      return fmt::format("{} .. {}", type.low, type.high);
    case TypeKind::Enumeration:
      break;
  }
  std::string text = "{";
  for (Enumerator value : type.values) {
    if (text.size() > 1) text += ", ";
    text += enumerators[value.index()];
  }
  return text + "}";
}

std::string CheckedModel::value_text(VarId var, Value value) const {
  switch (variable(var).type.kind) {
    case TypeKind::Boolean:
      return value == 0 ? "false" : "true";
    case TypeKind::Enumeration:
      return enumerators[static_cast<std::size_t>(value)];
    case TypeKind::Range:
      return std::to_string(value);
  }
  return {};
}

namespace {

std::pair<AgentId, std::string_view> key(const Observation& observation) {
  return {observation.agent, observation.name};
}

}  // namespace

void CheckedModel::index_names() {
  auto meaning = [&](const std::string& name) -> Meaning& {
    std::size_t symbol = pool.intern(name).index();
    if (symbol >= meanings.size()) meanings.resize(symbol + 1);
    return meanings[symbol];
  };
  for (std::uint32_t i = 0; i < propositions.size(); ++i) meaning(propositions[i].name).proposition = i;
  for (std::size_t i = 0; i < agents.size(); ++i) meaning(agents[i].name).agent = AgentId(i);
  for (std::uint32_t i = 0; i < groups.size(); ++i) meaning(groups[i].name).group = i;
  observations_by_name.resize(observations.size());
  std::iota(observations_by_name.begin(), observations_by_name.end(), 0u);
  std::sort(observations_by_name.begin(), observations_by_name.end(),
            [&](std::uint32_t a, std::uint32_t b) { return key(observations[a]) < key(observations[b]); });
}

std::optional<std::size_t> CheckedModel::observation_of(AgentId agent, std::string_view name) const {
  auto found = std::lower_bound(observations_by_name.begin(), observations_by_name.end(), std::pair(agent, name),
                                [&](std::uint32_t i, const auto& sought) { return key(observations[i]) < sought; });
  if (found == observations_by_name.end() || key(observations[*found]) != std::pair(agent, name)) return std::nullopt;
  return *found;
}

std::optional<std::size_t> CheckedModel::proposition_of(logic::Symbol symbol) const {
  return symbol.index() < meanings.size() ? meanings[symbol.index()].proposition : std::nullopt;
}

std::optional<AgentId> CheckedModel::agent_of(logic::Symbol symbol) const {
  bool known = symbol.index() < meanings.size() && !meanings[symbol.index()].agent.is_none();
  return known ? std::optional(meanings[symbol.index()].agent) : std::nullopt;
}

void CheckedModel::add_listed_group(logic::Symbol name, std::vector<AgentId> members) {
  if (meanings.size() <= name.index()) meanings.resize(name.index() + 1);
  std::sort(members.begin(), members.end());
  meanings[name.index()].group = groups.size();
  groups.push_back({pool.text(name), std::move(members), {}, true});
}

std::optional<std::size_t> CheckedModel::group_of(logic::Symbol symbol) const {
  return symbol.index() < meanings.size() ? meanings[symbol.index()].group : std::nullopt;
}

}  // namespace gnomon::ispl
