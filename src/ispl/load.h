// The entrance to the front end: text in, checked model out, or diagnostics.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "base/diagnostic.h"
#include "base/source.h"
#include "ispl/checked_model.h"

namespace gnomon::ispl {

struct LoadOptions {
  bool finite_traces = false;      // LDL and CDL* formulas are about finite traces
  const Budget* budget = nullptr;  // polled from the first byte on, if given; LimitReached passes through
  // Values for parameters of the model: name and value, as in `N` and `4`.
  std::vector<std::pair<std::string, std::string>> parameters = {};
  // Which lines of the section Formulae are read, by the place of the formula; all of them if it is empty.
  std::function<bool(Span)> selects = {};
  bool warnings = true;
  // Values of parameters in the bounds of formulas, both ends included (logic::ParameterRange).
  struct StepRange {
    std::string name;
    std::uint64_t first = 0;
    std::uint64_t last = 0;
  };
  std::vector<StepRange> step_ranges = {};
};

// The model of the text, or none if there are errors. Warnings may come with either.
std::optional<CheckedModel> load_model(const Source& source, const LoadOptions& options, Diagnostics& diagnostics);

// Parses and checks one more formula against a model; the diagnostics' spans are in `source`.
std::optional<Formula> load_formula(CheckedModel& model, const Source& source, const LoadOptions& options,
                                    Diagnostics& diagnostics);

// The model as plain ISPL, which MCMAS reads: values by cases are expanded, conditions are written with its operators.
// Elements of families have plain names, `Node__3`.
std::string elaborated_text(const CheckedModel& model);

// The model as ISPL text that loads to an equal model: a plain one written anew from what it means, a parametric one as its
// text is. `gnomon parse --print` shows the text of both, formatted (lsp/format.h).
std::string print_model(const CheckedModel& model);

}  // namespace gnomon::ispl
