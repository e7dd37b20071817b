// Loading texts in tests, and what the tests say about diagnostics.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ispl/load.h"

namespace gnomon::ispl::test {

struct Loaded {
  Source source;
  Diagnostics diagnostics;
  std::optional<CheckedModel> model;

  explicit Loaded(std::string text, const LoadOptions& options = {}) : source("test.ispl", std::move(text)) {
    model = load_model(source, options, diagnostics);
  }

  // `line:column message` of every diagnostic of this severity, then ` | hint` if there is one.
  std::vector<std::string> lines(Severity severity) const {
    std::vector<std::string> result;
    for (const Diagnostic& diagnostic : diagnostics.all()) {
      if (diagnostic.severity != severity) continue;
      Position at = source.position(diagnostic.span.begin);
      std::string name = diagnostic.name.empty() ? "" : diagnostic.name + ": ";
      std::string hint = diagnostic.hint.empty() ? "" : " | " + diagnostic.hint;
      result.push_back(fmt::format("{}:{} {}{}{}", at.line, at.column, name, diagnostic.message, hint));
    }
    return result;
  }
  std::vector<std::string> errors() const { return lines(Severity::Error); }
  std::vector<std::string> warnings() const { return lines(Severity::Warning); }
};

// A model of one agent `Ag` with a Boolean b, a range x, an enumeration e, actions go and stay; the parts given are put
// in their places. The Environment has an observable `seen` and a hidden `hid`. Line numbers are those of the template.
struct Template {
  std::string environment;                                    // line 7
  std::string lobsvars;                                       // line 10
  std::string vars;                                           // line 15
  std::string red;                                            // line 17
  std::string protocol = "Other : {go, stay};";               // line 20
  std::string evolution = "x = 1 if b = true and e <> red;";  // line 23
  std::string evaluation = "p if Ag.x = 1;";                  // line 27
  std::string initial = "Ag.x = 0;";                          // line 30
  std::string more;                                           // line 32
  std::string formulas = "AG p;";                             // line 34

  std::string text() const {
    return "Agent Environment\n"
           "  Obsvars:\n"
           "    seen : 0 .. 3;\n"
           "  end Obsvars\n"
           "  Vars: hid : boolean; end Vars\n"
           "  Actions = {none};\n" +
           environment + "\nend Agent\nAgent Ag\n" + lobsvars +
           "\n"
           "  Vars:\n"
           "    b : boolean;\n"
           "    x : 0 .. 3;\n"
           "    e : {red, green, blue};\n" +
           vars + "\n  end Vars\n" + red + "\n  Actions = {go, stay};\n  Protocol:\n" + protocol +
           "\n  end Protocol\n  Evolution:\n" + evolution + "\n  end Evolution\nend Agent\nEvaluation\n" + evaluation +
           "\nend Evaluation\nInitStates\n" + initial + "\nend InitStates\n" + more + "\nFormulae\n" + formulas +
           "\nend Formulae\n";
  }
};

// The part of the template that the text replaces, or "text" if it is the whole text; and the errors expected.
struct Wrong {
  std::string part;
  std::string text;
  std::vector<std::string> errors;
};
std::string whole_text(const Wrong& wrong);

// Equality of models up to places in the text.
::testing::AssertionResult same_model(const CheckedModel& a, const CheckedModel& b);

inline std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  result.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

}  // namespace gnomon::ispl::test
