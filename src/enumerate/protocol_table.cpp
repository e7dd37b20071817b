#include "enumerate/protocol_table.h"

#include <utility>

#include "base/sorted.h"

namespace gnomon::enumerate {

void ProtocolTable::clear() {
  known_.clear();
  numbers_.clear();
  lists_.clear();
}

std::uint32_t ProtocolTable::compute(const Word* state, Expression::Scratch& scratch) {
  std::vector<std::uint32_t> enabled;
  bool some_line = false;
  const Inputs inputs{layout_, state, nullptr, nullptr};
  for (const Protocol::Line& line : protocol_->lines) {
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
