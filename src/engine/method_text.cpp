#include "engine/method_text.h"

#include <fmt/format.h>

#include "base/plural.h"
#include "logic/printer.h"

namespace gnomon::engine {

namespace {

std::string method_text(const check::PathReport& report) {
  auto sizes = [&](const char* what, const char* parts) {
    return fmt::format("{}, {} states, {} {}", what, report.automaton_states, report.automaton_edges, parts);
  };
  switch (report.engine) {
    case check::PathEngine::Automatic:
      return "no automaton";
    case check::PathEngine::Fixpoint:
      return "fixpoint";
    case check::PathEngine::Nfa:
      return sizes("least fixpoint over an NFA", "edges");
    case check::PathEngine::Explicit:
      return sizes("explicit Büchi automaton", "edges");
    case check::PathEngine::Tableau:
      return fmt::format("symbolic tableau, {} variables, {} goals", report.automaton_states, report.automaton_edges);
    case check::PathEngine::Symbolic:
      return sizes("symbolic alternating automaton", "terms");
    case check::PathEngine::Counters:
      return sizes("symbolic alternating automaton with counters", "terms");
  }
  return {};
}

}  // namespace

std::string describe_path(const logic::FormulaPool& pool, const check::PathReport& report) {
  constexpr std::size_t kLongest = 60;
  logic::PrintOptions options;
  options.limit = kLongest;
  std::string text = logic::print(pool, report.formula, options);
  return fmt::format("E{} ({}): {}{}", report.finite ? "f" : "", text, method_text(report),
                     report.note.empty() ? "" : ", " + report.note);
}

std::string describe_growth(const recall::MemoryReport& report) {
  return fmt::format("{} of {}, {}, alternation depth {}", plural(report.nodes, "information set"),
                     plural(report.knowers, "knower"), plural(report.views, "view"), report.alternation);
}

}  // namespace gnomon::engine
