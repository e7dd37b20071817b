#include "bdd/node_table.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace gnomon::bdd {

namespace {

// A power of two that leaves between a third and two thirds of the slots empty when the table is full.
std::size_t slots_for(std::size_t capacity) {
  return std::bit_ceil(capacity + capacity / 2);
}

}  // namespace

NodeTable::NodeTable(std::size_t capacity) {
  set_capacity(capacity);  // an empty table needs no rebuilding
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
}

void NodeTable::set_limit(std::size_t nodes) {
  wanted_limit_ = nodes;
  limit_ = std::min(capacity_, wanted_limit_);
}

void NodeTable::unmark() const {
  nodes_[0].level &= ~kMarkBit;
  for (Index i = kFirstIndex; i < end_; ++i) nodes_[i].level &= ~kMarkBit;
}

void NodeTable::sweep() {
  nodes_[0].level &= ~kMarkBit;
  refill([](Node& n) {
    const bool marked = (n.level & kMarkBit) != 0;
    n.level &= ~kMarkBit;
    return !marked;
  });
}

void NodeTable::rebuild() {
  refill([](const Node& n) { return n.level == kFreeLevel; });
}

// One pass in the order of the array, so that the free list gives out neighbouring nodes one after the other.
template <class IsFree>
void NodeTable::refill(IsFree is_free) {
  std::memset(slots_.data(), 0, slots_.bytes());
  constexpr Index kAhead = 16;  // the home of the node this far ahead is fetched early
  const Index old_end = end_;
  end_ = kFirstIndex;
  allocated_ = 0;
  Index* last_free = &free_;
  Index* last_free_before_end = &free_;
  for (Index i = kFirstIndex; i < old_end; ++i) {
    if (i + kAhead < old_end) __builtin_prefetch(&slots_[home_of(nodes_[i + kAhead].low, nodes_[i + kAhead].high)], 1);
    Node& n = nodes_[i];
    if (is_free(n)) {
      n.level = kFreeLevel;
      *last_free = i;
      last_free = &n.next;
      continue;
    }
    const std::uint64_t hash = hash_of(n.level, n.low, n.high);
    slots_[empty_slot_for(hash, home_of(n.low, n.high))] = tag_of(hash) | i;
    ++allocated_;
    end_ = i + 1;
    last_free_before_end = last_free;
  }
  *last_free_before_end = 0;
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

}  // namespace gnomon::bdd
