// Short ways to parse in tests.
#pragma once

#include <gtest/gtest.h>
#include <string>

#include "base/diagnostic.h"
#include "logic/parser.h"
#include "random_formula.h"

namespace gnomon::logic::testing {

inline ParsedProperty parse_with(FormulaPool& pool, const std::string& text, Diagnostics& diagnostics,
                                 const ParseContext& context = test_context()) {
  Source source("test", text);
  return parse_property(source, {0, static_cast<std::uint32_t>(text.size())}, context, pool, diagnostics);
}

// The formula of a text that must be right.
inline Property parse_good(FormulaPool& pool, const std::string& text) {
  Diagnostics diagnostics;
  ParsedProperty parsed = parse_with(pool, text, diagnostics);
  Source source("test", text);
  for (const Diagnostic& d : diagnostics.all()) {
    if (d.severity == Severity::Error) ADD_FAILURE() << render(d, source);
  }
  EXPECT_TRUE(parsed.ok) << text;
  if (!parsed.ok) parsed.property.formula = pool.truth(false);
  EXPECT_FALSE(pool[parsed.property.formula].is_path) << text;
  return parsed.property;
}

inline Formula parse_formula(FormulaPool& pool, const std::string& text) {
  return parse_good(pool, text).formula;
}

}  // namespace gnomon::logic::testing
