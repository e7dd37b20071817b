// States, each once, numbered in the order in which they were added.
//
// Words of states stand in chunks; an open-addressing table finds the number of a state. A slot has the number and a tag of
// 32 bits. If states have no more bits than that, the tag is the state itself, and slots say all; otherwise it is a part
// of the hash, so that other states are hardly ever looked at. At most two slots in three are taken: a state takes its
// words and 12 to 24 bytes. The table is in huge pages where there are any, because it is read at random.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "bdd/page_array.h"
#include "enumerate/layout.h"
#include "enumerate/memo.h"

namespace gnomon::enumerate {

// The number of a state.
using StateIndex = std::uint32_t;

class StateTable {
 public:
  static constexpr std::size_t kMostStates = 0xfffffff0u;

  // States of so many words, of which no more than the lowest `bits` are used; more than 64 bits are as good as 64.
  explicit StateTable(std::size_t words, std::size_t bits = 64)
      : words_(words), exact_(words == 1 && bits <= kTagBits) {}

  std::size_t size() const { return size_; }
  const Word* operator[](StateIndex s) const { return chunks_[s >> kBits].get() + (s & kMask) * words_; }
  std::size_t bytes() const {
    return ((chunks_.size() * words_ * sizeof(Word)) << kBits) + slots_.size() * sizeof(Word);
  }

  Word hash(const Word* state) const {
    Word hash = 0;
    for (std::size_t w = 0; w < words_; ++w) hash = mixed(hash + state[w] + 0x9e3779b97f4a7c15u);
    return hash;
  }
  // Where the search for a state with this hash begins will be read soon.
  void prefetch(Word hash) const { __builtin_prefetch(slots_.data() + (hash & (slots_.size() - 1))); }

  // After that: if the state is there, its words will be read soon.
  void prefetch_words(const Word* state, Word hash) const {
    if (exact_ || slots_.size() == 0) return;
    const Word slot = slots_[hash & (slots_.size() - 1)];
    if (slot != kFree && (slot & kTag) == tag(state, hash)) __builtin_prefetch((*this)[number(slot)]);
  }

  // Requires a state that was added.
  StateIndex find(const Word* state) const { return *lookup(state); }
  // None if the state was not added.
  std::optional<StateIndex> lookup(const Word* state) const {
    if (slots_.size() == 0) return std::nullopt;
    const Word hash_value = hash(state);
    const Word wanted = tag(state, hash_value);
    for (std::size_t at = hash_value & (slots_.size() - 1); slots_[at] != kFree; at = (at + 1) & (slots_.size() - 1)) {
      if ((slots_[at] & kTag) == wanted && same(number(slots_[at]), state)) return number(slots_[at]);
    }
    return std::nullopt;
  }

  // The number of the state, which is added if it is new. Raises LimitReached if the table would outgrow the budget.
  StateIndex add(const Word* state, Word hash, const Budget& budget) {
    if (3 * (size_ + 1) > 2 * slots_.size()) grow(budget);
    std::size_t at = hash & (slots_.size() - 1);
    const Word wanted = tag(state, hash);
    for (; slots_[at] != kFree; at = (at + 1) & (slots_.size() - 1)) {
      if ((slots_[at] & kTag) != wanted) continue;
      const StateIndex known = number(slots_[at]);
      if (same(known, state)) return known;
    }
    if ((size_ & kMask) == 0) chunks_.push_back(std::make_unique_for_overwrite<Word[]>(words_ << kBits));
    const auto fresh = static_cast<StateIndex>(size_++);
    Word* to = chunks_[fresh >> kBits].get() + (fresh & kMask) * words_;
    for (std::size_t w = 0; w < words_; ++w) to[w] = state[w];
    slots_[at] = wanted | (Word{fresh} + 1);
    return fresh;
  }

 private:
  static constexpr std::size_t kBits = 14;
  static constexpr std::size_t kMask = (std::size_t{1} << kBits) - 1;
  static constexpr std::size_t kTagBits = 32;
  static constexpr Word kTag = 0xffffffff00000000u;
  static constexpr Word kFree = 0;
  static constexpr std::size_t kFirstSize = 1024;

  // A slot has the number of its state plus one.
  static StateIndex number(Word slot) { return static_cast<StateIndex>(slot) - 1; }
  Word tag(const Word* state, Word hash) const { return exact_ ? state[0] << kTagBits : hash & kTag; }
  // Requires a slot with the tag of the state.
  bool same(StateIndex known, const Word* state) const {
    if (exact_) return true;
    const Word* words = (*this)[known];
    for (std::size_t w = 0; w < words_; ++w) {
      if (words[w] != state[w]) return false;
    }
    return true;
  }

  // The lower half of a hash gives the place and is not in the slot, so hashes are computed anew.
  void grow(const Budget& budget) {
    if (size_ >= kMostStates) throw LimitReached(Limit::Size, "more than 2^32 states");
    const std::size_t wanted = slots_.size() == 0 ? kFirstSize : slots_.size() * 2;
    if (wanted * sizeof(Word) > budget.memory_left()) throw LimitReached(Limit::Memory, "memory limit reached");
    bdd::PageArray<Word> larger(wanted);
    for (StateIndex s = 0; s < size_; ++s) {
      const Word value = hash((*this)[s]);
      std::size_t at = value & (wanted - 1);
      while (larger[at] != kFree) at = (at + 1) & (wanted - 1);
      larger[at] = tag((*this)[s], value) | (Word{s} + 1);
    }
    slots_ = std::move(larger);
  }

  std::size_t words_;
  bool exact_;  // tags are states
  std::vector<std::unique_ptr<Word[]>> chunks_;
  bdd::PageArray<Word> slots_;
  std::size_t size_ = 0;
};

}  // namespace gnomon::enumerate
