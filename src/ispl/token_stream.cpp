#include "ispl/token_stream.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <utility>

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
    : source_(source), words_(words), diagnostics_(diagnostics), lexer_(source.text(), words), pace_(budget) {
  current_ = read();
}

const Token& TokenStream::following() {
  if (!has_following_) following_ = at_end() ? current_ : read();
  has_following_ = true;
  return following_;
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
      diagnostics_.error(token.span,
                         shown ? fmt::format("unexpected character `{}`", static_cast<char>(byte))
                               : fmt::format("unexpected byte 0x{:02x}", byte),
                         byte == '#' ? "a comment begins with `--`" : "");
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
  current_ = has_following_ ? following_ : read();
  has_following_ = false;
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

bool TokenStream::expect(TokenKind kind, std::string_view where) {
  if (accept(kind)) return true;
  unexpected(fmt::format("{} {}", kind_text(kind), where));
  return false;
}

bool TokenStream::expect_keyword(Keyword keyword, std::string_view where) {
  if (accept(keyword)) return true;
  unexpected(fmt::format("`{}` {}", keyword_text(keyword), where));
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
  error(current_.span, fmt::format("expected {}, found {}", expected, found), std::move(hint));
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

Span TokenStream::take_formula() {
  Span span = {current_.span.begin, current_.span.begin};
  int open = 0;
  Token first_semicolon;
  Span before_first_semicolon;
  while (true) {
    if (at_end() || at(Keyword::End)) {
      if (open > 0 && first_semicolon.kind == TokenKind::Semicolon) {
        ++unmatched_brackets_;
        current_ = first_semicolon;
        previous_ = before_first_semicolon;
        has_following_ = false;
        lexer_.seek(current_.span.end);
      }
      break;
    }
    if (at(TokenKind::Less) || at(TokenKind::LeftBracket)) ++open;
    if ((at(TokenKind::Greater) || at(TokenKind::RightBracket)) && open > 0) --open;
    if (at(TokenKind::Semicolon)) {
      if (open == 0 || unmatched_brackets_ >= kMaxUnmatchedBrackets) break;
      if (first_semicolon.kind != TokenKind::Semicolon) {
        first_semicolon = current_;
        before_first_semicolon = previous_;
      }
    }
    advance();
  }
  if (previous_.end > span.begin) span.end = previous_.end;
  expect_semicolon("after the formula");
  return span;
}

}  // namespace gnomon::ispl
