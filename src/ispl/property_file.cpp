#include "ispl/property_file.h"

#include <optional>
#include <string>
#include <utility>

#include "ispl/formulas.h"
#include "ispl/token_stream.h"

namespace gnomon::ispl {

namespace {

// `expect true` or `expect false`, at the word `expect`.
std::optional<bool> stated_verdict(TokenStream& tokens) {
  tokens.advance();
  if (tokens.accept(Keyword::True)) return true;
  if (tokens.accept(Keyword::False)) return false;
  tokens.unexpected("`true` or `false` after `expect`");
  return std::nullopt;
}

}  // namespace

std::vector<Formula> load_formulas(CheckedModel& model, const Source& source, const LoadOptions& options,
                                   Diagnostics& diagnostics) {
  Words words;
  TokenStream tokens(source, words, diagnostics, options.budget);
  tokens.set_reading_formulas(true);
  FormulaReader reader(model, source, options, diagnostics);
  std::vector<Formula> formulas;
  const bool section = tokens.accept(Keyword::Formulae);
  while (!tokens.at_end() && !tokens.at(Keyword::End)) {
    std::string name;
    if (tokens.at_name() && tokens.followed_by(TokenKind::Colon)) {
      name = tokens.text(tokens.current());
      tokens.advance();
      tokens.advance();
    }
    const TokenStream::TakenFormula taken = tokens.take_formula();
    std::optional<bool> expected;
    if (taken.expect) expected = stated_verdict(tokens);
    tokens.expect_end_of_formula();
    std::optional<Formula> formula;
    if (!model.elaborator) {
      formula = reader.read(taken.span);
    } else if (auto expanded = model.elaborator->formula(source, taken.span, diagnostics, options.budget)) {
      formula = reader.read(*expanded);
    }
    if (!formula) continue;
    formula->name = std::move(name);
    formula->expected = expected;
    formulas.push_back(std::move(*formula));
  }
  if (section) {
    tokens.expect_keyword(Keyword::End, "of the formulas");
    tokens.expect_keyword(Keyword::Formulae, "after `end`");
  }
  if (!tokens.at_end()) tokens.unexpected("the end of the text");
  diagnostics.sort();
  return formulas;
}

}  // namespace gnomon::ispl
