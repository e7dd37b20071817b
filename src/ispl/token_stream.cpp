#include "ispl/token_stream.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "logic/foreign.h"
#include "logic/operators.h"

namespace gnomon::ispl {

namespace {

// A formula whose brackets do not match is read twice; after this many the first semicolon is taken at once.
constexpr int kMaxUnmatchedBrackets = 8;
constexpr std::size_t kMaxShown = 40;

std::string_view kind_text(TokenKind kind) {
  switch (kind) {
    case TokenKind::End:
      return "the end of the text";
    case TokenKind::Word:
      return "a name";
    case TokenKind::Number:
      return "a number";
    case TokenKind::LeftBrace:
      return "`{`";
    case TokenKind::RightBrace:
      return "`}`";
    case TokenKind::LeftParen:
      return "`(`";
    case TokenKind::RightParen:
      return "`)`";
    case TokenKind::LeftBracket:
      return "`[`";
    case TokenKind::RightBracket:
      return "`]`";
    case TokenKind::Semicolon:
      return "`;`";
    case TokenKind::Colon:
      return "`:`";
    case TokenKind::Comma:
      return "`,`";
    case TokenKind::Dot:
      return "`.`";
    case TokenKind::DotDot:
      return "`..`";
    case TokenKind::Equal:
      return "`=`";
    case TokenKind::NotEqual:
      return "`<>`";
    case TokenKind::Less:
      return "`<`";
    case TokenKind::LessEqual:
      return "`<=`";
    case TokenKind::Greater:
      return "`>`";
    case TokenKind::GreaterEqual:
      return "`>=`";
    case TokenKind::Plus:
      return "`+`";
    case TokenKind::Minus:
      return "`-`";
    case TokenKind::Star:
      return "`*`";
    case TokenKind::Slash:
      return "`/`";
    case TokenKind::Bang:
      return "`!`";
    case TokenKind::Tilde:
      return "`~`";
    case TokenKind::Ampersand:
      return "`&`";
    case TokenKind::Pipe:
      return "`|`";
    case TokenKind::Caret:
      return "`^`";
    case TokenKind::Arrow:
      return "`->`";
    case TokenKind::Iff:
      return "`<->`";
    case TokenKind::Question:
      return "`?`";
    case TokenKind::At:
      return "`@`";
    case TokenKind::EqualEqual:
      return "`==`";
    case TokenKind::DoubleAmpersand:
      return "`&&`";
    case TokenKind::DoublePipe:
      return "`||`";
    case TokenKind::Bad:
      return "an unknown character";
  }
  return "";
}

bool starts_section(WordId word) {
  using enum Keyword;
  constexpr std::array<Keyword, 15> kSections = {Semantics, Agent,       Evaluation, InitStates, Groups,
                                                 Fairness,  Formulae,    Vars,       Obsvars,    Lobsvars,
                                                 RedStates, GreenStates, Actions,    Protocol,   Evolution};
  return word.index() <= static_cast<std::size_t>(kSections.back()) &&
         std::find(kSections.begin(), kSections.end(), static_cast<Keyword>(word.value)) != kSections.end();
}

}  // namespace

TokenStream::TokenStream(const Source& source, Words& words, Diagnostics& diagnostics, const Budget* budget)
    : TokenStream(source, {0, static_cast<std::uint32_t>(source.text().size())}, words, diagnostics, budget) {}

TokenStream::TokenStream(const Source& source, Span span, Words& words, Diagnostics& diagnostics, const Budget* budget)
    : source_(source),
      words_(words),
      diagnostics_(diagnostics),
      lexer_(source.text().substr(0, span.end), words),
      pace_(budget) {
  lexer_.seek(span.begin);
  current_ = read();
}

const Token& TokenStream::peek(std::size_t ahead) {
  while (ahead_.size() < ahead) {
    const Token& last = ahead_.empty() ? current_ : ahead_.back();
    if (last.kind == TokenKind::End) return last;
    ahead_.push_back(read());
  }
  return ahead == 0 ? current_ : ahead_[ahead - 1];
}

Token TokenStream::read() {
  while (true) {
    pace_.step(1, [&] { return words_.growth_bytes(Pace::kInterval); });
    Token token = lexer_.next();
    if (diagnostics_.full()) {
      auto end = static_cast<std::uint32_t>(source_.text().size());
      return {TokenKind::End, {end, end}, {}};
    }
    if (reading_formulas_) return token;
    if (token.kind == TokenKind::Bad) {
      auto byte = static_cast<unsigned char>(source_.text()[token.span.begin]);
      bool shown = byte >= 0x20 && byte < 0x7f;
      const logic::ForeignSign foreign = logic::foreign_sign(source_.text(token.span));
      diagnostics_.error(token.span,
                         !foreign.sign.empty() ? fmt::format("unexpected character `{}`", foreign.sign)
                         : shown               ? fmt::format("unexpected character `{}`", static_cast<char>(byte))
                                               : fmt::format("unexpected byte 0x{:02x}", byte),
                         foreign.sign.empty() && byte >= 0x80 ? "names consist of the letters a to z, digits and `_`"
                                                              : std::string(foreign.hint));
      continue;
    }
    if (token.kind == TokenKind::Word && source_.text()[token.span.begin] == '_') {
      diagnostics_.error(token.span, "a name begins with a letter");
    }
    return token;
  }
}

void TokenStream::advance() {
  previous_ = current_.span;
  if (at_end()) return;
  if (ahead_.empty()) {
    current_ = read();
  } else {
    current_ = ahead_.front();
    ahead_.pop_front();
  }
}

bool TokenStream::accept(TokenKind kind) {
  if (!at(kind)) return false;
  advance();
  return true;
}

bool TokenStream::accept(Keyword keyword) {
  if (!at(keyword)) return false;
  advance();
  return true;
}

bool TokenStream::expect(TokenKind kind, std::string_view where, std::string hint) {
  if (accept(kind)) return true;
  unexpected(fmt::format("{} {}", kind_text(kind), where), std::move(hint));
  return false;
}

bool TokenStream::expect_keyword(Keyword keyword, std::string_view where, std::string hint) {
  if (accept(keyword)) return true;
  unexpected(fmt::format("`{}` {}", keyword_text(keyword), where), std::move(hint));
  return false;
}

void TokenStream::expect_semicolon(std::string_view where) {
  if (accept(TokenKind::Semicolon)) return;
  bool next_line = at_end() || line_of(current_.span) != line_of(previous_);
  if (!next_line) {
    unexpected(fmt::format("`;` {}", where));
    skip_item();
  } else if (!failed_here()) {
    error({previous_.end, previous_.end}, fmt::format("expected `;` {}", where));
    last_error_ = current_.span.begin;
  }
}

bool TokenStream::expect_name(std::string_view what, syntax::Name& name) {
  if (at_name()) {
    name = {current_.word, current_.span};
    advance();
    return true;
  }
  bool reserved = at(TokenKind::Word);
  unexpected(fmt::format("the name of {}", what), reserved ? "this word is reserved; choose another name" : "");
  return false;
}

bool TokenStream::number_value(std::int64_t& value) {
  std::string_view digits = text(current_);
  auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (status == std::errc{}) return true;
  error(current_.span, "integer too large", "integers have at most 63 bits");
  return false;
}

bool TokenStream::expect_integer(std::int64_t& value) {
  bool negative = accept(TokenKind::Minus);
  if (!at(TokenKind::Number)) {
    unexpected("an integer");
    return false;
  }
  if (!number_value(value)) return false;
  if (negative) value = -value;
  advance();
  return true;
}

void TokenStream::error(Span span, std::string message, std::string hint) {
  diagnostics_.error(span, std::move(message), std::move(hint));
}

void TokenStream::unexpected(std::string_view expected, std::string hint) {
  if (failed_here()) return;
  last_error_ = current_.span.begin;
  std::string found;
  if (at(TokenKind::Word) || at(TokenKind::Number)) {
    std::string_view shown = text(current_);
    found = shown.size() <= kMaxShown ? fmt::format("`{}`", shown) : fmt::format("`{}…`", shown.substr(0, kMaxShown));
  } else {
    found = kind_text(current_.kind);
  }
  if (hint.empty() && at_foreign_comment()) hint = logic::foreign_sign("//").hint;
  Span span = current_.span;
  if (at(TokenKind::Colon) && source_.text().substr(span.end).starts_with('=')) {
    hint = "write `=`";
    found = "`:=`";
    ++span.end;
  }
  error(span, fmt::format("expected {}, found {}", expected, found), std::move(hint));
}

// At `//` or `/*`, or behind the first sign of it.
bool TokenStream::at_foreign_comment() const {
  auto sign_at = [&](std::size_t place) { return place < source_.text().size() ? source_.text()[place] : ' '; };
  if (!at(TokenKind::Slash) && !at(TokenKind::Star)) return false;
  const bool begins = at(TokenKind::Slash) && (sign_at(current_.span.end) == '/' || sign_at(current_.span.end) == '*');
  return begins || (current_.span.begin > 0 && sign_at(current_.span.begin - 1) == '/');
}

bool TokenStream::at_section_start() const {
  return at(TokenKind::Word) && starts_section(current_.word);
}

void TokenStream::skip_item() {
  while (!at_end() && !at(Keyword::End) && !at(Keyword::Other) && !at_section_start()) {
    if (accept(TokenKind::Semicolon)) return;
    advance();
  }
}

void TokenStream::skip_to_section() {
  while (!at_end() && !at(Keyword::End) && !at_section_start()) advance();
}

// `forall (`, `exists (`, or the parenthesis of a definition's arguments; those of K, Delta and the like are not meant.
bool TokenStream::at_argument_list() {
  if (!at(TokenKind::Word) || !followed_by(TokenKind::LeftParen)) return false;
  std::string_view word = text(current_);
  return !logic::find_operator(word, logic::Spelling::Reserved) &&
         !logic::find_operator(word, logic::Spelling::ByPlace);
}

// `expect` behind something that can end a formula and before something that can begin a condition.
bool TokenStream::at_expectation() {
  if (!at(Keyword::Expect)) return false;
  std::string_view before = source_.text(previous_);
  char last = before.empty() ? '(' : before.back();
  bool word =
      (last >= '0' && last <= '9') || (last >= 'a' && last <= 'z') || (last >= 'A' && last <= 'Z') || last == '_';
  std::optional<logic::Op> op = word ? logic::find_operator(before, logic::Spelling::Reserved) : std::nullopt;
  bool ends = word ? !op || logic::operator_of(*op).notation == logic::Notation::Constant : last == ')' || last == ']';
  const Token& next = following();
  bool starts = next.kind == TokenKind::Number || next.kind == TokenKind::LeftParen || next.kind == TokenKind::Bang ||
                next.kind == TokenKind::Minus ||
                (next.kind == TokenKind::Word && !is(next, Keyword::And) && !is(next, Keyword::Or) &&
                 !is(next, Keyword::End) && text(next) != "U");
  return ends && starts;
}

TokenStream::TakenFormula TokenStream::take_formula() {
  TakenFormula taken;
  taken.span = {current_.span.begin, current_.span.begin};
  int open = 0;
  int arguments = 0;  // parentheses open since the first of an argument list
  Token first_semicolon;
  Span before_first_semicolon;
  bool first = true;
  while (true) {
    if (at_end() || at(Keyword::End)) {
      if ((open > 0 || arguments > 0) && first_semicolon.kind == TokenKind::Semicolon) {
        ++unmatched_brackets_;
        current_ = first_semicolon;
        previous_ = before_first_semicolon;
        ahead_.clear();
        lexer_.seek(current_.span.end);
      }
      break;
    }
    if (!first && open == 0 && arguments == 0 && at_expectation()) {
      taken.expect = true;
      break;
    }
    first = false;
    if (arguments == 0 && at_argument_list()) {
      taken.parametric = taken.parametric || at(Keyword::Forall) || at(Keyword::Exists);
      advance();
      arguments = 1;
    } else if (arguments > 0) {
      if (at(TokenKind::LeftParen)) ++arguments;
      if (at(TokenKind::RightParen)) --arguments;
    } else {
      if (at(TokenKind::Less) || at(TokenKind::LeftBracket)) ++open;
      if ((at(TokenKind::Greater) || at(TokenKind::RightBracket)) && open > 0) --open;
    }
    if (at(TokenKind::Semicolon)) {
      if ((open == 0 && arguments == 0) || unmatched_brackets_ >= kMaxUnmatchedBrackets) break;
      if (first_semicolon.kind != TokenKind::Semicolon) {
        first_semicolon = current_;
        before_first_semicolon = previous_;
      }
    }
    advance();
  }
  if (previous_.end > taken.span.begin) taken.span.end = previous_.end;
  return taken;
}

}  // namespace gnomon::ispl
