// A model from text, checked symbolically, with the explanation of one formula.
#pragma once

#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "check/path.h"
#include "ispl/load.h"
#include "logic/fragment.h"
#include "witness/explain.h"
#include "witness/render.h"

namespace gnomon::witness {

class Explained {
 public:
  explicit Explained(const std::string& text) : source_("model.ispl", text) {
    Diagnostics diagnostics;
    model = ispl::load_model(source_, {}, diagnostics);
    for (const Diagnostic& d : diagnostics.all()) messages_ += d.message + "\n";
    EXPECT_TRUE(model) << messages_;
    symbolic_ = std::make_unique<model::SymbolicModel>(*model);
    frame_ = std::make_unique<check::Frame>(*symbolic_);
    labelling_ = std::make_unique<check::Labelling>(*frame_, model->pool, &paths_);
    if (model->fairness.empty()) return;
    std::vector<model::StateSet> constraints;
    for (const auto& formula : model->fairness) constraints.push_back(labelling_->states(formula.property.formula));
    fair_frame_ = std::make_unique<check::Frame>(*frame_, std::move(constraints));
    labelling_ = std::make_unique<check::Labelling>(*fair_frame_, model->pool, &paths_);
  }

  logic::Formula formula(const std::string& text) {
    Source source("formula", text);
    Diagnostics diagnostics;
    auto found = ispl::load_formula(*model, source, {}, diagnostics);
    EXPECT_TRUE(found) << text;
    return found ? found->property.formula : model->pool.truth(true);
  }

  Explanation explain(const std::string& text, const ExplainOptions& options = {}) {
    logic::Formula f = formula(text);
    return witness::explain(*labelling_, f, labelling_->holds_initially(f), options);
  }

  std::string text(const std::string& formula_text, const RenderOptions& options = {}) {
    Explanation explanation = explain(formula_text);
    EXPECT_TRUE(explanation.witness) << explanation.reason;
    return explanation.witness ? render_text(*model, *explanation.witness, options) : "";
  }

  std::optional<ispl::CheckedModel> model;

 private:
  Source source_;
  std::string messages_;
  std::unique_ptr<model::SymbolicModel> symbolic_;
  check::PathChecker paths_;
  std::unique_ptr<check::Frame> frame_, fair_frame_;
  std::unique_ptr<check::Labelling> labelling_;
};

inline const std::string kEnd = "Formulae true; end Formulae";

// A lamp that a switch turns on for good; the watcher sees whether it looked, not the lamp.
inline const char* const kLamp = R"(
Agent Environment
  Vars: on : boolean; end Vars
  Actions = {press, wait};
  Protocol: on = false : {press, wait}; Other : {wait}; end Protocol
  Evolution: on = true if Action = press; end Evolution
end Agent
Agent Watcher
  Vars: steps : 0 .. 3; end Vars
  Actions = {look, rest};
  Protocol: Other : {look, rest}; end Protocol
  Evolution: steps = steps + 1 if Action = look and steps < 3; end Evolution
end Agent
Evaluation
  lit if Environment.on = true;
  tired if Watcher.steps = 3;
end Evaluation
InitStates Environment.on = false and Watcher.steps = 0; end InitStates
Groups house = {Environment, Watcher}; watcher = {Watcher}; world = {Environment}; end Groups
)";

}  // namespace gnomon::witness
