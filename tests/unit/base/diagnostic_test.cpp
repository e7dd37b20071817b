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

TEST(Diagnostic, RenderReplacesWhatIsNoUtf8) {
  const std::string r = "\xef\xbf\xbd";  // the replacement character
  auto shown = [](const std::string& line) {
    std::string text = render({Severity::Error, {0, 1}, "m", {}, {}}, Source("m", line));
    std::size_t begin = text.find("| ") + 2;
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  // Characters of two, three and four bytes, the smallest and the largest of each length, pass.
  for (std::string good : {"\xc2\xa0", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80", "\xef\xbf\xbf",
                           "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_EQ(shown("a" + good + "z"), "a" + good + "z");
  }
  EXPECT_EQ(shown("a\x80z"), "a" + r + "z");            // a continuation of nothing
  EXPECT_EQ(shown("a\xe9z"), "a" + r + "z");            // Latin 1
  EXPECT_EQ(shown("a\xc3"), "a" + r);                   // the line ends too early
  EXPECT_EQ(shown("a\xe2\x82z"), "a" + r + r + "z");    // so does the character
  EXPECT_EQ(shown("\xc0\xafz"), r + r + "z");           // overlong
  EXPECT_EQ(shown("\xe0\x9f\xbf"), r + r + r);          // overlong
  EXPECT_EQ(shown("\xf0\x8f\xbf\xbf"), r + r + r + r);  // overlong
  EXPECT_EQ(shown("\xed\xa0\x80"), r + r + r);          // a surrogate
  EXPECT_EQ(shown("\xf4\x90\x80\x80"), r + r + r + r);  // above 10FFFF
  EXPECT_EQ(shown("\xf5\xff"), r + r);                  // never used
  EXPECT_EQ(shown("a\xc2\x9bz"), "a?z");                // a control character of two bytes
  EXPECT_EQ(render({Severity::Error, {0, 1}, "`\xff`", "`\xfe`", {}}, Source("m", "p")),
            "m:1:1: error: `" + r + "`\n    1 | p\n      | ^\n      | hint: `" + r + "`");
}

TEST(Diagnostic, RenderUnderlinesWhatIsShown) {
  const std::string r = "\xef\xbf\xbd";
  // A replaced byte takes the column that it is shown in.
  EXPECT_EQ(render({Severity::Error, {3, 4}, "p", {}, {}}, Source("m", "\x80\xff p")),
            "m:1:4: error: p\n    1 | " + r + r + " p\n      |    ^");
  EXPECT_EQ(render({Severity::Error, {0, 2}, "p", {}, {}}, Source("m", "\x80\xff p")),
            "m:1:1: error: p\n    1 | " + r + r + " p\n      | ^~");
  // A place inside a character means the whole character.
  EXPECT_EQ(render({Severity::Error, {3, 4}, "p", {}, {}}, Source("m", "p \xe2\x82\xac q")),
            "m:1:4: error: p\n    1 | p \xe2\x82\xac q\n      |   ^");
  // The window of a long line cuts no character in two.
  std::string euros;
  for (int i = 0; i < 500; ++i) euros += "\xe2\x82\xac";
  for (std::uint32_t before : {0u, 1u, 2u}) {
    Source lengthy("m", std::string(before, 'a') + euros + "b" + euros);
    std::string text = render({Severity::Error, {before + 1500, before + 1501}, "b", {}, {}}, lengthy);
    EXPECT_EQ(text.find(r), std::string::npos) << text;
  }
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

TEST(ClosestName, SwappedNeighboursAreOneSlip) {
  EXPECT_EQ(closest_name("raed", {"read"}), "read");                 // short: two slips would be too many
  EXPECT_EQ(closest_name("relaod", {"relax", "reload"}), "reload");  // one slip beats two
  EXPECT_EQ(closest_name("Raed", {"rEad"}), "rEad");
  EXPECT_EQ(closest_name("abcd", {"badc"}), "");  // two swaps
  EXPECT_EQ(closest_name("ca", {"abc"}), "");     // no place is edited twice: three edits, not swap and insert
}

TEST(ClosestName, IsSilentWhenNothingIsClose) {
  EXPECT_EQ(closest_name("Robot", {"Sender", "Receiver"}), "");
  EXPECT_EQ(closest_name("x", {}), "");
  EXPECT_EQ(closest_name("same", {"same"}), "");  // the name itself is no suggestion
  EXPECT_EQ(closest_name(std::string(1000, 'x'), {"xx"}), "");
}

}  // namespace
}  // namespace gnomon
