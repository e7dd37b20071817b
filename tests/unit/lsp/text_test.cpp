// Places in texts, in both encodings, against a plain count.
#include "lsp/text.h"

#include <gtest/gtest.h>

#include "support/rng.h"
#include "support/seeds.h"

namespace gnomon::lsp::test {
namespace {

TEST(Text, PlacesInUtf16CountUnits) {
  Text text("aü😀b\r\n😀c\rd\n");
  EXPECT_EQ(text.line_count(), 4u);
  EXPECT_EQ(text.place(0, Encoding::Utf16), (Place{0, 0}));
  EXPECT_EQ(text.place(1, Encoding::Utf16), (Place{0, 1}));
  EXPECT_EQ(text.place(3, Encoding::Utf16), (Place{0, 2}));
  EXPECT_EQ(text.place(7, Encoding::Utf16), (Place{0, 4}));
  EXPECT_EQ(text.place(7, Encoding::Utf8), (Place{0, 7}));
  EXPECT_EQ(text.offset({1, 2}, Encoding::Utf16), 14u);
  EXPECT_EQ(text.slice({text.offset({1, 2}, Encoding::Utf16), text.offset({1, 3}, Encoding::Utf16)}), "c");
  EXPECT_EQ(text.offset({2, 0}, Encoding::Utf16), 16u);
}

TEST(Text, PlacesOutsideAreMovedInside) {
  Text text("aü😀\nb");
  EXPECT_EQ(text.offset({0, 3}, Encoding::Utf16), 3u);  // inside the smiley
  EXPECT_EQ(text.offset({0, 5}, Encoding::Utf8), 3u);
  EXPECT_EQ(text.offset({0, 99}, Encoding::Utf16), 7u);
  EXPECT_EQ(text.offset({0, 99}, Encoding::Utf8), 7u);
  EXPECT_EQ(text.offset({9, 9}, Encoding::Utf8), text.size());
  EXPECT_EQ(text.span({{1, 1}, {0, 0}}, Encoding::Utf8), (Span{9, 9}));
}

TEST(Text, PlacesAndOffsetsAreInverse) {
  const std::vector<std::string> pieces = {"a", "ü", "€", "😀", "\n", "\r\n", "\r", " "};
  for (std::uint64_t seed = 1; seed <= gnomon::test::seeds(200); ++seed) {
    gnomon::test::Rng rng(seed);
    std::string bytes;
    std::vector<std::uint32_t> starts;  // of characters
    for (int i = 0; i < 40; ++i) {
      starts.push_back(static_cast<std::uint32_t>(bytes.size()));
      bytes += rng.pick(pieces);
    }
    Text text(bytes);
    for (std::uint32_t start : starts) {
      // Between "\r" and "\n" there is no place.
      if (start > 0 && bytes[start - 1] == '\r' && bytes[start] == '\n') continue;
      for (Encoding encoding : {Encoding::Utf8, Encoding::Utf16}) {
        EXPECT_EQ(text.offset(text.place(start, encoding), encoding), start) << "seed " << seed;
      }
    }
  }
}

TEST(Text, ReplacingKeepsLines) {
  Text text("one\ntwo\n");
  text.replace({4, 7}, "2\n3");
  EXPECT_EQ(text.bytes(), "one\n2\n3\n");
  EXPECT_EQ(text.line_count(), 4u);
  EXPECT_EQ(text.slice(text.line(2)), "3");
}

}  // namespace
}  // namespace gnomon::lsp::test
