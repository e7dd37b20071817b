// Formulas with their attributes and the prefix that selects the mode, and questions.
//
// Words added to the language since MCMAS are recognised by position, so they never take a name away:
//   LTL, CTL*, LDL, ...   at the start, before something that can start a formula (a proposition is followed by an
//                         operator or the end, which cannot);
//   W, R                  where an operator must stand;
//   Delta                 before `(`, which cannot follow a proposition.
#include "logic/parser.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "logic/formula_parser.h"
#include "logic/introduction.h"
#include "logic/parameters.h"
#include "logic/question.h"
#include "logic/question_parser.h"
#include "logic/token_cursor.h"

namespace gnomon::logic {

namespace {

void too_many_ranges(const FormulaPool& pool, const ParsedProperty& parsed, Symbol name, Symbol other,
                     Diagnostics& diagnostics) {
  auto use = std::find_if(parsed.parameters.begin(), parsed.parameters.end(),
                          [&](const ParameterUse& one) { return one.name == name; });
  diagnostics.error(use->span,
                    fmt::format("the parameters `{}` and `{}` of one formula have both a range of values",
                                pool.text(other), pool.text(name)),
                    "give all but one of them one value: --parameter x=5");
}

// Each parameter must be up or down; otherwise its good values need not lie together.
bool used_one_way(const FormulaPool& pool, const ParsedProperty& parsed, Diagnostics& diagnostics) {
  if (parsed.parameters.empty()) return true;
  bool good = true;
  Symbol listed;  // the parameter with several values to be tried
  for (const Parameter& parameter : parameters_of(pool, parsed.property.formula)) {
    if (parameter.range) {
      if (parameter.range->first == parameter.range->last) continue;
      good = good && listed.is_none();
      if (!listed.is_none()) too_many_ranges(pool, parsed, parameter.name, listed, diagnostics);
      listed = parameter.name;
      continue;
    }
    if (!parameter.up || !parameter.down) continue;
    good = false;
    for (const ParameterUse& use : parsed.parameters) {
      if (use.name != parameter.name) continue;
      diagnostics.error(
          use.span,
          fmt::format("the parameter `{}` is used both ways: a larger value makes the formula "
                      "weaker in one place and stronger in another",
                      pool.text(use.name)),
          fmt::format("give the two uses different names, or try the values of a range: --parameter {}=0..20",
                      pool.text(use.name)));
    }
  }
  return good;
}

// The question at the cursor, which is at the beginning of a formula; none: it is a formula.
std::optional<Asks> question_at(const TokenCursor& cursor, const Introduction& introduction) {
  const bool plain = introduction.mode == Mode::Plain && cursor.peek().kind == TokenKind::Word;
  if (!plain || cursor.peek(1).kind != TokenKind::OpenParen) return std::nullopt;
  return question_of(cursor.text(cursor.peek()));
}

ParsedProperty parse(const Source& source, TokenCursor cursor, const ParseContext& context, FormulaPool& pool,
                     Diagnostics& diagnostics) {
  Introduction introduction = read_introduction(cursor, context, diagnostics);
  if (std::optional<Asks> asks = question_at(cursor, introduction)) {
    return parse_question(source, cursor, *asks, introduction, context, pool, diagnostics);
  }
  FormulaParser parser(source, cursor, introduction, context, pool, diagnostics);
  std::optional<Formula> formula = parser.parse();
  ParsedProperty parsed;
  parsed.names = parser.take_names();
  parsed.parameters = parser.parameters();
  parsed.property.mode = introduction.mode;
  parsed.property.knowledge_given = introduction.knowledge_given;
  parsed.property.knowledge = introduction.knowledge;
  if (formula) parsed.property.formula = *formula;
  parsed.ok = formula.has_value() && introduction.ok && used_one_way(pool, parsed, diagnostics);
  return parsed;
}

}  // namespace

ParsedProperty parse_property(const Source& source, Span span, const ParseContext& context, FormulaPool& pool,
                              Diagnostics& diagnostics) {
  return parse(source, TokenCursor(source, span), context, pool, diagnostics);
}

ParsedProperty parse_property(const Source& source, const std::vector<Token>& tokens, const ParseContext& context,
                              FormulaPool& pool, Diagnostics& diagnostics) {
  return parse(source, TokenCursor(tokens), context, pool, diagnostics);
}

}  // namespace gnomon::logic
