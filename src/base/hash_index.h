// A hash index over the elements of an array that its owner keeps: open addressing with linear probing, one number of
// four bytes per slot and at most three slots in four taken. The elements themselves are not stored, so that an index of
// n elements takes between 5 and 11 n bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gnomon {

class HashIndex {
 public:
  static constexpr std::uint32_t kAbsent = 0xffffffffu;

  // The number of the element with this hash for which equal(number) holds, or kAbsent.
  template <class Equal>
  std::uint32_t find(std::uint64_t hash, Equal&& equal) const {
    if (slots_.empty()) return kAbsent;
    for (std::size_t at = start(hash); slots_[at] != kAbsent; at = (at + 1) & (slots_.size() - 1)) {
      if (equal(slots_[at])) return slots_[at];
    }
    return kAbsent;
  }

  // Adds the element `number`, which must be absent; `hash_of(number)` gives the hash of an element.
  template <class HashOf>
  void add(std::uint32_t number, HashOf&& hash_of) {
    if (is_full(count_ + 1, slots_.size())) {
      std::vector<std::uint32_t> old = std::exchange(slots_, std::vector<std::uint32_t>(larger(), kAbsent));
      for (std::uint32_t known : old) {
        if (known != kAbsent) place(known, hash_of(known));
      }
    }
    place(number, hash_of(number));
    ++count_;
  }

  // What has to be allocated at once in order to add so many more elements.
  std::size_t growth_bytes(std::size_t more) const {
    return is_full(count_ + more, slots_.size()) ? larger() * sizeof(std::uint32_t) : 0;
  }

 private:
  static bool is_full(std::size_t count, std::size_t slots) { return count * 4 > slots * 3; }
  std::size_t larger() const { return slots_.empty() ? 16 : slots_.size() * 2; }
  std::size_t start(std::uint64_t hash) const {
    return static_cast<std::size_t>(hash ^ (hash >> 32)) & (slots_.size() - 1);
  }
  void place(std::uint32_t number, std::uint64_t hash) {
    std::size_t at = start(hash);
    while (slots_[at] != kAbsent) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = number;
  }

  std::vector<std::uint32_t> slots_;  // a power of two, or none
  std::size_t count_ = 0;
};

}  // namespace gnomon
