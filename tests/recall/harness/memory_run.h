// A model from text, ready for formulas about knowledge with memory: the symbolic side of every comparison.
#pragma once

#include <memory>
#include <string>

#include "check/frame.h"
#include "check/labelling.h"
#include "check/path.h"
#include "ispl/load.h"
#include "model/symbolic_model.h"
#include "recall/memory_checker.h"

namespace gnomon::test {

class MemoryRun {
 public:
  // Raises std::invalid_argument with the messages if the text does not load.
  explicit MemoryRun(const std::string& text, recall::MemoryOptions options = {});
  // With a model that is already there and must outlive the run.
  explicit MemoryRun(ispl::CheckedModel& model, recall::MemoryOptions options = {});

  ispl::CheckedModel& model() { return *model_; }
  model::SymbolicModel& symbolic() { return *symbolic_; }
  recall::MemoryOptions& options() { return options_; }
  check::Labelling& labelling(logic::Formula f);

  // One more formula, as a line of the Formulae section; raises std::invalid_argument if it is none.
  ispl::Formula formula(const std::string& text);
  recall::MemoryResult check(const logic::Property& property);
  bool verdict(const std::string& text) { return check(formula(text).property).holds; }

 private:
  void build();

  std::unique_ptr<ispl::CheckedModel> own_;
  ispl::CheckedModel* model_;
  recall::MemoryOptions options_;
  std::unique_ptr<model::SymbolicModel> symbolic_;
  check::PathChecker paths_;
  std::unique_ptr<check::Frame> whole_, fair_;
  std::unique_ptr<check::Labelling> on_whole_, on_fair_;
};

}  // namespace gnomon::test
