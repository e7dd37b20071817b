// A model from text together with its explicit graph and the textbook evaluation of formulas on it: one of the two
// sides of every comparison.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "explicit/graph.h"
#include "explicit/interpreter.h"
#include "ispl/load.h"
#include "reference/evaluate.h"

namespace gnomon::test {

// Sets of states by their number in the explicit graph.
using Members = reference::Members;

class Subject {
 public:
  // None if the text does not load; `errors` then gets the messages.
  static std::unique_ptr<Subject> load(const std::string& text, std::string* errors = nullptr,
                                       const reference::EvaluateOptions& options = default_options());
  // Limits under which an explicit evaluation takes milliseconds.
  static reference::EvaluateOptions default_options();

  ispl::CheckedModel& model() { return model_; }
  const explicit_state::Interpreter& interpreter() const { return interpreter_; }
  const explicit_state::Graph& graph() const { return graph_; }
  reference::Evaluator& evaluator() { return evaluator_; }

  // One more formula, as a line of the Formulae section; raises std::invalid_argument if it is none.
  logic::Property property(const std::string& text);
  logic::Formula formula(const std::string& text);
  // The line, for messages.
  std::string text_of(logic::Formula f) const;
  // s=0 ... as it is written in ISPL.
  std::string state_text(explicit_state::StateIndex s) const;

 private:
  Subject(ispl::CheckedModel model, const reference::EvaluateOptions& options);

  ispl::CheckedModel model_;
  explicit_state::Interpreter interpreter_;
  explicit_state::Graph graph_;
  reference::Evaluator evaluator_;
};

}  // namespace gnomon::test
