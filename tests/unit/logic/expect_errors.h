// Texts that are no formulas, with what is said about them.
#pragma once

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "parse_helper.h"

namespace gnomon::logic::testing {

struct Expected {
  std::uint32_t column;
  std::string message;
  std::string hint;
};

inline void expect_errors(const std::string& text, const std::vector<Expected>& expected) {
  SCOPED_TRACE(text);
  FormulaPool pool;
  Diagnostics diagnostics;
  EXPECT_FALSE(parse_with(pool, text, diagnostics).ok);
  diagnostics.sort();
  Source source("test", text);
  ASSERT_EQ(diagnostics.all().size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Diagnostic& d = diagnostics.all()[i];
    EXPECT_EQ(source.position(d.span.begin).column, expected[i].column);
    EXPECT_EQ(d.message, expected[i].message);
    EXPECT_EQ(d.hint, expected[i].hint);
    EXPECT_LE(d.span.end, text.size());
  }
}

inline void expect_error(const std::string& text, std::uint32_t column, const std::string& message,
                         const std::string& hint = {}) {
  expect_errors(text, {{column, message, hint}});
}

}  // namespace gnomon::logic::testing
