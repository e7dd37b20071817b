// All nodes of a manager in one array, and the unique table that makes them canonical.
//
// The unique table is an open-addressing hash table over (level, low, high). A slot is one word: the node's index in
// the low bits, and as many further bits of its hash as fit above, so that a node is looked at only if those bits
// agree. The engine's time is the time of its accesses to memory, hence two measures to keep them few and near each
// other:
//   - A node's home is one cache line of slots, placed in proportion to the index of its younger branch. Nodes made one
//     after the other have branches made one after the other, and find their homes in lines that were just used.
//   - Only if the home is full, a node goes to a place given by its hash, and from there to the next free slot.
// Slots are never emptied one by one (a collection refills the table), so a home with an empty slot never was full, and
// a node that is not in it does not exist. Compared with chains of nodes, conjunctions take half the time.
//
// The table does not decide when to collect or grow: `find_or_add` says "full" and its owner acts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "bdd/edge.h"
#include "bdd/page_array.h"

namespace gnomon::bdd {

class NodeTable {
 public:
  explicit NodeTable(std::size_t capacity);

  Node* nodes() const { return nodes_.data(); }
  Node& operator[](Index i) const { return nodes_[i]; }
  Level level(Edge e) const { return nodes_[index_of(e)].level; }

  std::size_t allocated() const { return allocated_; }  // live nodes and garbage
  std::size_t capacity() const { return capacity_; }    // how many fit before growing
  Index end_index() const { return end_; }              // every node's index is in [kFirstIndex, end_index())
  std::size_t bytes() const { return nodes_.bytes() + slots_.bytes(); }
  static std::size_t bytes_for(std::size_t capacity);
  // What of it the system has had to provide: nodes cost memory when they are first used.
  std::size_t touched_bytes() const { return end_ * sizeof(Node) + slots_.bytes(); }

  // The node (level, low, high), which must be in canonical form; 0 if it does not exist and there is no room for it.
  Index find_or_add(Level level, Edge low, Edge high) {
    const std::uint64_t hash = hash_of(level, low, high);
    const std::uint32_t tag = tag_of(hash);
    std::uint32_t* const slots = slots_.data();
    Node* const nodes = nodes_.data();
    const auto holds_it = [&](std::uint32_t slot) {
      if (((slot ^ tag) & ~index_mask_) != 0) return false;
      const Node& n = nodes[slot & index_mask_];
      return n.low == low && n.high == high && n.level == level;
    };
    const std::size_t home = home_of(low, high);
    std::size_t place = home + (hash & kHomeMask);
    for (std::size_t tried = 1; slots[place] != 0; ++tried) {
      if (holds_it(slots[place])) return slots[place] & index_mask_;
      if (tried > kHomeMask) {
        for (place = overflow_of(hash); slots[place] != 0; place = (place + 1) & place_mask_) {
          if (holds_it(slots[place])) return slots[place] & index_mask_;
        }
        break;
      }
      place = home + ((hash + tried) & kHomeMask);
    }
    if (allocated_ >= limit_) return 0;
    const Index fresh = take();
    nodes[fresh] = Node{level, 0, low, high};
    slots[place] = tag | fresh;
    return fresh;
  }

  void set_limit(std::size_t nodes);  // how many may be allocated, even if there is capacity for more
  // Grows the arrays; throws std::bad_alloc, leaving the table as it was. Nodes stay, but must be made findable again
  // by `sweep` or `rebuild` before the next `find_or_add`.
  void set_capacity(std::size_t capacity);

  void unmark() const;
  // Frees every node without the mark bit, clears the marks, and rebuilds the unique table.
  void sweep();
  // Rebuilds slots and free list from the nodes whose level is not kFreeLevel.
  void rebuild();

  std::string check() const;  // the first violated invariant of the table itself, or nothing

  // For the reordering, which finds nodes by itself meanwhile, and calls `rebuild` afterwards: takes a node from the
  // free list or the end, and gives one back. `take` requires allocated() < capacity() and ignores the limit.
  Index take() {
    ++allocated_;
    const Index fresh = free_;
    if (fresh == 0) return end_++;
    free_ = nodes_[fresh].next;
    return fresh;
  }
  void release(Index i) {
    nodes_[i].level = kFreeLevel;
    nodes_[i].next = free_;
    free_ = i;
    --allocated_;
  }

 private:
  static std::uint64_t hash_of(Level level, Edge low, Edge high) {
    const std::uint64_t key = (static_cast<std::uint64_t>(low) << 32 | high) + level * 0x9e3779b97f4a7c15ull;
    return (key ^ key >> 29) * 0xd6e8feb86659fd93ull;
  }
  std::uint32_t tag_of(std::uint64_t hash) const { return static_cast<std::uint32_t>(hash >> 8) & ~index_mask_; }
  std::size_t home_of(Edge low, Edge high) const {
    const std::uint64_t younger = index_of(low > high ? low : high);
    return static_cast<std::size_t>(younger * slots_per_node_ >> 32) & ~kHomeMask;
  }
  std::size_t overflow_of(std::uint64_t hash) const { return static_cast<std::size_t>(hash >> shift_); }
  std::size_t empty_slot_for(std::uint64_t hash, std::size_t home) const;
  Index find(Level level, Edge low, Edge high) const;  // 0 if it does not exist
  template <class IsFree>
  void refill(IsFree is_free);

  static constexpr std::size_t kHomeMask = 15;  // 16 slots of four bytes are a cache line

  PageArray<Node> nodes_;
  PageArray<std::uint32_t, Mapping::AtOnce> slots_;
  unsigned shift_ = 0;  // 64 - log2(slots)
  std::size_t place_mask_ = 0;
  std::uint64_t slots_per_node_ = 0;  // times 2^32
  Index index_mask_ = 0;
  Index free_ = 0;
  Index end_ = kFirstIndex;
  std::size_t allocated_ = 0;
  std::size_t limit_ = 0;  // of allocated_: the capacity, or less
  std::size_t capacity_ = 0;
  std::size_t wanted_limit_ = ~std::size_t{0};
};

}  // namespace gnomon::bdd
