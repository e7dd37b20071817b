#include "api/reporter.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "models.h"

namespace gnomon::api {
namespace {

const Source& sample() {
  static const Source source("sample", "first line\nsecond line\n");
  return source;
}

gnomon::Diagnostics one_warning() {
  gnomon::Diagnostics found;
  found.warning("empty-group", {11, 17}, "a message", "a hint");
  return found;
}

TEST(Reporter, KeepsPlaceAndRendersTheLine) {
  Reporter reporter({});
  EXPECT_FALSE(reporter.add(one_warning(), sample()));
  ASSERT_EQ(reporter.all().size(), 1u);
  const Diagnostic& shown = reporter.all()[0];
  EXPECT_EQ(shown.severity, Severity::Warning);
  EXPECT_EQ(shown.file, "sample");
  EXPECT_EQ(shown.line, 2u);
  EXPECT_EQ(shown.column, 1u);
  EXPECT_EQ(shown.rendered.find("sample:2:1: warning: a message [-Wempty-group]\n"), 0u) << shown.rendered;
  EXPECT_NE(shown.rendered.find("second line"), std::string::npos);
}

TEST(Reporter, DisabledWarningsVanish) {
  Reporter reporter({{"empty-group"}, {}, true});
  EXPECT_FALSE(reporter.add(one_warning(), sample()));
  reporter.warn("file", "empty-group", "words");
  EXPECT_TRUE(reporter.all().empty());
}

TEST(Reporter, WarningsBecomeErrors) {
  for (const WarningOptions& options : {WarningOptions{{}, {"empty-group"}, false}, WarningOptions{{}, {}, true}}) {
    Reporter reporter(options);
    EXPECT_TRUE(reporter.add(one_warning(), sample()));
    EXPECT_EQ(reporter.all()[0].severity, Severity::Error);
    EXPECT_EQ(reporter.all()[0].rendered.find("sample:2:1: error: a message [-Wempty-group]"), 0u);
  }
  Reporter other({{}, {"deadlock"}, false});
  EXPECT_FALSE(other.add(one_warning(), sample()));
}

TEST(Reporter, WarningsAboutTheModelHaveNoPlace) {
  Reporter reporter({});
  reporter.warn("file", "deadlock", "words", "advice");
  EXPECT_EQ(reporter.all()[0].line, 0u);
  EXPECT_EQ(reporter.all()[0].rendered, "file: warning: words [-Wdeadlock]\n  hint: advice");
}

TEST(Reporter, TellsHowManyErrorsAreMissing) {
  gnomon::Diagnostics found;
  for (std::size_t i = 0; i < gnomon::Diagnostics::kMaxErrors + 7; ++i) found.error({0, 1}, "wrong");
  Reporter reporter({});
  EXPECT_TRUE(reporter.add(found, sample()));
  EXPECT_EQ(reporter.all().back().severity, Severity::Note);
  EXPECT_EQ(reporter.all().back().message, "7 more errors are not shown");
}

TEST(Warnings, AreListedInOrder) {
  EXPECT_TRUE(std::is_sorted(warnings().begin(), warnings().end(),
                             [](const Warning& a, const Warning& b) { return a.name < b.name; }));
}

TEST(Warnings, ErrorsOfReadingLeaveNoModel) {
  RunOptions options;
  options.warnings.errors = {"empty-group"};
  std::string text = light("true;");
  text.replace(text.find("{Robot}"), 7, "{}");
  EXPECT_TRUE(ModelRun("light", text, options).has_errors());
  EXPECT_FALSE(ModelRun("light", text).has_errors());
}

}  // namespace
}  // namespace gnomon::api
