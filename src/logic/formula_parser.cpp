#include "logic/formula_parser.h"

#include <fmt/format.h>

namespace gnomon::logic {

std::optional<Formula> FormulaParser::parse() {
  Next next = Next::Operand;
  while (cursor_.peek().kind != TokenKind::End || next == Next::Operand) {
    next = next == Next::Operand ? operand() : after_operand();
  }
  close_everything();
  return builder_.finish();
}

Symbol FormulaParser::use(NameKind kind, const Token& token, Symbol owner) {
  pace_.step(1, [&] { return growth_bytes(names_); });
  Symbol name = pool_.intern(cursor_.text(token));
  names_.push_back({kind, name, token.span, owner, {}, false});
  return name;
}

void FormulaParser::error(Span span, std::string message, std::string hint) {
  if (!quiet_) builder_.error(span, std::move(message), std::move(hint));
  quiet_ = true;
}

std::string FormulaParser::found(const Token& token) const {
  if (token.kind == TokenKind::End) return "the end of the formula";
  return fmt::format("`{}`", cursor_.text(token));
}

bool FormulaParser::is_group(const Token& token) const {
  std::string_view name = cursor_.text(token);
  return context_.is_group && context_.is_group(name) &&
         (is_plain() || !context_.is_proposition || !context_.is_proposition(name));
}

FormulaParser::Next FormulaParser::prefix(Op op) {
  Head head{op, {}, {}, cursor_.peek().span};
  cursor_.advance();
  quiet_ = false;
  builder_.prefix(with_bound(head));
  return Next::Operand;
}

// The head of an operator, behind which the cursor stands, with its bound if there is one.
Head FormulaParser::with_bound(Head head) {
  std::optional<Op> bounded = bounded_form(head.op);
  if (bounded && cursor_.peek().kind == TokenKind::OpenAngle && cursor_.peek(1).kind == TokenKind::Number) {
    strict_bound();
  }
  if (!bounded || !bounds_.at_bound()) return head;
  if (std::optional<Interval> interval = bounds_.bound(head.op)) {
    head.op = *bounded;
    head.interval = *interval;
  }
  head.span = cover(head.span, bounds_.span());
  return head;
}

FormulaParser::Next FormulaParser::binary(Op op) {
  Head head{op, {}, {}, cursor_.peek().span};
  cursor_.advance();
  quiet_ = false;
  builder_.binary(with_bound(head));
  return Next::Operand;
}

FormulaParser::Next FormulaParser::operand() {
  switch (Token token = cursor_.peek(); token.kind) {
    case TokenKind::Word:
      return word_operand();
    case TokenKind::Not:
      return prefix(Op::Not);
    case TokenKind::OpenParen:
      builder_.open(Bracket::Paren, {Op::True, {}, {}, token.span});
      cursor_.advance();
      return Next::Operand;
    case TokenKind::OpenAngle:
      if (cursor_.peek(1).kind == TokenKind::CloseAngle) return empty_brackets(Op::F);
      return angle_operand();
    case TokenKind::OpenSquare:
      if (cursor_.peek(1).kind == TokenKind::CloseSquare) return empty_brackets(Op::G);
      if (is_plain() && cursor_.peek(1).kind == TokenKind::OpenSquare) return cannot_prevent();
      if (is_plain()) error(token.span, "`[rho]f` is a path formula", "write LDL or CDL* in front of the formula");
      builder_.open(Bracket::Square, {Op::Box, {}, {}, token.span});
      cursor_.advance();
      return Next::Operand;
    case TokenKind::CloseParen:
    case TokenKind::CloseAngle:
    case TokenKind::CloseSquare:
    case TokenKind::Comma:
    case TokenKind::Dot:
    case TokenKind::Implies:
    case TokenKind::Iff:
    case TokenKind::Plus:
    case TokenKind::Semicolon:
    case TokenKind::Star:
    case TokenKind::Question:
    case TokenKind::At:
    case TokenKind::OpenBrace:
    case TokenKind::CloseBrace:
    case TokenKind::LessEqual:
    case TokenKind::GreaterEqual:
    case TokenKind::Number:
    case TokenKind::Foreign:
    case TokenKind::End:
      break;
  }
  return unexpected_in_operand_position();
}

FormulaParser::Next FormulaParser::word_operand() {
  Token token = cursor_.peek();
  if (cursor_.peek(1).kind == TokenKind::Dot) return member();
  if (!token.op) {
    std::optional<Op> op = find_operator(cursor_.text(token), Spelling::ByPlace);
    bool called = op && operator_of(*op).notation == Notation::Call && cursor_.peek(1).kind == TokenKind::OpenParen;
    if (called) return call(*op);
    if (const std::optional<Next> next = foreign_operand()) return *next;
    Formula atom = pool_.make(Op::Atom, use(NameKind::Proposition, token));
    builder_.operand(atom, token.span);
    cursor_.advance();
    quiet_ = false;
    return Next::Operator;
  }
  switch (operator_of(*token.op).notation) {
    case Notation::Constant:
      builder_.operand(pool_.make(*token.op), token.span);
      cursor_.advance();
      quiet_ = false;
      return Next::Operator;
    case Notation::Prefix:
      if (is_plain() && is_path_operator(*token.op)) return misplaced_path_operator(*token.op);
      return prefix(*token.op);
    case Notation::Call:
      return call(*token.op);
    case Notation::Name:
    case Notation::Member:
    case Notation::Binary:
    case Notation::Postfix:
    case Notation::Group:
    case Notation::Until:
    case Notation::GroupUntil:
    case Notation::Modal:
    case Notation::Implicit:
      break;
  }
  return unexpected_in_operand_position();
}

FormulaParser::Next FormulaParser::after_operand() {
  Token token = cursor_.peek();
  switch (token.kind) {
    case TokenKind::Implies:
      return binary(Op::Implies);
    case TokenKind::Iff:
      return binary(Op::Iff);
    case TokenKind::Plus:
      return path_expression_sign(is_iteration_sign() ? Op::Repeat : Op::Alt);
    case TokenKind::OpenBrace:
      return count();
    case TokenKind::Semicolon:
      return path_expression_sign(Op::Seq);
    case TokenKind::Star:
      return path_expression_sign(Op::Star);
    case TokenKind::Question:
      return path_expression_sign(Op::Test);
    case TokenKind::CloseParen:
    case TokenKind::CloseAngle:
    case TokenKind::CloseSquare:
      return close(token.kind);
    case TokenKind::Word:
      return word_after_operand();
    case TokenKind::Comma:
      if (builder_.innermost() != Bracket::BrokenCall) return unexpected_after_operand();
      builder_.broken_binary(token.span);
      cursor_.advance();
      return Next::Operand;
    case TokenKind::OpenParen:
    case TokenKind::OpenAngle:
    case TokenKind::OpenSquare:
    case TokenKind::Dot:
    case TokenKind::Not:
    case TokenKind::At:
    case TokenKind::GreaterEqual:
      if (builder_.innermost() == Bracket::Angle) return equal_bound();
      break;
    case TokenKind::CloseBrace:
    case TokenKind::LessEqual:
    case TokenKind::Number:
    case TokenKind::Foreign:
    case TokenKind::End:
      break;
  }
  return unexpected_after_operand();
}

FormulaParser::Next FormulaParser::word_after_operand() {
  Token token = cursor_.peek();
  std::optional<Op> op = token.op ? token.op : find_operator(cursor_.text(token), Spelling::ByPlace);
  if (!op || operator_of(*op).notation != Notation::Binary) return unexpected_after_operand();
  // U separates the operands of A(f U g).
  if (is_plain() && is_path_operator(*op) && *op != Op::U) {
    error(token.span, fmt::format("`{}` is a path operator and cannot stand in a plain formula", cursor_.text(token)),
          "write LTL or CTL* in front of the formula");
  }
  return binary(*op);
}

// A plus is postfix iff something follows that cannot begin a path expression.
bool FormulaParser::is_iteration_sign() const {
  switch (cursor_.peek(1).kind) {
    case TokenKind::Semicolon:
    case TokenKind::Plus:
    case TokenKind::Star:
    case TokenKind::OpenBrace:
    case TokenKind::CloseParen:
    case TokenKind::CloseAngle:
    case TokenKind::CloseSquare:
      return true;
    default:
      return false;
  }
}

// rho{n}, rho{n,m}, rho{n,}
FormulaParser::Next FormulaParser::count() {
  Token brace = cursor_.peek();
  if (!builder_.path_expression_allowed()) {
    error(brace.span, "a count `{n}` belongs in a path expression, `<rho>f` or `[rho]f`",
          "a bound on the steps of an operator is written `F[a,b] f`");
  }
  if (std::optional<Interval> times = bounds_.count(); times && builder_.path_expression_allowed()) {
    builder_.postfix({Op::Repeat, {}, {}, bounds_.span(), *times});
  }
  return Next::Operator;
}

FormulaParser::Next FormulaParser::path_expression_sign(Op op) {
  Token token = cursor_.peek();
  bool postfix = op == Op::Star || op == Op::Test || op == Op::Repeat;
  if (builder_.path_expression_allowed()) {
    if (!postfix) return binary(op);
    constexpr Interval kOnceOrMore{1, Interval::kOpen};
    builder_.postfix({op, {}, {}, token.span, op == Op::Repeat ? kOnceOrMore : Interval{}});
    cursor_.advance();
    return Next::Operator;
  }
  std::string_view before = cursor_.previous();
  error(token.span, fmt::format("`{}` belongs in a path expression, `<rho>f` or `[rho]f`", cursor_.text(token)),
        op == Op::Star && (before == "CTL" || before == "CDL") ? "a formula has one prefix, at its start" : "");
  if (!postfix) builder_.broken_binary(token.span);
  cursor_.advance();
  return postfix ? Next::Operator : Next::Operand;
}

FormulaParser::Next FormulaParser::close(TokenKind kind) {
  Token token = cursor_.peek();
  auto closes = [&](Bracket bracket) {
    switch (bracket) {
      case Bracket::Root:
        return false;
      case Bracket::Paren:
      case Bracket::Call:
      case Bracket::BrokenCall:
      case Bracket::Coalition:
        return kind == TokenKind::CloseParen;
      case Bracket::Angle:
        return kind == TokenKind::CloseAngle;
      case Bracket::Square:
        return kind == TokenKind::CloseSquare;
    }
    return false;
  };
  bool partner = false;
  for (Bracket bracket :
       {Bracket::Paren, Bracket::Call, Bracket::BrokenCall, Bracket::Coalition, Bracket::Angle, Bracket::Square}) {
    partner = partner || (closes(bracket) && builder_.is_open(bracket));
  }
  if (!partner) {
    error(token.span, fmt::format("`{}` closes nothing", cursor_.text(token)));
    cursor_.advance();
    return Next::Operator;
  }
  while (!closes(builder_.innermost())) {
    error(builder_.innermost_span(),
          fmt::format("this bracket is not closed before the `{}` of an outer one", cursor_.text(token)));
    bool modal = builder_.innermost() == Bracket::Angle || builder_.innermost() == Bracket::Square;
    builder_.close(token.span);
    if (modal) builder_.missing_operand(token.span);
  }
  bool modal = kind != TokenKind::CloseParen;
  builder_.close(token.span);
  cursor_.advance();
  quiet_ = false;
  if (modal && bounds_.at_bound()) {
    if (std::optional<Interval> interval = bounds_.bound(Op::Diamond)) builder_.bound(*interval, bounds_.span());
  }
  return modal ? Next::Operand : Next::Operator;
}

void FormulaParser::close_everything() {
  while (builder_.innermost() != Bracket::Root) {
    error(builder_.innermost_span(), "this bracket is never closed");
    bool modal = builder_.innermost() == Bracket::Angle || builder_.innermost() == Bracket::Square;
    builder_.close(cursor_.peek().span);
    if (modal) builder_.missing_operand(cursor_.peek().span);
  }
}

}  // namespace gnomon::logic
