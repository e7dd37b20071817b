#include "enumerate/avoidance.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>

namespace gnomon::enumerate {

void ChoiceBits::add(std::uint32_t choices) {
  std::uint32_t shift = 0;
  if (!slots_.empty()) {
    const Slot& last = slots_.back();
    if (last.words() == 1 && last.shift + last.choices + choices <= 64) shift = last.shift + last.choices;
  }
  const std::size_t word = shift > 0 ? words_ - 1 : words_;
  slots_.push_back({static_cast<std::uint32_t>(word), shift, choices, 0});
  slots_.back().first = slots_.back().mask(0);
  words_ = word + slots_.back().words();
}

void Avoidance::count(std::uint64_t work) {
  work_ += work;
  pace_.step(work);
  if (work_ > most_work_) {
    throw LimitReached(Limit::Size, "the choices of a coalition in one state take too long to compare");
  }
}

Avoidance::Frame& Avoidance::frame(std::size_t depth) {
  while (frames_.size() <= depth) frames_.emplace_back();
  return frames_[depth];
}

// Where a pattern is one word: whether one of the joint choices by which `likely` comes about avoids all patterns.
bool Avoidance::avoided_by(const ChoiceBits& bits, Word likely, std::span<const Word> patterns) {
  Word joint = 0;
  for (const ChoiceBits::Slot& slot : bits.slots()) {
    const Word from = (likely & slot.first) != 0 ? likely & slot.first : slot.first;
    joint |= Word{1} << std::countr_zero(from);
  }
  return std::all_of(patterns.begin(), patterns.end(), [&](Word pattern) {
    return std::any_of(bits.slots().begin(), bits.slots().end(), [&](const ChoiceBits::Slot& slot) {
      return (pattern & slot.first) != 0 && (pattern & slot.first & joint) == 0;
    });
  });
}

bool Avoidance::possible(const ChoiceBits& bits, std::span<const Word> patterns, std::span<const Word> likely) {
  work_ = 0;
  if (bits.words() == 0) return patterns.empty();
  bits_ = &bits;
  all_ = patterns;
  if (bits.words() == 1 && !likely.empty()) {
    count(patterns.size());
    if (avoided_by(bits, likely.front(), patterns)) return true;
  }
  Frame& first = frame(0);
  first.choices.assign(bits.words(), 0);
  for (const ChoiceBits::Slot& slot : bits.slots()) {
    for (std::size_t i = 0; i < slot.words(); ++i) first.choices[slot.word + i] |= slot.mask(i);
  }
  first.patterns.resize(patterns.size() / bits.words());
  std::iota(first.patterns.begin(), first.patterns.end(), 0U);
  return search(0);
}

Avoidance::Look Avoidance::look_at_words(const Frame& now, std::uint32_t pattern, const ChoiceBits::Slot& slot) const {
  const Word* words = all_.data() + pattern * bits_->words() + slot.word;
  bool named = false;
  bool inside = false;
  bool outside = false;
  for (std::size_t i = 0; i < slot.words(); ++i) {
    const Word left = now.choices[slot.word + i] & slot.mask(i);
    named = named || (words[i] & slot.mask(i)) != 0;
    inside = inside || (left & words[i]) != 0;
    outside = outside || (left & ~words[i]) != 0;
  }
  if (!named) return Look::Unnamed;
  if (!inside) return Look::Avoids;
  return outside ? Look::May : Look::Cannot;
}

void Avoidance::remove(Frame& now, std::uint32_t pattern, const ChoiceBits::Slot& slot) const {
  const Word* words = all_.data() + pattern * bits_->words() + slot.word;
  for (std::size_t i = 0; i < slot.words(); ++i) now.choices[slot.word + i] &= ~(words[i] & slot.mask(i));
}

// Drops the patterns that are avoided, and takes choices away where a pattern leaves one member; false if a pattern
// leaves none.
bool Avoidance::propagate(Frame& now) {
  const std::vector<ChoiceBits::Slot>& slots = bits_->slots();
  for (bool changed = true; changed;) {
    changed = false;
    std::size_t kept = 0;
    count(now.patterns.size() * slots.size());
    naming_.assign(slots.size(), 0);
    for (std::uint32_t pattern : now.patterns) {
      may_.clear();
      bool avoided = false;
      for (std::uint32_t m = 0; m < slots.size() && !avoided; ++m) {
        const Look found = look(now, pattern, slots[m]);
        avoided = found == Look::Avoids;
        if (found == Look::May) may_.push_back(m);
      }
      if (avoided) continue;
      if (may_.empty()) return false;
      if (may_.size() > 1) {
        now.patterns[kept++] = pattern;
        for (std::uint32_t m : may_) ++naming_[m];
        continue;
      }
      remove(now, pattern, slots[may_.front()]);
      changed = true;
    }
    now.patterns.resize(kept);
  }
  return true;
}

std::size_t Avoidance::best_choice(const Frame& now, const ChoiceBits::Slot& slot, std::size_t& in) {
  taking_.assign(slot.words() * 64, 0);
  count(now.patterns.size() * slot.words());
  std::size_t best = 0;
  in = now.patterns.size() + 1;
  for (std::size_t i = 0; i < slot.words(); ++i) {
    const Word left = now.choices[slot.word + i] & slot.mask(i);
    for (std::uint32_t pattern : now.patterns) {
      Word rest = left & all_[pattern * bits_->words() + slot.word + i];
      for (; rest != 0; rest &= rest - 1) ++taking_[i * 64 + static_cast<std::size_t>(std::countr_zero(rest))];
    }
    for (Word rest = left; rest != 0; rest &= rest - 1) {
      const std::size_t bit = i * 64 + static_cast<std::size_t>(std::countr_zero(rest));
      if (taking_[bit] >= in) continue;
      in = taking_[bit];
      best = bit;
    }
  }
  return best;
}

bool Avoidance::search(std::size_t depth) {
  Frame& now = frame(depth);
  while (propagate(now)) {
    if (now.patterns.empty()) return true;
    const ChoiceBits::Slot& slot =
        bits_->slots()[static_cast<std::size_t>(std::max_element(naming_.begin(), naming_.end()) - naming_.begin())];
    std::size_t in = 0;
    const std::size_t best = best_choice(now, slot, in);
    const Word bit = Word{1} << (best % 64);
    // A choice that is in no pattern is as good as any.
    Frame& next = in == 0 ? now : frame(depth + 1);
    if (in > 0) next = now;
    for (std::size_t i = 0; i < slot.words(); ++i) next.choices[slot.word + i] &= ~slot.mask(i);
    next.choices[slot.word + best / 64] |= bit;
    if (in == 0) continue;
    if (search(depth + 1)) return true;
    now.choices[slot.word + best / 64] &= ~bit;
  }
  return false;
}

}  // namespace gnomon::enumerate
