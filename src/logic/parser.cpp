// The token loop of the formula parser: attributes, the prefix that selects the mode, and then an alternation of
// operands and operators, each handed to the FormulaBuilder (which knows precedence and modes). Linear time, no
// recursion.
//
// Words added to the language since MCMAS are recognised by position, so they never take a name away:
//   LTL, CTL*, LDL, ...   at the start, before something that can start a formula (a proposition is followed by an
//                         operator or the end, which cannot);
//   W, R                  where an operator must stand;
//   Delta                 before `(`, which cannot follow a proposition.
// After an error no further one is reported until an operand or operator has been accepted again.
#include "logic/parser.h"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>

#include "base/pace.h"
#include "logic/bound_reader.h"
#include "logic/foreign.h"
#include "logic/formula_builder.h"
#include "logic/introduction.h"
#include "logic/parameters.h"
#include "logic/question.h"
#include "logic/question_parser.h"
#include "logic/token_cursor.h"

namespace gnomon::logic {

namespace {

class Parser {
 public:
  Parser(const Source& source, TokenCursor cursor, const Introduction& introduction, const ParseContext& context,
         FormulaPool& pool, Diagnostics& diagnostics)
      : cursor_(cursor),
        introduction_(introduction),
        mode_(introduction.mode),
        context_(context),
        pool_(pool),
        pace_(context.budget),
        builder_(source, mode_, pool, diagnostics, context.budget),
        bounds_(cursor_, pool, context.is_proposition, [this](Span span, std::string message, std::string hint) {
          error(span, std::move(message), std::move(hint));
        }) {}

  std::optional<Formula> parse();
  std::vector<NameUse> take_names() { return std::move(names_); }
  const std::vector<ParameterUse>& parameters() const { return bounds_.parameters(); }

 private:
  enum class Next { Operand, Operator };

  Next operand();
  Next word_operand();
  Next angle_operand();
  Next coalition_of_agents();
  Next after_operand();
  Next word_after_operand();
  Next prefix(Op op);
  Next binary(Op op);
  Head with_bound(Head head);
  Next count();
  Next equal_bound();
  bool is_iteration_sign() const;
  Next path_expression_sign(Op op);
  Next call(Op op);
  Next member();
  Next misplaced_path_operator(Op op);
  Next unexpected_in_operand_position();
  Next unexpected_after_operand();
  Next close(TokenKind kind);
  void close_everything();

  Symbol use(NameKind kind, const Token& token, Symbol owner = {});
  void error(Span span, std::string message, std::string hint = {});
  std::string found(const Token& token) const;
  bool is_plain() const { return mode_ == Mode::Plain; }
  bool is_group(const Token& token) const;
  std::optional<Symbol> listed_group();
  Next coalition(Symbol group, Span whole);

