#include "ispl/checked_model.h"

#include <algorithm>
#include <string>

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

// The position of the item whose name is this symbol. `guess` is where it usually is.
template <class Item>
std::optional<std::size_t> find_by_name(const std::vector<Item>& items, const std::string& name, std::size_t guess) {
  if (guess < items.size() && items[guess].name == name) return guess;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].name == name) return i;
  }
  return std::nullopt;
}

}  // namespace

// The loader interns the propositions first, in their order, so that a symbol's number is the proposition's; names
// interned later are searched for.
std::optional<std::size_t> CheckedModel::proposition_of(logic::Symbol symbol) const {
  if (symbol.is_none()) return std::nullopt;
  return find_by_name(propositions, pool.text(symbol), symbol.index());
}

std::optional<AgentId> CheckedModel::agent_of(logic::Symbol symbol) const {
  if (symbol.is_none()) return std::nullopt;
  auto found = find_by_name(agents, pool.text(symbol), agents.size());
  return found ? std::optional(AgentId(*found)) : std::nullopt;
}

std::optional<std::size_t> CheckedModel::group_of(logic::Symbol symbol) const {
  if (symbol.is_none()) return std::nullopt;
  return find_by_name(groups, pool.text(symbol), groups.size());
}

}  // namespace gnomon::ispl
