// A text made into a model and its reachable states, for the tests of this folder.
#pragma once

#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "explicit/graph.h"
#include "ispl/load.h"

namespace gnomon::scenario {

struct Loaded {
  Source source;
  std::optional<ispl::CheckedModel> model;
  std::string complaints;  // every error and warning, rendered

  Loaded(std::string name, std::string text) : source(std::move(name), std::move(text)) {
    Diagnostics diagnostics;
    model = ispl::load_model(source, {}, diagnostics);
    for (const Diagnostic& d : diagnostics.all()) complaints += render(d, source) + "\n";
  }

  // The verdict in the comment on the line where the formula ends.
  std::optional<bool> expected(const ispl::Formula& formula) const {
    const std::string_view line = source.line(source.position(formula.span.end).line);
    if (line.find("-- true") != std::string_view::npos) return true;
    if (line.find("-- false") != std::string_view::npos) return false;
    return std::nullopt;
  }
};

// Knowledge with memory is not what the explicit evaluator computes.
inline bool is_observational(const ispl::Formula& formula) {
  return formula.property.knowledge == logic::KnowledgeSemantics::Observational;
}

}  // namespace gnomon::scenario
