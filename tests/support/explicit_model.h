// A model from text with its interpreter and its explicit graph, for tests.
#pragma once

#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <string>

#include "explicit/graph.h"
#include "explicit/interpreter.h"
#include "ispl/load.h"

namespace gnomon::test {

struct Loaded {
  ispl::CheckedModel model;
  explicit_state::Interpreter interpreter;
  explicit_state::Graph graph;

  explicit Loaded(ispl::CheckedModel checked) : model(std::move(checked)), interpreter(model), graph(interpreter) {}

  explicit_state::StateIndex index(const explicit_state::State& state) const { return graph.find(state).value(); }
};

inline std::string rendered(const Diagnostics& diagnostics, const Source& source) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics.all()) text += render(diagnostic, source) + "\n";
  return text;
}

// None if the text has errors; `errors` then holds the messages.
inline std::unique_ptr<Loaded> try_load(const std::string& text, const ispl::LoadOptions& options = {},
                                        std::string* errors = nullptr) {
  Source source("model.ispl", text);
  Diagnostics diagnostics;
  std::optional<ispl::CheckedModel> model = ispl::load_model(source, options, diagnostics);
  if (errors != nullptr) *errors = rendered(diagnostics, source);
  return model ? std::make_unique<Loaded>(std::move(*model)) : nullptr;
}

inline std::unique_ptr<Loaded> load(const std::string& text, const ispl::LoadOptions& options = {}) {
  std::string errors;
  std::unique_ptr<Loaded> loaded = try_load(text, options, &errors);
  EXPECT_TRUE(loaded) << text << "\n" << errors;
  return loaded;
}

// The formula of one more line of the Formulae section.
inline logic::Formula formula(Loaded& loaded, const std::string& text, const ispl::LoadOptions& options = {}) {
  Source source("formula", text);
  Diagnostics diagnostics;
  std::optional<ispl::Formula> found = ispl::load_formula(loaded.model, source, options, diagnostics);
  EXPECT_TRUE(found) << rendered(diagnostics, source);
  return found ? found->property.formula : loaded.model.pool.truth(false);
}

}  // namespace gnomon::test
