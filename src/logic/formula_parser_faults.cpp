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
                     : context_.fairness
                         ? "a constraint is what holds again and again on fair paths: for `G F p` write `p`"
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

// `not p`, `Knows(a, p)`, `C(g, p)`: read as what is meant. None if the word is nothing of the kind.
std::optional<FormulaParser::Next> FormulaParser::foreign_operand() {
  const Token token = cursor_.peek();
  const std::string_view word = cursor_.text(token);
  if (context_.is_proposition && context_.is_proposition(word)) return std::nullopt;
  const bool negation = word == "not" || word == "NOT" || word == "Not";
  if (negation && starts_formula(cursor_.peek(1))) {
    error(token.span, fmt::format("there is no operator `{}`", word), "negation is written `!`");
    return prefix(Op::Not);
  }
  const std::optional<Op> op = foreign_call(word);
  const bool called = cursor_.peek(1).kind == TokenKind::OpenParen &&
                      (cursor_.peek(2).kind == TokenKind::OpenBrace || cursor_.peek(3).kind == TokenKind::Comma);
  if (!op || !called) return std::nullopt;
  error(token.span, fmt::format("there is no operator `{}`", word),
        fmt::format("this is written `{}({}, formula)`", operator_of(*op).word,
                    operator_of(*op).name == NameKind::Agent ? "agent" : "group"));
  return call(*op);
}

// `[]` and `<>` of other tools.
FormulaParser::Next FormulaParser::empty_brackets(Op op) {
  const Span span = cover(cursor_.peek().span, cursor_.peek(1).span);
  error(span, "there is nothing in these brackets", std::string(foreign_sign(op == Op::G ? "□" : "◇").hint));
  cursor_.advance(2);
  builder_.prefix(with_bound({op, {}, {}, span}));
  return Next::Operand;
}

// `[[g]]F f` of other tools. What follows is read as a formula.
FormulaParser::Next FormulaParser::cannot_prevent() {
  Span span = cursor_.peek().span;
  while (cursor_.peek().kind == TokenKind::OpenSquare || cursor_.peek().kind == TokenKind::CloseSquare ||
         cursor_.peek().kind == TokenKind::Word || cursor_.peek().kind == TokenKind::Comma) {
    const bool closed = cursor_.previous() == "]" && cursor_.peek().kind != TokenKind::CloseSquare;
    if (closed) break;
    span = cover(span, cursor_.peek().span);
    cursor_.advance();
  }
  error(span, "double brackets are not used here",
        "what a group cannot prevent is what it cannot enforce the opposite of: for `[[g]]F p` write `!<g>G !p`");
  return Next::Operand;
}

// `F<3 p`.
void FormulaParser::strict_bound() {
  const Span span = cover(cursor_.peek().span, cursor_.peek(1).span);
  error(span, "a bound is not written with `<`", "at most n steps are written `<=n`");
  cursor_.advance(2);
}

// Two operands side by side, or a sign of another language. Goes on as if an operator stood there.
FormulaParser::Next FormulaParser::unexpected_after_operand() {
  Token token = cursor_.peek();
  std::string_view text = cursor_.text(token);
  std::string_view before = cursor_.previous();
  const Token following = cursor_.peek(1);
  if (token.kind == TokenKind::Word && !foreign_operator_hint(text).empty()) {
    error(token.span, fmt::format("there is no operator `{}`", text), std::string(foreign_operator_hint(text)));
    builder_.broken_binary(token.span);
    cursor_.advance();
    return Next::Operand;
  }
  std::string hint;
  const bool joined = following.span.begin == token.span.end;
  if (joined && token.kind == TokenKind::LessEqual && following.kind == TokenKind::CloseAngle) {
    hint = foreign_sign("↔").hint;
    cursor_.advance();
  } else if (joined && token.kind == TokenKind::OpenAngle && cursor_.text(following) == "-") {
    hint = "implication is written `->`, from left to right";
    cursor_.advance();
  } else if (token.kind == TokenKind::Foreign || token.kind == TokenKind::OpenAngle) {
    const bool comment = text == "/" && cursor_.peek(1).kind == TokenKind::Star;
    hint = foreign_sign(comment ? "/*" : text).hint;
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
  bool skip = !starts_formula(cursor_.peek());
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
