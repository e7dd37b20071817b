// Models for the tests of walks.
#pragma once

#include <gtest/gtest.h>
#include <memory>
#include <string>

#include "explicit/step_check.h"
#include "ispl/load.h"

namespace gnomon::simulate {

// A counter that may go up or down, and a watcher that sees nothing; two initial states; at 2 the counter may jump.
inline const std::string kCounter = R"(
Agent Counter
  Vars: x : 0 .. 3; end Vars
  Actions = {up, down};
  Protocol: x = 0 : {up}; x = 3 : {down}; Other : {up, down}; end Protocol
  Evolution:
    x = x + 1 if Action = up;
    x = x - 1 if Action = down;
    x = 0 if Action = up and x = 2;
  end Evolution
end Agent
Agent Watcher
  Vars: mood : {calm, tense}; end Vars
  Actions = {look, sleep, sing};
  Protocol: Other : {look, sleep, sing}; end Protocol
end Agent
Evaluation zero if Counter.x = 0; end Evaluation
InitStates Counter.x < 2 and Watcher.mood = calm; end InitStates
Formulae AG (zero or !zero); end Formulae
)";

// Counts to 2; the step from there leaves the range.
inline const std::string kDeadlock = R"(
Agent Counter
  Vars: x : 0 .. 2; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if Action = go; end Evolution
end Agent
Evaluation zero if Counter.x = 0; end Evaluation
InitStates Counter.x = 0; end InitStates
Formulae AG zero; end Formulae
)";

struct TestModel {
  ispl::CheckedModel model;
  explicit_state::Interpreter interpreter;
  explicit_state::StepCheck check;

  explicit TestModel(const std::string& text) : model(load(text)), interpreter(model), check(interpreter) {}

  static ispl::CheckedModel load(const std::string& text) {
    Source source("model.ispl", text);
    Diagnostics diagnostics;
    std::optional<ispl::CheckedModel> model = ispl::load_model(source, {}, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all()) {
      EXPECT_NE(diagnostic.severity, Severity::Error) << render(diagnostic, source);
    }
    return std::move(model).value();
  }
};

}  // namespace gnomon::simulate