  TokenCursor cursor_;
  const Introduction& introduction_;
  Mode mode_;
  const ParseContext& context_;
  FormulaPool& pool_;
  Pace pace_;
  FormulaBuilder builder_;
  BoundReader bounds_;
  std::vector<NameUse> names_;
  bool quiet_ = false;  // an error was reported and nothing has been accepted since
};

std::optional<Formula> Parser::parse() {
  Next next = Next::Operand;
  while (cursor_.peek().kind != TokenKind::End || next == Next::Operand) {
    next = next == Next::Operand ? operand() : after_operand();
  }
  close_everything();
  return builder_.finish();
}

Symbol Parser::use(NameKind kind, const Token& token, Symbol owner) {
  pace_.step(1, [&] { return growth_bytes(names_); });
  Symbol name = pool_.intern(cursor_.text(token));
  names_.push_back({kind, name, token.span, owner, {}, false});
  return name;
}

void Parser::error(Span span, std::string message, std::string hint) {
  if (!quiet_) builder_.error(span, std::move(message), std::move(hint));
  quiet_ = true;
}

std::string Parser::found(const Token& token) const {
  if (token.kind == TokenKind::End) return "the end of the formula";
  return fmt::format("`{}`", cursor_.text(token));
}

bool Parser::is_group(const Token& token) const {
  std::string_view name = cursor_.text(token);
  return context_.is_group && context_.is_group(name) &&
         (is_plain() || !context_.is_proposition || !context_.is_proposition(name));
}

Parser::Next Parser::prefix(Op op) {
  Head head{op, {}, {}, cursor_.peek().span};
  cursor_.advance();
  quiet_ = false;
  builder_.prefix(with_bound(head));
  return Next::Operand;
}

// The head of an operator, behind which the cursor stands, with its bound if there is one.
Head Parser::with_bound(Head head) {
  std::optional<Op> bounded = bounded_form(head.op);
  if (!bounded || !bounds_.at_bound()) return head;
  if (std::optional<Interval> interval = bounds_.bound(head.op)) {
    head.op = *bounded;
    head.interval = *interval;
  }
  head.span = cover(head.span, bounds_.span());
  return head;
}

Parser::Next Parser::binary(Op op) {
  Head head{op, {}, {}, cursor_.peek().span};
  cursor_.advance();
  quiet_ = false;
  builder_.binary(with_bound(head));
  return Next::Operand;
}

Parser::Next Parser::operand() {
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
      return angle_operand();
    case TokenKind::OpenSquare:
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

Parser::Next Parser::word_operand() {
  Token token = cursor_.peek();
  if (cursor_.peek(1).kind == TokenKind::Dot) return member();
  if (!token.op) {
    std::optional<Op> op = find_operator(cursor_.text(token), Spelling::ByPlace);
    bool called = op && operator_of(*op).notation == Notation::Call && cursor_.peek(1).kind == TokenKind::OpenParen;
    if (called) return call(*op);
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

// X, F or G in a plain formula.
Parser::Next Parser::misplaced_path_operator(Op op) {
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

// Agent.GreenStates, Agent.RedStates.
Parser::Next Parser::member() {
  Token agent = cursor_.peek();
  Token color = cursor_.peek(2);
  Span whole = cover(agent.span, cursor_.peek(1).span);
  if (std::optional<Op> op = find_operator(cursor_.text(color), Notation::Member)) {
    whole = cover(whole, color.span);
    builder_.operand(pool_.make(*op, use(operator_of(*op).name, agent)), whole);
    cursor_.advance(3);
    quiet_ = false;
    return Next::Operator;
  }
  bool word = color.kind == TokenKind::Word;
  error(word ? color.span : whole,
        fmt::format("expected GreenStates or RedStates after `{}.`, found {}", cursor_.text(agent), found(color)),
        cursor_.text(color) == "Action"
            ? "states do not remember actions; let a variable record the action, and a proposition tell its value"
            : "a formula about a variable needs a proposition of the Evaluation section");
  cursor_.advance(word ? 3 : 2);
  // The rest of a comparison.
  const std::string_view sign = cursor_.text(cursor_.peek());
  if (word && (sign == "=" || sign == "==" || sign == "!=")) cursor_.advance(2);
  builder_.missing_operand(whole);
  return Next::Operator;
}

// A group that is listed in place, `{a, b}`. None if it is not written like that, which has been reported then.
std::optional<Symbol> Parser::listed_group() {
  Span whole = cursor_.peek().span;
  std::vector<Symbol> members;
  std::string text = "{";
  cursor_.advance();
  while (cursor_.peek().kind != TokenKind::CloseBrace) {
    const Token member = cursor_.peek();
    if (member.kind != TokenKind::Word) {
      error(member.span, fmt::format("expected the name of an agent, found {}", found(member)),
            "a group is listed as `{a, b}`");
      return std::nullopt;
    }
    const Symbol agent = use(NameKind::Agent, member);
    if (std::find(members.begin(), members.end(), agent) == members.end()) {
      text += fmt::format("{}{}", members.empty() ? "" : ", ", cursor_.text(member));
      members.push_back(agent);
    }
    cursor_.advance();
    if (cursor_.peek().kind == TokenKind::Comma && cursor_.peek(1).kind == TokenKind::Word) {
      cursor_.advance();
    } else if (cursor_.peek().kind != TokenKind::CloseBrace) {
      error(cursor_.peek().span, fmt::format("expected `,` or `}}`, found {}", found(cursor_.peek())),
            "a group is listed as `{a, b}`");
      return std::nullopt;
    }
  }
  whole = cover(whole, cursor_.peek().span);
  cursor_.advance();
  const Symbol group = pool_.intern(text + "}");
  names_.push_back({NameKind::Group, group, whole, {}, std::move(members), true});
  return group;
}

// What a coalition can enforce, behind its `>`.
Parser::Next Parser::coalition(Symbol group, Span whole) {
  const Token sign = cursor_.peek();
  Head head{Op::CanU, group, {}, cover(whole, sign.span)};
  if (std::optional<Op> can = find_operator(cursor_.text(sign), Notation::Group)) {
    cursor_.advance();
    head.op = *can;
    builder_.prefix(with_bound(head));
  } else if (sign.kind == TokenKind::OpenParen) {
    cursor_.advance();
    builder_.open(Bracket::Coalition, head);
  } else {
    error(sign.span,
          fmt::format("expected X, F, G or (f U g) behind `<{}>`, found {}", pool_.text(group), found(sign)));
  }
  return Next::Operand;
}

// `<<a>>F f` and `<a,b>F f`, which other tools have. Read as if a group stood there.
Parser::Next Parser::coalition_of_agents() {
  Span whole = cursor_.peek().span;
  std::string members;
  auto skip = [&](auto&& belongs) {
    while (belongs(cursor_.peek())) {
      whole = cover(whole, cursor_.peek().span);
      if (cursor_.peek().kind == TokenKind::Word) members += (members.empty() ? "" : ", ") + found(cursor_.peek());
      cursor_.advance();
    }
  };
  skip([](const Token& t) { return t.kind == TokenKind::OpenAngle; });
  skip([](const Token& t) { return (t.kind == TokenKind::Word && !t.op) || t.kind == TokenKind::Comma; });
  skip([](const Token& t) { return t.kind == TokenKind::CloseAngle; });
  std::erase(members, '`');
  error(whole, "a coalition is a group in single angle brackets: its name, or a list in braces",
        members.empty() ? "groups are declared in Groups" : fmt::format("write `<{{{}}}>`", members));
  return coalition(pool_.intern(members), whole);
}

// <g>X f, <g>F f, <g>G f, <g>(f U h), or <rho>f.
Parser::Next Parser::angle_operand() {
  Token angle = cursor_.peek();
  Token name = cursor_.peek(1);
  if (name.kind == TokenKind::OpenBrace) {
    cursor_.advance();
    const std::optional<Symbol> group = listed_group();
    if (group && cursor_.peek().kind == TokenKind::CloseAngle) {
      const Span whole = cover(angle.span, cursor_.peek().span);
      cursor_.advance();
      return coalition(*group, whole);
    }
    if (group)
      error(cursor_.peek().span, fmt::format("expected `>` behind the group, found {}", found(cursor_.peek())));
    return Next::Operand;
  }
  const bool listed = name.kind == TokenKind::Word && !name.op && cursor_.peek(2).kind == TokenKind::Comma;
  if (listed || (is_plain() && name.kind == TokenKind::OpenAngle)) return coalition_of_agents();
  Token sign = cursor_.peek(3);
  bool alone = name.kind == TokenKind::Word && !name.op && cursor_.peek(2).kind == TokenKind::CloseAngle;
  std::optional<Op> can = find_operator(cursor_.text(sign), Notation::Group);
  bool strategic = can || sign.kind == TokenKind::OpenParen;
  bool group = alone && is_group(name);
  if (alone && strategic && (group || is_plain())) {
    Head head{Op::CanU, use(NameKind::Group, name), {}, cover(angle.span, sign.span)};
    cursor_.advance(4);
    quiet_ = false;
    if (can) {
      head.op = *can;
      builder_.prefix(with_bound(head));
    } else {
      builder_.open(Bracket::Coalition, head);
    }
    return Next::Operand;
  }
  if (group) {
    error(cover(angle.span, cursor_.peek(2).span),
          fmt::format("`<{0}>` must be followed by X, F, G or (f U g), because `{0}` is a group", cursor_.text(name)));
  } else if (is_plain()) {
    error(angle.span, "`<rho>f` is a path formula", "write LDL or CDL* in front of the formula");
  }
  builder_.open(Bracket::Angle, {Op::Diamond, {}, {}, angle.span});
  cursor_.advance();
  return Next::Operand;
}

std::string_view name_of(NameKind kind) {
  switch (kind) {
    case NameKind::None:
      return "";
    case NameKind::Proposition:
      return "proposition";
    case NameKind::Agent:
      return "agent";
    case NameKind::Group:
      return "group";
    case NameKind::Observation:
      return "observation";
  }
  return "";
}

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

std::string indefinite(NameKind kind) {
  bool vowel = kind == NameKind::Agent || kind == NameKind::Observation;
  return fmt::format("{} {}", vowel ? "an" : "a", name_of(kind));
}

// K(agent, f), GK(group, f), ..., Delta(agent, observation, f).
Parser::Next Parser::call(Op op) {
  const Operator& known = operator_of(op);
  Token operator_token = cursor_.peek();
  std::string usage = fmt::format("{}({}, {}{}formula)", known.word, name_of(known.name), name_of(known.name2),
                                  known.name2 == NameKind::None ? "" : ", ");
  Head head{op, {}, {}, operator_token.span};
  cursor_.advance();
  auto fail = [&](std::string_view expected) {
    error(cursor_.peek().span, fmt::format("expected {}, found {}", expected, found(cursor_.peek())),
          fmt::format("the operator is written `{}`", usage));
  };
  auto sign = [&](TokenKind kind, std::string_view expected) {
    if (cursor_.peek().kind != kind) return fail(expected), false;
    cursor_.advance();
    return true;
  };
  // A name with the comma behind it.
  auto name = [&](NameKind kind, Symbol& symbol, Symbol owner) {
    if (kind == NameKind::Group && cursor_.peek().kind == TokenKind::OpenBrace) {
      const std::optional<Symbol> listed = listed_group();
      if (!listed) return false;
      symbol = *listed;
      return sign(TokenKind::Comma, "`,`");
    }
    if (cursor_.peek().kind != TokenKind::Word) return fail("the name of " + indefinite(kind)), false;
    symbol = use(kind, cursor_.peek(), owner);
    cursor_.advance();
    return sign(TokenKind::Comma, "`,`");
  };
  bool opened = cursor_.peek().kind == TokenKind::OpenParen;
  bool good = sign(TokenKind::OpenParen, fmt::format("`(` after {}", known.word)) && name(known.name, head.name, {}) &&
              (known.name2 == NameKind::None || name(known.name2, head.name2, head.name));
  if (good) {
    quiet_ = false;
    if (known.family == Family::Observation && introduction_.knowledge_given &&
        introduction_.knowledge != KnowledgeSemantics::Recall) {
      error(operator_token.span, fmt::format("{} needs knowledge with memory", known.word),
            "write @recall in front of the formula");
    }
    builder_.open(Bracket::Call, head);
    return Next::Operand;
  }
  // Read the rest of the argument as if in parentheses: what is wrong in it is still reported.
  if (!opened) return Next::Operand;
  builder_.open(Bracket::BrokenCall, head);
  if (cursor_.peek().kind != TokenKind::CloseParen) return Next::Operand;
  builder_.missing_operand(operator_token.span);
  return Next::Operator;
}

Parser::Next Parser::unexpected_in_operand_position() {
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

Parser::Next Parser::after_operand() {
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

Parser::Next Parser::word_after_operand() {
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
bool Parser::is_iteration_sign() const {
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
Parser::Next Parser::count() {
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

// <rho>=n, where the sign was read as `>=`.
Parser::Next Parser::equal_bound() {
  const Span sign = cursor_.peek().span;
  error(sign, "a bound is not written with `=`", "exactly n steps are written `<rho>[n]`, at least n steps `<rho>>=n`");
  builder_.close(sign);
  cursor_.advance();
  if (cursor_.peek().kind == TokenKind::Number) cursor_.advance();
  return Next::Operand;
}

Parser::Next Parser::path_expression_sign(Op op) {
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

// Two operands side by side, or a sign of another language. Goes on as if an operator stood there.
Parser::Next Parser::unexpected_after_operand() {
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

Parser::Next Parser::close(TokenKind kind) {
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

void Parser::close_everything() {
  while (builder_.innermost() != Bracket::Root) {
    error(builder_.innermost_span(), "this bracket is never closed");
    bool modal = builder_.innermost() == Bracket::Angle || builder_.innermost() == Bracket::Square;
    builder_.close(cursor_.peek().span);
    if (modal) builder_.missing_operand(cursor_.peek().span);
  }
}

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
  Parser parser(source, cursor, introduction, context, pool, diagnostics);
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
