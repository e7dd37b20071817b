#include "bdd/computed_cache.h"

#include <algorithm>
#include <cstring>

namespace gnomon::bdd {

void ComputedCache::set_bits(unsigned bits) {
  const std::size_t old = used_;
  const std::size_t size = std::size_t{1} << bits;
  // After the cache has shrunk, entries that were stored in old places may lie behind the used ones.
  const std::size_t stale = std::min(size, entries_.size()) - old;
  if (size > entries_.size()) entries_.grow(size);
  if (stale > 0) std::memset(static_cast<void*>(&entries_[old]), 0, stale * sizeof(Entry));
  used_ = size;
  line_shift_ = 64 - bits + 2;
  // The lines are indexed by the top bits of a hash, so the new place of an entry lies at or above its line: from the
  // last entry down, nothing is overwritten before it has moved. The place within the line does not change.
  for (std::size_t i = old; i-- > 0;) {
    const Entry e = entries_[i];
    entries_[i] = Entry{};
    if (e.c != 0) entries_[place(e.a, e.b, e.c)] = e;
  }
}

void ComputedCache::shrink(unsigned bits) {
  entries_.release();
  used_ = std::size_t{1} << bits;
  line_shift_ = 64 - bits + 2;
}

void ComputedCache::clear() {
  std::memset(static_cast<void*>(entries_.data()), 0, bytes());
}

void ComputedCache::keep_marked(const Node* nodes) {
  const auto alive = [nodes](Edge e) { return (nodes[index_of(e)].level & kMarkBit) != 0; };
  for (std::size_t i = 0; i < used_; ++i) {
    Entry& e = entries_[i];
    if (e.c == 0) continue;
    if (!alive(e.a) || !alive(e.b) || !alive(e.result) || (e.c >= kContextEnd && !alive(e.c))) e = Entry{};
  }
}

}  // namespace gnomon::bdd
