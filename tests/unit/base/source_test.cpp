#include "base/source.h"

#include <gtest/gtest.h>

namespace gnomon {
namespace {

TEST(Source, PositionsAndLines) {
  Source source("name", "ab\ncde\r\n\nf");
  struct Expected {
    std::uint32_t offset, line, column;
  };
  for (auto [offset, line, column] :
       {Expected{0, 1, 1}, {1, 1, 2}, {2, 1, 3}, {3, 2, 1}, {6, 2, 4}, {8, 3, 1}, {9, 4, 1}, {10, 4, 2}}) {
    EXPECT_EQ(source.position(offset).line, line) << offset;
    EXPECT_EQ(source.position(offset).column, column) << offset;
  }
  EXPECT_EQ(source.line(1), "ab");
  EXPECT_EQ(source.line(2), "cde");  // without the carriage return
  EXPECT_EQ(source.line(3), "");
  EXPECT_EQ(source.line(4), "f");
  EXPECT_EQ(source.line(5), "");
  EXPECT_EQ(source.line(0), "");
}

TEST(Source, Text) {
  Source source("name", "hello");
  EXPECT_EQ(source.name(), "name");
  EXPECT_EQ(source.text(), "hello");
  EXPECT_EQ(source.text({1, 3}), "el");
  EXPECT_EQ(source.text({3, 100}), "lo");
  EXPECT_EQ(source.text({100, 200}), "");
  EXPECT_EQ(Source("empty", "").position(0).line, 1u);
}

TEST(Span, Cover) {
  EXPECT_EQ(cover({2, 4}, {7, 9}), (Span{2, 9}));
  EXPECT_EQ(cover({7, 9}, {2, 4}), (Span{2, 9}));
  EXPECT_EQ(cover({1, 9}, {2, 4}), (Span{1, 9}));
}

}  // namespace
}  // namespace gnomon
