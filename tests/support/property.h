// Properties of random words: a property is a function that breaks (GNOMON_HOLDS) if what it states is wrong of its
// arguments. The words are the same in every run; a broken property is tried on smaller words, and the smallest found
// are reported.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "support/rng.h"

namespace gnomon::test {

struct Broken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

#define GNOMON_HOLDS(condition)                                 \
  do {                                                          \
    if (!(condition)) throw ::gnomon::test::Broken(#condition); \
  } while (false)

using Words = std::vector<std::uint64_t>;

// Words of all kinds: empty, full, sparse, dense, small, and any.
inline std::uint64_t random_word(Rng& rng) {
  switch (rng.below(8)) {
    case 0:
      return rng.chance(50) ? 0 : ~std::uint64_t{0};
    case 1:
      return rng.below(16);
    case 2:
      return rng.word() & rng.word() & rng.word();
    case 3:
      return rng.word() | rng.word() | rng.word();
    default:
      return rng.word();
  }
}

// What is wrong with these words, or nothing.
inline std::string fault(const std::function<void(const Words&)>& property, const Words& words) {
  try {
    property(words);
    return {};
  } catch (const Broken& broken) {
    return broken.what();
  }
}

// Leaves out words and clears bits as long as the property stays broken.
inline void shrink(const std::function<void(const Words&)>& property, std::size_t least, Words& words) {
  auto still_broken = [&](const Words& smaller) {
    if (fault(property, smaller).empty()) return false;
    words = smaller;
    return true;
  };
  bool changed = true;
  while (changed) {
    changed = false;
    for (std::size_t i = 0; i < words.size() && words.size() > least; ++i) {
      Words smaller = words;
      smaller.erase(smaller.begin() + static_cast<std::ptrdiff_t>(i));
      changed = still_broken(smaller) || changed;
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
      for (unsigned bit = 64; bit-- > 0;) {
        Words smaller = words;
        smaller[i] &= ~(std::uint64_t{1} << bit);
        if (smaller[i] != words[i]) changed = still_broken(smaller) || changed;
      }
    }
  }
}

// Tries the property on so many lists of `least` to `most` words.
inline void check_lists(std::size_t least, std::size_t most, const std::function<void(const Words&)>& property,
                        std::size_t cases = 100, std::uint64_t seed = 20240611) {
  Rng rng(seed);
  for (std::size_t i = 0; i < cases; ++i) {
    Words words(least + rng.below(most - least + 1));
    for (std::uint64_t& word : words) word = random_word(rng);
    if (fault(property, words).empty()) continue;
    shrink(property, least, words);
    std::ostringstream shown;
    for (std::uint64_t word : words) shown << " 0x" << std::hex << word;
    ADD_FAILURE() << "broken: " << fault(property, words) << "\nfor" << shown.str();
    return;
  }
}

// The same for a property of a fixed number of words.
template <std::size_t kCount, class Property>
void check_words(Property&& property) {
  check_lists(kCount, kCount, [&](const Words& words) {
    [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
      property(words[kIndex]...);
    }
    (std::make_index_sequence<kCount>());
  });
}

}  // namespace gnomon::test
