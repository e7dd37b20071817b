// Whether the members of a coalition can choose so that none of several patterns comes about.
//
// A pattern names, for some of the members, a set of their choices; it comes about if each of these members takes one of
// its set. So a pattern is a clause: one of the members that it names must choose outside its set. The search is that of
// a solver for clauses: a pattern that leaves one member takes its choices away; if no pattern does, the member that the
// most patterns name tries the choice that is in the fewest of them. It hardly matters how many joint choices there are.
//
// Patterns are strings of bits, one for each choice of each member; a member without a bit is not named.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "base/pace.h"
#include "enumerate/memo.h"

namespace gnomon::enumerate {

// Where the choices of the members stand: those of one member in one word, or from the beginning of a word on.
class ChoiceBits {
 public:
  struct Slot {
    std::uint32_t word = 0;
    std::uint32_t shift = 0;  // 0 if there are several words
    std::uint32_t choices = 0;
    Word first = 0;  // its bits in the first of its words
    auto operator<=>(const Slot&) const = default;

    std::size_t words() const { return choices <= 64 ? 1 : (choices + 63) / 64; }
    // The bits in one of its words.
    Word mask(std::size_t i) const {
      const std::size_t left = choices - i * 64;
      return (left >= 64 ? ~Word{0} : (Word{1} << left) - 1) << shift;
    }
  };

  // Adds a member with so many choices, at least one.
  void add(std::uint32_t choices);
  void clear() {
    slots_.clear();
    words_ = 0;
  }
  void set(std::size_t member, std::size_t choice, Word* pattern) const {
    const std::size_t bit = slots_[member].shift + choice;
    pattern[slots_[member].word + bit / 64] |= Word{1} << (bit % 64);
  }
  const std::vector<Slot>& slots() const { return slots_; }  // by member
  std::size_t words() const { return words_; }
  auto operator<=>(const ChoiceBits&) const = default;

 private:
  std::vector<Slot> slots_;
  std::size_t words_ = 0;
};

class Avoidance {
 public:
  static constexpr std::uint64_t kMostWork = std::uint64_t{1} << 27;

  // The budget is polled; it must outlive this.
  explicit Avoidance(const Budget& budget, std::uint64_t most_work = kMostWork)
      : pace_(&budget), most_work_(most_work) {}

  // Whether all patterns, one after the other in `patterns`, can be avoided together. If `likely` is not empty, a joint
  // choice by which that pattern comes about is tried first. Raises LimitReached where the search takes very long.
  bool possible(const ChoiceBits& bits, std::span<const Word> patterns, std::span<const Word> likely = {});

  std::uint64_t work() const { return work_; }  // of the last question: looks at what a pattern says of a member

 private:
  // What is left after some decisions.
  struct Frame {
    std::vector<Word> choices;
    std::vector<std::uint32_t> patterns;  // that may still come about
  };
  // What a pattern says of a member.
  enum class Look : std::uint8_t { Unnamed, Avoids, May, Cannot };

  static bool avoided_by(const ChoiceBits& bits, Word likely, std::span<const Word> patterns);
  Frame& frame(std::size_t depth);
  bool search(std::size_t depth);
  bool propagate(Frame& now);
  Look look(const Frame& now, std::uint32_t pattern, const ChoiceBits::Slot& slot) const {
    if (slot.choices > 64) return look_at_words(now, pattern, slot);
    const Word taken = all_[pattern * bits_->words() + slot.word] & slot.first;
    if (taken == 0) return Look::Unnamed;
    const Word left = now.choices[slot.word] & slot.first;
    if ((left & taken) == 0) return Look::Avoids;
    return (left & ~taken) != 0 ? Look::May : Look::Cannot;
  }
  Look look_at_words(const Frame& now, std::uint32_t pattern, const ChoiceBits::Slot& slot) const;
  void remove(Frame& now, std::uint32_t pattern, const ChoiceBits::Slot& slot) const;
  // The choice of the member that is in the fewest patterns; `in` is in how many.
  std::size_t best_choice(const Frame& now, const ChoiceBits::Slot& slot, std::size_t& in);
  void count(std::uint64_t work);

  Pace pace_;
  std::uint64_t most_work_;
  std::uint64_t work_ = 0;
  const ChoiceBits* bits_ = nullptr;
  std::span<const Word> all_;
  std::deque<Frame> frames_;
  std::vector<std::uint32_t> may_;     // members that can still avoid a pattern
  std::vector<std::uint32_t> naming_;  // by member: patterns that it may avoid, as of the last propagation
  std::vector<std::uint32_t> taking_;  // by choice of a member: patterns that it is in
};

}  // namespace gnomon::enumerate
