#include "enumerate/protocol_table.h"

#include <optional>
#include <utility>

#include "base/sorted.h"

namespace gnomon::enumerate {

ProtocolTable::ProtocolTable(const Program& program, std::size_t agent)
    : layout_(&program.layout()),
      protocol_(&program.protocol(agent)),
      variables_(program.source().variables.size()),
      known_(protocol_->reads),
      possible_(protocol_->tells) {}

const std::vector<std::uint32_t>& ProtocolTable::possible(const Word* state, Expression::Scratch& scratch) {
  const std::uint32_t number = possible_.value(state, [&] {
    std::vector<std::uint32_t>& found = lines_.emplace_back();
    scratch.open.resize(variables_, 1);
    for (ispl::VarId var : protocol_->telling) scratch.open[var.index()] = 0;
    for (std::uint32_t i = 0; i < protocol_->lines.size(); ++i) {
      const std::optional<Number> value =
          protocol_->lines[i].condition.value_if_known({layout_, state, nullptr, scratch.open.data()}, scratch);
      if (!value || value->is_true()) found.push_back(i);
    }
    for (ispl::VarId var : protocol_->telling) scratch.open[var.index()] = 1;
    return static_cast<std::uint32_t>(lines_.size() - 1);
  });
  return lines_[number];
}

void ProtocolTable::clear() {
  known_.clear();
  numbers_.clear();
  lists_.clear();
}

std::uint32_t ProtocolTable::compute(const Word* state, Expression::Scratch& scratch) {
  std::vector<std::uint32_t> enabled;
  bool some_line = false;
  const Inputs inputs{layout_, state, nullptr, nullptr};
  for (std::uint32_t i : possible(state, scratch)) {
    const Protocol::Line& line = protocol_->lines[i];
    if (!line.condition.value(inputs, scratch).is_true()) continue;
    some_line = true;
    enabled.insert(enabled.end(), line.actions.begin(), line.actions.end());
  }
  if (!some_line) enabled = protocol_->otherwise;
  sort_unique(enabled);
  const auto [at, added] = numbers_.try_emplace(std::move(enabled), static_cast<std::uint32_t>(lists_.size()));
  if (added) lists_.push_back(&at->first);
  return at->second;
}

}  // namespace gnomon::enumerate
