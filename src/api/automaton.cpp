// The automaton of a path formula as text, for people and for other tools.
#include <fmt/format.h>
#include <optional>

#include "automata/buchi.h"
#include "automata/hoa.h"
#include "gnomon/gnomon.h"
#include "logic/nnf.h"
#include "logic/parser.h"
#include "logic/printer.h"
#include "logic/simplify.h"
#include "logic/unfold.h"

namespace gnomon::api {

namespace {

using logic::Formula;
using logic::Op;

// The path formula to show: below a quantifier if there is one outermost.
struct Shown {
  Formula formula;
  bool finite = false;
};

Shown path_formula(logic::FormulaPool& pool, Formula f) {
  const logic::Node node = pool[f];
  bool finite = node.op == Op::PathAf || node.op == Op::PathEf;
  bool quantified = finite || node.op == Op::PathA || node.op == Op::PathE;
  Formula shown = quantified ? node.left : f;
  logic::Traces traces = finite ? logic::Traces::Finite : logic::Traces::Infinite;
  shown = logic::simplify(pool, logic::negation_normal_form(pool, shown, traces), traces);
  return {logic::unfolded(pool, shown, traces), finite};
}

}  // namespace

AutomatonText automaton(const std::string& formula, AutomatonFormat format) {
  AutomatonText result;
  Source source("formula", formula);
  gnomon::Diagnostics found;
  logic::FormulaPool pool;
  logic::ParseContext context;
  context.is_group = [](std::string_view) { return false; };
  context.is_proposition = [](std::string_view) { return true; };
  Span whole{0, static_cast<std::uint32_t>(formula.size())};
  logic::ParsedProperty parsed = logic::parse_property(source, whole, context, pool, found);
  for (const gnomon::Diagnostic& diagnostic : found.all()) {
    Position at = source.position(diagnostic.span.begin);
    result.errors.push_back({Severity::Error, source.name(), at.line, at.column, diagnostic.message, diagnostic.hint,
                             diagnostic.name, render(diagnostic, source)});
  }
  if (!parsed.ok) return result;
  result.errors.clear();
  const std::string too_large = "the automaton of this formula is too large to be shown";
  auto refuse = [&](const std::string& message) {
    result.errors.push_back({Severity::Error, source.name(), 1, 1, message, {}, {}, "formula: error: " + message});
    return result;
  };
  if (parsed.property.asks != logic::Asks::Truth) return refuse("a question for a number of steps has no automaton");
  if (!parsed.parameters.empty()) return refuse("the automaton of a formula with parameters needs numbers for them");
  Shown shown;
  try {
    shown = path_formula(pool, parsed.property.formula);
  } catch (const LimitReached&) {
    return refuse(too_large);
  }
  auto letter = [&](Formula f) { return logic::print(pool, f); };
  std::string name = letter(shown.formula);
  bool hoa = format == AutomatonFormat::Hoa;
  if (shown.finite) {
    if (auto nfa = automata::build_finite(pool, shown.formula)) {
      result.text = hoa ? automata::to_hoa(*nfa, letter, name) : automata::to_dot(*nfa, letter, name);
    }
  } else if (auto buchi = automata::build_buchi(pool, shown.formula, logic::Traces::Infinite)) {
    result.text = hoa ? automata::to_hoa(*buchi, letter, name) : automata::to_dot(*buchi, letter, name);
  }
  return result.text.empty() ? refuse(too_large) : result;
}

}  // namespace gnomon::api
