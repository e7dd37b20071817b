// The formulas of a model: hands their texts to the formula parser and checks the names that come back.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "base/source.h"
#include "ispl/checked_model.h"
#include "ispl/elaborator.h"
#include "ispl/load.h"
#include "logic/parser.h"

namespace gnomon::ispl {

class FormulaReader {
 public:
  FormulaReader(CheckedModel& model, const Source& source, const LoadOptions& options, Diagnostics& diagnostics);
  // What follows are fairness constraints, or formulas.
  void reads_fairness(bool fairness) { context_.fairness = fairness; }
  std::optional<Formula> read(Span span);
  // A formula of a parametric model.
  std::optional<Formula> read(const Elaborator::ExpandedFormula& expanded);

 private:
  bool check(const logic::ParsedProperty& parsed);
  bool check(const logic::NameUse& use);
  bool add_list(const logic::NameUse& use);
  bool check_observation(const logic::NameUse& use);
  bool unknown(Span span, std::string message, std::string_view name, const std::vector<std::string_view>& candidates,
               std::string otherwise = {});

  CheckedModel& model_;
  const Source& source_;
  Diagnostics& diagnostics_;
  logic::ParseContext context_;
};

// The text without comments, every run of white space one blank, none at the ends.
std::string folded_text(std::string_view text);

}  // namespace gnomon::ispl
