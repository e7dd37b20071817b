// What is wrong in a formula, and what was probably meant.
#include <fmt/format.h>
#include <string_view>

#include "logic/foreign.h"
#include "logic/formula_parser.h"

namespace gnomon::logic {

namespace {

// K, GK, ... and Delta.
std::string words_of_calls() {
  std::vector<std::string_view> words;
  for (const Operator& known : kOperators) {
    if (known.notation == Notation::Call) words.push_back(known.word);
  }
  std::string_view last = words.back();
  words.pop_back();
  return fmt::format("{} and {}", fmt::join(words, ", "), last);
}

}  // namespace

// X, F or G in a plain formula.
FormulaParser::Next FormulaParser::misplaced_path_operator(Op op) {
  Token token = cursor_.peek();
  std::string_view word = cursor_.text(token);
  std::string_view before = cursor_.previous();
  std::string hint = before == "A" || before == "E"
                         ? fmt::format("write `{}{}` in one word, or CTL* in front of the formula", before, word)
                         : fmt::format("write `A{0}` or `E{0}`, or LTL in front of the formula", word);
  error(token.span, fmt::format("`{}` is a path operator and cannot stand alone in a plain formula", word),
        std::move(hint));
  cursor_.advance();
  builder_.prefix(with_bound({op, {}, {}, token.span}));
  return Next::Operand;
}

FormulaParser::Next FormulaParser::unexpected_in_operand_position() {
  Token token = cursor_.peek();
  if (token.kind == TokenKind::Foreign || token.kind == TokenKind::Number) {
    std::string_view text = cursor_.text(token);
    bool value = text[0] >= '0' && text[0] <= '9';
    std::string_view before = cursor_.previous();
    const bool comment = text == "/" && cursor_.peek(1).kind == TokenKind::Star;
    error(token.span, fmt::format("expected a formula, found `{}`", text),
          text == "="                                 ? "a bound of exactly n steps is written `[n]`"
          : value && (before == "<" || before == "[") ? "a bound is written `<=b`, `>=a`, `[a,b]`, `[a,]` or `[n]`"
          : value ? "a formula about a value needs a proposition of the Evaluation section"
                  : std::string(foreign_sign(comment ? "/*" : text).hint));
    cursor_.advance();
    return Next::Operand;
  }
  if (token.kind == TokenKind::At) {
    error(token.span, "an attribute must stand at the start of the formula");
    cursor_.advance(cursor_.peek(1).kind == TokenKind::Word ? 2 : 1);
    return Next::Operand;
  }
  bool path_expression = builder_.innermost() == Bracket::Angle || builder_.innermost() == Bracket::Square;
  error(token.span,
        fmt::format("expected {}, found {}", path_expression ? "a path expression" : "a formula", found(token)));
  builder_.missing_operand(token.span);
  return Next::Operator;
}

// Two operands side by side, or a sign of another language. Goes on as if an operator stood there.
FormulaParser::Next FormulaParser::unexpected_after_operand() {
  Token token = cursor_.peek();
  std::string_view text = cursor_.text(token);
  std::string_view before = cursor_.previous();
  std::string hint;
  if (token.kind == TokenKind::Foreign || token.kind == TokenKind::OpenAngle) {
    const bool comment = text == "/" && cursor_.peek(1).kind == TokenKind::Star;
    hint = foreign_sign(comment ? "/*" : text).hint;
  } else if (before == "not" || before == "NOT") {
    hint = "negation is written `!`";
  } else if (token.kind == TokenKind::OpenParen) {
    hint = fmt::format("the operators with arguments are {}", words_of_calls());
  } else {
    std::string upper;
    for (char c : before) upper += c >= 'a' && c <= 'z' && c != 'f' ? static_cast<char>(c - 'a' + 'A') : c;
    if (mode_ != Mode::Plain && mode_of(before)) {
      hint = "a formula has one prefix, at its start";
    } else if (mode_of(upper)) {
      hint = fmt::format("did you mean the prefix `{}`, at the start of the formula?", upper);
    }
  }
  error(token.span, fmt::format("expected an operator, found {}", found(token)), std::move(hint));
  builder_.broken_binary(token.span);
  bool skip = !starts_formula(token);
  if (skip) cursor_.advance();
  return Next::Operand;
}

// <rho>=n, where the sign was read as `>=`.
FormulaParser::Next FormulaParser::equal_bound() {
  const Span sign = cursor_.peek().span;
  error(sign, "a bound is not written with `=`", "exactly n steps are written `<rho>[n]`, at least n steps `<rho>>=n`");
  builder_.close(sign);
  cursor_.advance();
  if (cursor_.peek().kind == TokenKind::Number) cursor_.advance();
  return Next::Operand;
}

}  // namespace gnomon::logic
