// The generator of random properties itself: it finds what is wrong, and makes it small.
#include "support/property.h"

#include <gtest/gtest.h>

namespace gnomon::test {
namespace {

TEST(Property, IsMadeSmall) {
  auto no_word_with_bits_5_and_9 = [](const Words& words) {
    for (std::uint64_t word : words) GNOMON_HOLDS((word & 0x220) != 0x220);
  };
  Words words = {1, 0xffff, 0, ~std::uint64_t{0}, 7};
  EXPECT_FALSE(fault(no_word_with_bits_5_and_9, words).empty());
  shrink(no_word_with_bits_5_and_9, 0, words);
  EXPECT_EQ(words, Words{0x220});
  words = {1, 0xffff, 3};
  shrink(no_word_with_bits_5_and_9, 3, words);
  EXPECT_EQ(words, (Words{0, 0x220, 0}));
  EXPECT_TRUE(fault(no_word_with_bits_5_and_9, {1, 2, 3}).empty());
}

TEST(Property, MeetsAllKindsOfWords) {
  bool empty = false;
  bool full = false;
  bool sparse = false;
  bool dense = false;
  std::size_t cases = 0;
  check_words<2>([&](std::uint64_t a, std::uint64_t b) {
    ++cases;
    for (std::uint64_t word : {a, b}) {
      int bits = __builtin_popcountll(word);
      empty = empty || bits == 0;
      full = full || bits == 64;
      sparse = sparse || (bits > 4 && bits < 16);
      dense = dense || (bits > 48 && bits < 64);
    }
  });
  EXPECT_EQ(cases, 100u);
  EXPECT_TRUE(empty && full && sparse && dense);
}

}  // namespace
}  // namespace gnomon::test
