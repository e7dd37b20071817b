// Text to formulas: every formula syntax of the input language (plain, LTL, CTL*, LDL, CDL*, their finite-trace forms,
// and the attributes @observational, @clock, @recall).
//
// The parser knows no model. It reports each use of a name with its place and kind, so that the model's front end can
// check them; the only thing it needs to know is which names are groups, because `<g>X f` and `<rho>f` look alike.
// Errors are diagnostics; the parser recovers at the end of the formula.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/diagnostic.h"
#include "base/source.h"
#include "logic/formula.h"
#include "logic/formula_lexer.h"

namespace gnomon::logic {

struct NameUse {
  NameKind kind = NameKind::Proposition;
  Symbol name;
  Span span;
  Symbol owner;                      // of an observation: the agent
  std::vector<Symbol> members = {};  // of a group that is listed in place, `{a, b}`; its name is the list
  bool is_list = false;
};

// A parameter in place of the upper end of a bound (logic/parameters.h).
struct ParameterUse {
  Symbol name;
  Span span;
};

struct ParseContext {
  // True if the name is a group of the model. Groups and propositions may share a name: then `<g>` before X, F, G or (
  // is read as the coalition in plain mode and as the path expression in the modes that have path expressions.
  std::function<bool(std::string_view)> is_group;
  std::function<bool(std::string_view)> is_proposition;
  bool finite_traces = false;      // read LDL and CDL* as LDLf and CDL*f
  bool fairness = false;           // the formula is a fairness constraint
  const Budget* budget = nullptr;  // polled while reading, if given
};

struct ParsedProperty {
  bool ok = false;
  Property property;
  std::vector<NameUse> names;
  std::vector<ParameterUse> parameters;
};

// Parses the formula in source.text(span) (without the closing semicolon). Diagnostics carry spans of the whole source.
ParsedProperty parse_property(const Source& source, Span span, const ParseContext& context, FormulaPool& pool,
                              Diagnostics& diagnostics);

// The same from tokens, the last of which is End. Their spans are places in the source, from which messages quote.
ParsedProperty parse_property(const Source& source, const std::vector<Token>& tokens, const ParseContext& context,
                              FormulaPool& pool, Diagnostics& diagnostics);

}  // namespace gnomon::logic
