// The sections Constants and Definitions.
#include <fmt/format.h>
#include <utility>

#include "ispl/parser.h"

namespace gnomon::ispl {

// A name of a constant, set, definition or parameter.
bool Parser::expect_new_name(std::string_view what, syntax::Name& name) {
  if (!tokens_.expect_name(what, name)) return false;
  if (is_operator_word(name.word)) {
    tokens_.error(name.span,
                  fmt::format("`{}` is an operator and cannot be a new name", tokens_.words().text(name.word)));
  }
  return true;
}

void Parser::parse_constants() {
  model_.parametric = true;
  while (more_items()) {
    syntax::Constant constant;
    Span begin = tokens_.current().span;
    if (parse_constant(constant)) {
      constant.span = cover(begin, tokens_.previous());
      model_.constants.push_back(std::move(constant));
      tokens_.expect_semicolon("after the constant");
    } else {
      tokens_.skip_item();
      if (tokens_.accept(Keyword::Other)) tokens_.skip_item();
    }
  }
}

// `N : 2..9 = 4`, `half = N div 2`, `Id = 1..N`.
bool Parser::parse_constant(syntax::Constant& constant) {
  if (!expect_new_name("a constant", constant.name)) return false;
  if (tokens_.accept(TokenKind::LeftBracket) && !expressions_.parse_binder(TokenKind::RightBracket, constant.binder)) {
    return false;
  }
  if (tokens_.accept(TokenKind::Colon)) {
    constant.form = syntax::ConstantForm::Parameter;
    if (!expressions_.parse_type(constant.type)) return false;
    if (!tokens_.accept(TokenKind::Equal)) return true;
    constant.value = expressions_.parse(ExpressionScope::Condition);
    return constant.value.has_value();
  }
  if (!tokens_.expect(TokenKind::Equal, "or `:` after the constant")) return false;
  constant.form = syntax::ConstantForm::Set;
  if (tokens_.at(Keyword::Boolean) || tokens_.at(TokenKind::LeftBrace)) return expressions_.parse_type(constant.type);
  Span begin = tokens_.current().span;
  auto value = expressions_.parse(ExpressionScope::Condition);
  if (!value) return false;
  if (!tokens_.accept(TokenKind::DotDot)) {
    constant.form = syntax::ConstantForm::Value;
    constant.value = value;
    return true;
  }
  auto high = expressions_.parse(ExpressionScope::Bound);
  if (!high) return false;
  constant.type.form = syntax::TypeForm::Range;
  constant.type.low_expression = value;
  constant.type.high_expression = high;
  constant.type.span = cover(begin, tokens_.previous());
  return true;
}

void Parser::parse_definitions(std::vector<syntax::Definition>& definitions) {
  model_.parametric = true;
  while (more_items()) {
    syntax::Definition definition;
    Span begin = tokens_.current().span;
    if (parse_definition(definition)) {
      definition.span = cover(begin, tokens_.previous());
      definitions.push_back(std::move(definition));
      tokens_.expect_semicolon("after the definition");
    } else {
      tokens_.skip_item();
      if (tokens_.accept(Keyword::Other)) tokens_.skip_item();
    }
  }
}

// `next(i : Id) = i mod N + 1`, `formula safe = AG !bad`.
bool Parser::parse_definition(syntax::Definition& definition) {
  definition.is_formula = tokens_.at(Keyword::FormulaKind) && tokens_.followed_by(TokenKind::Word);
  if (definition.is_formula) tokens_.advance();
  if (!expect_new_name("a definition", definition.name)) return false;
  if (tokens_.accept(TokenKind::LeftParen) && !parse_parameters(definition.parameters)) return false;
  if (!definition.is_formula) {
    if (!tokens_.expect(TokenKind::Equal, "after the definition's name")) return false;
    auto body = expressions_.parse(ExpressionScope::Condition);
    if (body) definition.body = *body;
    return body.has_value();
  }
  if (!tokens_.at(TokenKind::Equal)) return tokens_.expect(TokenKind::Equal, "after the definition's name");
  tokens_.set_reading_formulas(true);
  tokens_.advance();
  TokenStream::TakenFormula taken = tokens_.take_formula();
  tokens_.set_reading_formulas(false);
  definition.formula = taken.span;
  if (!taken.expect) return true;
  tokens_.error(tokens_.current().span, "a definition has no expected verdict");
  return false;
}

bool Parser::parse_parameters(std::vector<syntax::Parameter>& parameters) {
  do {
    syntax::Parameter parameter;
    if (!expect_new_name("a parameter", parameter.name)) return false;
    if (!tokens_.expect(TokenKind::Colon, "after the parameter")) return false;
    using enum syntax::ParameterKind;
    if (tokens_.accept(Keyword::IntegerKind)) {
      parameter.kind = Integer;
    } else if (tokens_.accept(Keyword::AgentKind)) {
      parameter.kind = Agent;
    } else if (tokens_.accept(Keyword::FormulaKind)) {
      parameter.kind = Formula;
    } else if (!expressions_.parse_type(parameter.type)) {
      return false;
    }
    parameters.push_back(std::move(parameter));
  } while (tokens_.accept(TokenKind::Comma));
  return tokens_.expect(TokenKind::RightParen, "after the parameters");
}

}  // namespace gnomon::ispl
