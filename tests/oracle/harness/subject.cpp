#include "oracle/harness/subject.h"

#include <optional>
#include <stdexcept>
#include <utility>

#include "base/diagnostic.h"
#include "logic/printer.h"

namespace gnomon::test {

namespace {

std::string rendered(const Diagnostics& diagnostics, const Source& source) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics.all()) text += render(diagnostic, source) + "\n";
  return text;
}

}  // namespace

Subject::Subject(ispl::CheckedModel model, const reference::EvaluateOptions& options)
    : model_(std::move(model)), interpreter_(model_), graph_(interpreter_), evaluator_(graph_, options) {}

reference::EvaluateOptions Subject::default_options() {
  reference::EvaluateOptions options;
  options.max_strategies = 1'500;
  options.paths.nodes = 20'000;
  options.paths.edges = 200'000;
  options.paths.branches = 2'000;
  return options;
}

std::unique_ptr<Subject> Subject::load(const std::string& text, std::string* errors,
                                       const reference::EvaluateOptions& options) {
  Source source("model.ispl", text);
  Diagnostics diagnostics;
  std::optional<ispl::CheckedModel> model = ispl::load_model(source, {}, diagnostics);
  if (!model) {
    if (errors != nullptr) *errors = rendered(diagnostics, source);
    return nullptr;
  }
  return std::unique_ptr<Subject>(new Subject(std::move(*model), options));
}

logic::Property Subject::property(const std::string& text) {
  Source source("formula", text);
  Diagnostics diagnostics;
  std::optional<ispl::Formula> formula = ispl::load_formula(model_, source, {}, diagnostics);
  if (!formula) throw std::invalid_argument(rendered(diagnostics, source));
  return formula->property;
}

logic::Formula Subject::formula(const std::string& text) {
  return property(text).formula;
}

std::string Subject::text_of(logic::Formula f) const {
  return logic::print(model_.pool, f);
}

std::string Subject::state_text(explicit_state::StateIndex s) const {
  const explicit_state::State& state = graph_.state(s);
  std::string text;
  for (std::size_t v = 0; v < state.size(); ++v) {
    const ispl::Variable& variable = model_.variables[v];
    text += (v == 0 ? "" : ", ") + model_.agent(variable.owner).name + "." + variable.name + " = " +
            model_.value_text(ispl::VarId(v), state[v]);
  }
  return text;
}

}  // namespace gnomon::test
