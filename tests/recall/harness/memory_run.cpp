#include "recall/harness/memory_run.h"

#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "logic/fragment.h"

namespace gnomon::test {

namespace {

[[noreturn]] void complain(const Diagnostics& diagnostics, const Source& source) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics.all()) text += render(diagnostic, source) + "\n";
  throw std::invalid_argument(text);
}

std::unique_ptr<ispl::CheckedModel> loaded(const std::string& text) {
  Source source("model.ispl", text);
  Diagnostics diagnostics;
  std::optional<ispl::CheckedModel> model = ispl::load_model(source, {}, diagnostics);
  if (!model) complain(diagnostics, source);
  return std::make_unique<ispl::CheckedModel>(std::move(*model));
}

}  // namespace

MemoryRun::MemoryRun(const std::string& text, recall::MemoryOptions options)
    : own_(loaded(text)), model_(own_.get()), options_(std::move(options)), paths_(options_.paths) {
  build();
}

MemoryRun::MemoryRun(ispl::CheckedModel& model, recall::MemoryOptions options)
    : model_(&model), options_(std::move(options)), paths_(options_.paths) {
  build();
}

void MemoryRun::build() {
  symbolic_ = std::make_unique<model::SymbolicModel>(*model_);
  whole_ = std::make_unique<check::Frame>(*symbolic_);
  on_whole_ = std::make_unique<check::Labelling>(*whole_, model_->pool, &paths_);
  if (model_->fairness.empty()) return;
  std::vector<model::StateSet> constraints;
  for (const ispl::Formula& formula : model_->fairness) {
    constraints.push_back(on_whole_->states(formula.property.formula));
  }
  fair_ = std::make_unique<check::Frame>(*whole_, std::move(constraints));
  on_fair_ = std::make_unique<check::Labelling>(*fair_, model_->pool, &paths_);
}

check::Labelling& MemoryRun::labelling(logic::Formula f) {
  if (!on_fair_ || logic::classify(model_->pool, f).finite_traces) return *on_whole_;
  return *on_fair_;
}

ispl::Formula MemoryRun::formula(const std::string& text) {
  Source source("formula", text);
  Diagnostics diagnostics;
  std::optional<ispl::Formula> formula = ispl::load_formula(*model_, source, {}, diagnostics);
  if (!formula) complain(diagnostics, source);
  return *formula;
}

recall::MemoryResult MemoryRun::check(const logic::Property& property) {
  recall::MemoryChecker checker(labelling(property.formula), options_);
  return checker.check(property.formula, property.knowledge);
}

}  // namespace gnomon::test
