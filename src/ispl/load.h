// The entrance to the front end: text in, checked model out, or diagnostics.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "base/budget.h"
#include "base/diagnostic.h"
#include "base/source.h"
#include "ispl/checked_model.h"

namespace gnomon::ispl {

struct LoadOptions {
  bool finite_traces = false;      // LDL and CDL* formulas are about finite traces
  const Budget* budget = nullptr;  // polled from the first byte on, if given; LimitReached passes through
};

// The model of the text, or none if there are errors. Warnings may come with either.
std::optional<CheckedModel> load_model(const Source& source, const LoadOptions& options, Diagnostics& diagnostics);

// Parses and checks one more formula against a model; the diagnostics' spans are in `source`.
std::optional<Formula> load_formula(CheckedModel& model, const Source& source, const LoadOptions& options,
                                    Diagnostics& diagnostics);

// The model as ISPL text that loads to an equal model: what `gnomon parse --print` shows.
std::string print_model(const CheckedModel& model);

}  // namespace gnomon::ispl
