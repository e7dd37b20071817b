// The structural invariants of the engine, checked one by one for the tests.
#include <fmt/format.h>
#include <span>

#include "bdd/engine.h"

namespace gnomon::bdd {

Index NodeTable::find(Level level, Edge low, Edge high) const {
  const auto holds_it = [&](std::uint32_t slot) {
    const Node& n = nodes_[slot & index_mask_];
    return n.level == level && n.low == low && n.high == high;
  };
  const std::uint64_t hash = hash_of(level, low, high);
  for (std::size_t tried = 0; tried <= kHomeMask; ++tried) {
    const std::uint32_t slot = slots_[home_of(low, high) + ((hash + tried) & kHomeMask)];
    if (slot == 0) return 0;
    if (holds_it(slot)) return slot & index_mask_;
  }
  for (std::size_t place = overflow_of(hash); slots_[place] != 0; place = (place + 1) & place_mask_) {
    if (holds_it(slots_[place])) return slots_[place] & index_mask_;
  }
  return 0;
}

std::string NodeTable::check() const {
  std::size_t occupied = 0;
  for (const std::uint32_t& slot : std::span(slots_.data(), slots_.size())) {
    if (slot == 0) continue;
    ++occupied;
    const Index i = slot & index_mask_;
    if (i < kFirstIndex || i >= end_) return fmt::format("the unique table contains the index {}", i);
    const Node& n = nodes_[i];
    const std::uint64_t hash = hash_of(n.level, n.low, n.high);
    if (find(n.level, n.low, n.high) != i) return fmt::format("node {} cannot be found, or exists twice", i);
    if ((slot & ~index_mask_) != tag_of(hash)) return fmt::format("node {} has a wrong tag", i);
  }
  if (occupied != allocated_) return fmt::format("{} nodes are in the table, {} are allocated", occupied, allocated_);
  std::size_t free = 0;
  for (Index i = free_; i != 0; i = nodes_[i].next) {
    if (nodes_[i].level != kFreeLevel) return fmt::format("node {} is in the free list and in use", i);
    if (++free > capacity_) return "the free list has a cycle";
  }
  if (free + allocated_ != end_ - kFirstIndex) return "some node is neither free nor allocated";
  return {};
}

std::string Engine::check_invariants() const {
  if (std::string words = table_.check(); !words.empty()) return words;
  for (Level at = 0; at < var_at_level_.size(); ++at) {
    if (level_of_var_[var_at_level_[at]] != at) return fmt::format("level {} and its variable disagree", at);
    const std::uint32_t group = group_of_var_[var_at_level_[at]];
    if (group == 0 || at == 0 || group_of_var_[var_at_level_[at - 1]] == group) continue;
    for (Level above = 0; above < at; ++above) {
      if (group_of_var_[var_at_level_[above]] == group) return fmt::format("a group is torn apart at level {}", at);
    }
  }
  const auto exists = [this](Edge e) {
    const Index i = index_of(e);
    return i == 0 || (i >= kFirstIndex && i < table_.end_index() && table_[i].level != kFreeLevel);
  };
  if (table_[0].level != kTerminalLevel) return "the terminal has changed";
  for (Index i = kFirstIndex; i < table_.end_index(); ++i) {
    const Node& n = table_[i];
    if (n.level == kFreeLevel) continue;
    if (n.level >= var_count()) return fmt::format("node {} has the level {}", i, n.level);
    if ((n.low & 1) != 0) return fmt::format("node {} has a complemented low edge", i);
    if (n.low == n.high) return fmt::format("node {} has equal branches", i);
    if (!exists(n.low) || !exists(n.high)) return fmt::format("node {} refers to a free node", i);
    if (level(n.low) <= n.level || level(n.high) <= n.level) return fmt::format("node {} violates the order", i);
  }
  std::string words;
  roots_.for_each([&](const Bdd& f) {
    if (!exists(f.edge_)) words = fmt::format("a handle refers to the free node {}", index_of(f.edge_));
  });
  if (!words.empty()) return words;
  if (!cache_.refers_only_to(exists)) return "the computed cache refers to a free node";
  if (!kept_.edges().empty()) return "intermediate results were left behind";
  return {};
}

}  // namespace gnomon::bdd
