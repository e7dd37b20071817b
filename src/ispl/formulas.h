// The formulas of a model: hands their texts to the formula parser and checks the names that come back.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/diagnostic.h"
#include "base/source.h"
#include "ispl/checked_model.h"
#include "ispl/load.h"
#include "logic/parser.h"

namespace gnomon::ispl {

class FormulaReader {
 public:
  FormulaReader(CheckedModel& model, const Source& source, const LoadOptions& options, Diagnostics& diagnostics);
  FormulaReader(const FormulaReader&) = delete;  // the context's functions refer to this object
  FormulaReader& operator=(const FormulaReader&) = delete;
  std::optional<Formula> read(Span span);

 private:
  bool check(const logic::NameUse& use);
  bool unknown(Span span, std::string message, std::string_view name, const std::vector<std::string_view>& candidates,
               std::string otherwise = {});

  CheckedModel& model_;
  const Source& source_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string_view, std::size_t> propositions_;
  std::unordered_map<std::string_view, std::size_t> agents_;
  std::unordered_map<std::string_view, std::size_t> groups_;
  logic::ParseContext context_;
};

// The text without comments, every run of white space one blank, none at the ends.
std::string folded_text(std::string_view text);

}  // namespace gnomon::ispl
