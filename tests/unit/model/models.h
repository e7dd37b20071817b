// Models for the tests of this folder, and sets of states as lists.
#pragma once

#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/encoding.h"
#include "model/state_set.h"
#include "oracle/harness/subject.h"
#include "support/every_state.h"

namespace gnomon::test {

inline std::unique_ptr<Subject> load_or_fail(const std::string& text) {
  std::string errors;
  std::unique_ptr<Subject> subject = Subject::load(text, &errors);
  if (!subject) throw std::invalid_argument(errors + text);
  return subject;
}

// A model that is too large for an explicit graph, with its interpreter.
struct Interpreted {
  ispl::CheckedModel model;
  explicit_state::Interpreter interpreter;

  explicit Interpreted(ispl::CheckedModel checked) : model(std::move(checked)), interpreter(model) {}
};

inline std::unique_ptr<Interpreted> interpret_or_fail(const std::string& text) {
  Source source("model.ispl", text);
  Diagnostics diagnostics;
  auto model = ispl::load_model(source, {}, diagnostics);
  if (!model) throw std::invalid_argument(render(diagnostics.all().front(), source));
  return std::make_unique<Interpreted>(std::move(*model));
}

// The members of a diagram over current bits among all states of the model.
inline std::set<State> states_in(const ispl::CheckedModel& model, const model::Encoding& encoding,
                                 const bdd::Bdd& set) {
  std::set<State> found;
  for (const State& state : all_states(model)) {
    if (!encoding.encode(state).disjoint_from(set)) found.insert(state);
  }
  return found;
}

inline std::set<State> as_set(const std::vector<State>& states) {
  return {states.begin(), states.end()};
}

// A frame of a model with one agent `Ag` of these variables and lines.
inline std::string one_agent(const std::string& vars, const std::string& evolution,
                             const std::string& initial = "1 = 1", const std::string& actions = "{a, b, c}",
                             const std::string& protocol = "", const std::string& semantics = "MultiAssignment") {
  std::string text =
      "Semantics = " + semantics + ";\nAgent Ag\n  Vars:\n" + vars + "\n  end Vars\n  Actions = " + actions + ";\n";
  if (!protocol.empty()) text += "  Protocol:\n" + protocol + "\n  end Protocol\n";
  text += "  Evolution:\n" + evolution + "\n  end Evolution\nend Agent\n";
  return text + "Evaluation\n  yes if 1 = 1;\nend Evaluation\nInitStates\n  " + initial +
         ";\nend InitStates\nFormulae\n  yes;\nend Formulae\n";
}

}  // namespace gnomon::test
