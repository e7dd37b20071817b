// Binders, with the types in them, and lists of names that may be indexed or repeated.
#include <fmt/format.h>
#include <utility>

#include "ispl/expression_parser.h"

namespace gnomon::ispl {

// A quantifier is one only before `(`. With `min` and `max` there must be a generator: `min(a, b)` is a call.
bool ExpressionParser::at_quantifier() {
  bool word = tokens_.at(Keyword::Forall) || tokens_.at(Keyword::Exists) || tokens_.at(Keyword::Xor) ||
              tokens_.at(Keyword::Sum) || tokens_.at(Keyword::Count);
  bool extreme = tokens_.at(Keyword::Min) || tokens_.at(Keyword::Max);
  if ((!word && !extreme) || !tokens_.followed_by(TokenKind::LeftParen)) return false;
  return word || (tokens_.peek(2).kind == TokenKind::Word && tokens_.peek(3).kind == TokenKind::Colon);
}

bool ExpressionParser::at_family(std::size_t ahead) {
  return tokens_.peek(ahead).kind == TokenKind::LeftBracket && tokens_.peek(ahead + 1).kind == TokenKind::Word &&
         tokens_.peek(ahead + 2).kind == TokenKind::Colon;
}

bool ExpressionParser::parse_binder(TokenKind closing, syntax::Binder& binder) {
  Span begin = tokens_.previous();
  if (++nesting_ > kMaxNesting) {
    tokens_.error(begin, "binders are nested too deeply");
    --nesting_;
    return false;
  }
  model_.parametric = true;
  bool good = true;
  do {
    syntax::Bind bind;
    if (tokens_.at(TokenKind::Word) && tokens_.followed_by(TokenKind::Colon)) {
      good = tokens_.expect_name("an index", bind.name) && tokens_.accept(TokenKind::Colon) && parse_type(bind.type);
      if (good && is_operator_word(bind.name.word)) {
        tokens_.error(bind.name.span, fmt::format("`{}` is an operator and cannot be a new name",
                                                  tokens_.words().text(bind.name.word)));
      }
    } else {
      auto filter = parse(ExpressionScope::Condition);
      good = filter.has_value();
      if (good) bind.filter = *filter;
    }
    if (good) binder.binds.push_back(std::move(bind));
  } while (good && tokens_.accept(TokenKind::Comma));
  --nesting_;
  good = good && tokens_.expect(closing, "after the indices");
  binder.span = cover(begin, tokens_.previous());
  return good;
}

// An integer or the expression of a bound. A number alone, perhaps with a minus sign, stays a number.
bool ExpressionParser::parse_bound(std::optional<syntax::Expression>& expression, std::int64_t& value) {
  std::size_t sign = tokens_.at(TokenKind::Minus) ? 1 : 0;
  bool number = tokens_.peek(sign).kind == TokenKind::Number;
  const Token& after = tokens_.peek(sign + 1);
  bool alone = number && after.kind != TokenKind::Plus && after.kind != TokenKind::Minus &&
               after.kind != TokenKind::Star && after.kind != TokenKind::Slash &&
               !TokenStream::is(after, Keyword::Mod) && !TokenStream::is(after, Keyword::Div);
  bool starts = number || tokens_.at(TokenKind::Minus) || tokens_.at(TokenKind::LeftParen) || tokens_.at_name();
  if (alone || !starts) return tokens_.expect_integer(value);
  expression = parse(ExpressionScope::Bound);
  model_.parametric = true;
  return expression.has_value();
}

// `boolean`, `{a, b}`, `-1 .. 4`, `i + 1 .. N` or the name of a set.
bool ExpressionParser::parse_type(syntax::Type& type) {
  Span begin = tokens_.current().span;
  auto finish = [&] {
    type.span = cover(begin, tokens_.previous());
    return true;
  };
  if (tokens_.accept(Keyword::Boolean)) {
    type.form = syntax::TypeForm::Boolean;
    return finish();
  }
  if (tokens_.at(TokenKind::LeftBrace)) {
    type.form = syntax::TypeForm::Enumeration;
    if (tokens_.followed_by(TokenKind::RightBrace)) {
      tokens_.error(begin, "an enumeration needs at least one value");
      return false;
    }
    return parse_list("a value", type.values) && finish();
  }
  if (tokens_.at_name()) {
    const Token& after = tokens_.peek(1);
    bool set = after.kind == TokenKind::Semicolon || after.kind == TokenKind::Comma ||
               after.kind == TokenKind::RightParen || after.kind == TokenKind::RightBracket ||
               after.kind == TokenKind::Equal;
    if (set) {
      type.form = syntax::TypeForm::Named;
      type.set = {tokens_.current().word, tokens_.current().span};
      model_.parametric = true;
      tokens_.advance();
      return finish();
    }
  }
  bool starts = tokens_.at(TokenKind::Number) || tokens_.at(TokenKind::Minus) || tokens_.at(TokenKind::LeftParen) ||
                tokens_.at_name();
  if (!starts) {
    tokens_.unexpected("a type", "a type is `boolean`, a list `{a, b}` or a range `0 .. 4`");
    return false;
  }
  type.form = syntax::TypeForm::Range;
  return parse_bound(type.low_expression, type.low) &&
         tokens_.expect(TokenKind::DotDot, "between the bounds of the range", "a range is written `0 .. 4`") &&
         parse_bound(type.high_expression, type.high) && finish();
}

bool ExpressionParser::parse_item(std::string_view what, syntax::Item& item) {
  Token token = tokens_.current();
  bool family = at_family();
  if (tokens_.at(Keyword::Environment)) {
    item.name = {token.word, token.span};
    tokens_.advance();
  } else if (!tokens_.expect_name(what, item.name)) {
    return false;
  }
  item.span = item.name.span;
  if (!tokens_.at(TokenKind::LeftBracket)) return true;
  tokens_.advance();
  model_.parametric = true;
  item.indexed = true;
  if (family) {
    if (!parse_binder(TokenKind::RightBracket, item.binder)) return false;
  } else {
    do {
      auto index = parse(ExpressionScope::Condition);
      if (!index) return false;
      item.indices.push_back(index->root);
    } while (tokens_.accept(TokenKind::Comma));
    if (!tokens_.expect(TokenKind::RightBracket, "or `,` after the index")) return false;
  }
  item.span = cover(token.span, tokens_.previous());
  return true;
}

bool ExpressionParser::parse_repeat(syntax::Binder& binder) {
  if (!tokens_.at(Keyword::For) || !tokens_.followed_by(TokenKind::LeftParen)) return true;
  tokens_.advance();
  tokens_.advance();
  return parse_binder(TokenKind::RightParen, binder);
}

bool ExpressionParser::parse_list(std::string_view what, std::vector<syntax::Item>& items) {
  if (!tokens_.expect(TokenKind::LeftBrace, fmt::format("before the name of {}", what))) return false;
  if (tokens_.accept(TokenKind::RightBrace)) return true;
  if (++nesting_ > kMaxNesting) {
    tokens_.error(tokens_.previous(), "lists are nested too deeply");
    --nesting_;
    return false;
  }
  bool good = true;
  do {
    syntax::Item item;
    if (tokens_.at(TokenKind::Number)) {
      tokens_.unexpected(fmt::format("the name of {}", what), "a range is written `0 .. 4`, without braces");
      good = false;
      break;
    }
    good = parse_repeat(item.repeat) && parse_item(what, item);
    if (good) items.push_back(std::move(item));
  } while (good && tokens_.accept(TokenKind::Comma));
  --nesting_;
  return good && tokens_.expect(TokenKind::RightBrace, "or `,` in the list");
}

}  // namespace gnomon::ispl
