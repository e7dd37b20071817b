// What was computed for a key before: an open-addressing table from words to numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "enumerate/layout.h"

namespace gnomon::enumerate {

// A mixing function in which every bit of the input changes about half of the output (the finaliser of splitmix64).
inline Word mixed(Word x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9u;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

class Memo {
 public:
  static constexpr std::uint32_t kAbsent = 0xffffffffu;

  std::size_t size() const { return count_; }
  void clear() {
    slots_.clear();
    count_ = 0;
  }

  std::uint32_t find(Word key) const {
    if (slots_.empty()) return kAbsent;
    for (std::size_t at = start(key);; at = (at + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[at];
      if (slot.value == kAbsent || slot.key == key) return slot.value;
    }
  }

  // Requires an absent key and a value other than kAbsent.
  void add(Word key, std::uint32_t value) {
    if ((count_ + 1) * 2 > slots_.size()) {
      std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots_.empty() ? kFirstSize : slots_.size() * 2));
      for (const Slot& slot : old) {
        if (slot.value != kAbsent) place(slot);
      }
    }
    place({key, value});
    ++count_;
  }

 private:
  static constexpr std::size_t kFirstSize = 16;
  struct Slot {
    Word key = 0;
    std::uint32_t value = kAbsent;
  };
  std::size_t start(Word key) const { return mixed(key) & (slots_.size() - 1); }
  void place(const Slot& slot) {
    std::size_t at = start(slot.key);
    while (slots_[at].value != kAbsent) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }

  std::vector<Slot> slots_;  // a power of two, or none
  std::size_t count_ = 0;
};

}  // namespace gnomon::enumerate
