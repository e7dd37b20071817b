// A set of states as one bit per state: a value of check/space.h. Sets of one graph have one length.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "enumerate/memo.h"

namespace gnomon::enumerate {

class BitSet {
 public:
  BitSet() = default;  // no set; only assignment is allowed
  explicit BitSet(std::size_t length) : length_(length), words_((length + kBits - 1) / kBits, 0) {}
  static BitSet all(std::size_t length) {
    BitSet set(length);
    std::fill(set.words_.begin(), set.words_.end(), ~Word{0});
    if (length % kBits != 0) set.words_.back() = (Word{1} << (length % kBits)) - 1;
    return set;
  }

  std::size_t length() const { return length_; }
  bool test(std::size_t i) const { return (words_[i / kBits] >> (i % kBits) & 1) != 0; }
  void add(std::size_t i) { words_[i / kBits] |= Word{1} << (i % kBits); }
  void remove(std::size_t i) { words_[i / kBits] &= ~(Word{1} << (i % kBits)); }
  // Adds the state; whether it is new.
  bool insert(std::size_t i) {
    const bool fresh = !test(i);
    add(i);
    return fresh;
  }
  // The first member; none if the set is empty.
  std::optional<std::size_t> first() const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      if (words_[w] != 0) return w * kBits + static_cast<std::size_t>(std::countr_zero(words_[w]));
    }
    return std::nullopt;
  }
  std::size_t count() const {
    std::size_t sum = 0;
    for (Word word : words_) sum += static_cast<std::size_t>(std::popcount(word));
    return sum;
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      for (Word rest = words_[w]; rest != 0; rest &= rest - 1) {
        visit(w * kBits + static_cast<std::size_t>(std::countr_zero(rest)));
      }
    }
  }
  // From the last to the first. `visit` may change the set: of the states that are visited later, those of the same word
  // do not notice.
  template <class Visit>
  void for_each_backwards(Visit&& visit) const {
    for (std::size_t w = words_.size(); w > 0; --w) {
      for (Word rest = words_[w - 1]; rest != 0;) {
        const auto last = static_cast<std::size_t>(std::bit_width(rest)) - 1;
        rest &= ~(Word{1} << last);
        visit((w - 1) * kBits + last);
      }
    }
  }

  bool empty() const {
    return std::all_of(words_.begin(), words_.end(), [](Word word) { return word == 0; });
  }
  bool subset_of(const BitSet& other) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      if ((words_[w] & ~other.words_[w]) != 0) return false;
    }
    return true;
  }
  bool disjoint_from(const BitSet& other) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      if ((words_[w] & other.words_[w]) != 0) return false;
    }
    return true;
  }
  bool operator==(const BitSet&) const = default;
  std::size_t hash() const {
    Word hash = length_;
    for (Word word : words_) hash = mixed(hash ^ word) + 1;
    return hash;
  }

  BitSet& operator&=(const BitSet& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] &= other.words_[w];
    return *this;
  }
  BitSet& operator|=(const BitSet& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= other.words_[w];
    return *this;
  }
  BitSet& operator-=(const BitSet& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] &= ~other.words_[w];
    return *this;
  }
  BitSet operator&(const BitSet& other) const { return BitSet(*this) &= other; }
  BitSet operator|(const BitSet& other) const { return BitSet(*this) |= other; }
  BitSet operator-(const BitSet& other) const { return BitSet(*this) -= other; }

 private:
  static constexpr std::size_t kBits = 64;
  std::size_t length_ = 0;
  std::vector<Word> words_;
};

}  // namespace gnomon::enumerate
