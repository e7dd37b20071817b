#include "base/diagnostic.h"

#include <gtest/gtest.h>
#include <string>

namespace gnomon {
namespace {

TEST(Diagnostic, RenderErrorWithHint) {
  Source source("m.ispl", "first\n  AG (Reciever)\n");
  Diagnostic d{Severity::Error, {12, 20}, "unknown name `Reciever`", "did you mean `Receiver`?", {}};
  EXPECT_EQ(render(d, source),
            "m.ispl:2:7: error: unknown name `Reciever`\n"
            "    2 |   AG (Reciever)\n"
            "      |       ^~~~~~~~\n"
            "      | hint: did you mean `Receiver`?");
}

TEST(Diagnostic, RenderWarningWithName) {
  Source source("m.ispl", "x / y");
  EXPECT_EQ(render({Severity::Warning, {2, 3}, "the divisor can be 0", {}, "division"}, source),
            "m.ispl:1:3: warning: the divisor can be 0 [-Wdivision]\n"
            "    1 | x / y\n"
            "      |   ^");
}

TEST(Diagnostic, RenderAtTheEndAndOverLines) {
  Source source("m", "abc\ndef");
  // An empty span behind the text: a caret behind the last character.
  EXPECT_EQ(render({Severity::Note, {7, 7}, "here", {}, {}}, source), "m:2:4: note: here\n    2 | def\n      |    ^");
  // A span over several lines is underlined to the end of its first.
  EXPECT_EQ(render({Severity::Error, {1, 6}, "all", {}, {}}, source), "m:1:2: error: all\n    1 | abc\n      |  ^~");
}

TEST(Diagnostic, RenderTabsControlBytesAndLongLines) {
  Source tab("m", "\ta\x01z");
  EXPECT_EQ(render({Severity::Error, {3, 4}, "z", {}, {}}, tab), "m:1:4: error: z\n    1 |  a?z\n      |    ^");
  Source accent("m", "\xc3\xa9 p");  // two bytes, one column on the screen
  EXPECT_EQ(render({Severity::Error, {3, 4}, "p", {}, {}}, accent), "m:1:4: error: p\n    1 | \xc3\xa9 p\n      |   ^");
  Source lengthy("m", std::string(1000, 'a') + "b" + std::string(1000, 'c'));
  std::string shown = render({Severity::Error, {1000, 1001}, "b", {}, {}}, lengthy);
  EXPECT_LT(shown.size(), 500u);
  std::string caret_line = shown.substr(shown.rfind('\n') + 1);
  std::string source_line = shown.substr(shown.find('\n') + 1);
  EXPECT_EQ(source_line[caret_line.find('^')], 'b');
}

TEST(Diagnostics, StopsGrowingAfterManyErrors) {
  Diagnostics diagnostics;
  diagnostics.warning("unused", {0, 1}, "w");
  EXPECT_FALSE(diagnostics.has_errors());
  for (std::size_t i = 0; i < 2 * Diagnostics::kMaxErrors; ++i) diagnostics.error({0, 1}, "e");
  EXPECT_TRUE(diagnostics.has_errors());
  EXPECT_TRUE(diagnostics.full());
  EXPECT_EQ(diagnostics.error_count(), 2 * Diagnostics::kMaxErrors);
  EXPECT_EQ(diagnostics.all().size(), Diagnostics::kMaxErrors + 1);
}

TEST(Diagnostics, SortsByPlaceAndKeepsTheOrderOfEquals) {
  Diagnostics diagnostics;
  diagnostics.error({5, 6}, "c");
  diagnostics.error({1, 2}, "a");
  diagnostics.error({1, 9}, "b");
  diagnostics.sort();
  std::string order;
  for (const Diagnostic& d : diagnostics.all()) order += d.message;
  EXPECT_EQ(order, "abc");
}

TEST(ClosestName, FindsSlips) {
  EXPECT_EQ(closest_name("Reciever", {"Sender", "Receiver", "Environment"}), "Receiver");
  EXPECT_EQ(closest_name("sender", {"Sender", "Receiver"}), "Sender");  // capital letters cost nothing
  EXPECT_EQ(closest_name("bit", {"bit0", "ack"}), "bit0");
  EXPECT_EQ(closest_name("p", {"q"}), "q");
  EXPECT_EQ(closest_name("recack", {"recbit", "recack2"}), "recack2");  // the closest, not the first
}

TEST(ClosestName, IsSilentWhenNothingIsClose) {
  EXPECT_EQ(closest_name("Robot", {"Sender", "Receiver"}), "");
  EXPECT_EQ(closest_name("x", {}), "");
  EXPECT_EQ(closest_name("same", {"same"}), "");  // the name itself is no suggestion
  EXPECT_EQ(closest_name(std::string(1000, 'x'), {"xx"}), "");
}

}  // namespace
}  // namespace gnomon
