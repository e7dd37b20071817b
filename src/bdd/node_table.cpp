#include "bdd/node_table.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace gnomon::bdd {

namespace {

// A power of two that leaves a full table between a third and two thirds empty.
std::size_t slots_for(std::size_t capacity) {
  return std::bit_ceil(capacity + capacity / 2);
}

}  // namespace

NodeTable::NodeTable(std::size_t capacity) {
  set_capacity(capacity);
  nodes_[0] = Node{kTerminalLevel, 0, kFalse, kFalse};
}

std::size_t NodeTable::bytes_for(std::size_t capacity) {
  return (capacity + kFirstIndex) * sizeof(Node) + slots_for(capacity) * sizeof(std::uint32_t);
}

void NodeTable::set_capacity(std::size_t capacity) {
  const std::size_t slots = std::max(slots_for(capacity), slots_.size());
  nodes_.grow(capacity + kFirstIndex);
  slots_.grow(slots);
  shift_ = 64 - static_cast<unsigned>(std::bit_width(slots) - 1);
  place_mask_ = slots - 1;
  slots_per_node_ = (static_cast<std::uint64_t>(slots) << 32) / (capacity + kFirstIndex);
  index_mask_ = static_cast<Index>(std::bit_ceil(capacity + kFirstIndex) - 1);
  capacity_ = capacity;
  limit_ = std::min(capacity_, wanted_limit_);
  fill_slots();
}

void NodeTable::set_limit(std::size_t nodes) {
  wanted_limit_ = nodes;
  limit_ = std::min(capacity_, wanted_limit_);
}

void NodeTable::sweep() {
  for (Index i = kFirstIndex; i < end_; ++i) {
    Node& n = nodes_[i];
    n.level = (n.level & kMarkBit) != 0 ? n.level & ~kMarkBit : kFreeLevel;
  }
  nodes_[0].level &= ~kMarkBit;
  rebuild();
}

void NodeTable::rebuild() {
  while (end_ > kFirstIndex && nodes_[end_ - 1].level == kFreeLevel) --end_;
  free_ = 0;
  allocated_ = 0;
  for (Index i = end_; i-- > kFirstIndex;) {
    Node& n = nodes_[i];
    if (n.level == kFreeLevel) {
      n.next = free_;
      free_ = i;
    } else {
      ++allocated_;
    }
  }
  fill_slots();
}

std::size_t NodeTable::empty_slot_for(std::uint64_t hash, std::size_t home) const {
  for (std::size_t tried = 0; tried <= kHomeMask; ++tried) {
    const std::size_t place = home + ((hash + tried) & kHomeMask);
    if (slots_[place] == 0) return place;
  }
  std::size_t place = overflow_of(hash);
  while (slots_[place] != 0) place = (place + 1) & place_mask_;
  return place;
}

void NodeTable::insert(Index i) {
  const Node& n = nodes_[i];
  const std::uint64_t hash = hash_of(n.level, n.low, n.high);
  slots_[empty_slot_for(hash, home_of(n.low, n.high))] = tag_of(hash) | i;
}

void NodeTable::fill_slots() {
  std::memset(slots_.data(), 0, slots_.bytes());
  constexpr Index kAhead = 16;  // the slot of the node this far ahead is fetched early
  for (Index i = kFirstIndex; i < end_; ++i) {
    if (i + kAhead < end_) {
      const Node& ahead = nodes_[i + kAhead];
      __builtin_prefetch(&slots_[home_of(ahead.low, ahead.high)], 1);
    }
    if (nodes_[i].level != kFreeLevel) insert(i);
  }
}

}  // namespace gnomon::bdd
