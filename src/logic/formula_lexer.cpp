#include "logic/formula_lexer.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace gnomon::logic {

namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_name_character(char c) {
  return is_letter(c) || is_digit(c) || c == '_';
}

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

TokenKind sign(char c) {
  switch (c) {
    case '(':
      return TokenKind::OpenParen;
    case ')':
      return TokenKind::CloseParen;
    case '<':
      return TokenKind::OpenAngle;
    case '>':
      return TokenKind::CloseAngle;
    case '[':
      return TokenKind::OpenSquare;
    case ']':
      return TokenKind::CloseSquare;
    case ',':
      return TokenKind::Comma;
    case '.':
      return TokenKind::Dot;
    case '!':
      return TokenKind::Not;
    case '+':
      return TokenKind::Plus;
    case ';':
      return TokenKind::Semicolon;
    case '*':
      return TokenKind::Star;
    case '?':
      return TokenKind::Question;
    case '@':
      return TokenKind::At;
    case '{':
      return TokenKind::OpenBrace;
    case '}':
      return TokenKind::CloseBrace;
    default:
      return TokenKind::Foreign;
  }
}

std::optional<Op> reserved_word(std::string_view word) {
  constexpr std::size_t kLongest = 5;
  static_assert(std::all_of(kOperators.begin(), kOperators.end(), [](const Operator& known) {
    return known.spelling != Spelling::Reserved || known.word.size() <= kLongest;
  }));
  return word.size() <= kLongest ? find_operator(word, Spelling::Reserved) : std::nullopt;
}

// The length of the token or run of foreign bytes at the start of a text that is neither empty nor white space nor a
// comment.
std::pair<TokenKind, std::size_t> next_token(std::string_view text) {
  auto run = [&](auto&& belongs) {
    std::size_t length = 1;
    while (length < text.size() && belongs(text[length])) ++length;
    return length;
  };
  if (is_letter(text[0])) return {TokenKind::Word, run(is_name_character)};
  if (is_digit(text[0]) || text[0] == '_') {
    const std::size_t length = run(is_name_character);
    const std::string_view word = text.substr(0, length);
    return {std::all_of(word.begin(), word.end(), is_digit) ? TokenKind::Number : TokenKind::Foreign, length};
  }
  if (text.starts_with("<->")) return {TokenKind::Iff, 3};
  if (text.starts_with("<=")) return {TokenKind::LessEqual, 2};
  if (text.starts_with(">=")) return {TokenKind::GreaterEqual, 2};
  if (text.starts_with("->")) return {TokenKind::Implies, 2};
  if (text.starts_with("=>")) return {TokenKind::Foreign, 2};
  if (text.starts_with("!=")) return {TokenKind::Foreign, 2};
  if (TokenKind kind = sign(text[0]); kind != TokenKind::Foreign) return {kind, 1};
  return {TokenKind::Foreign, run([](char c) {
            return !is_name_character(c) && !is_space(c) && c != '-' && c != '=' && sign(c) == TokenKind::Foreign;
          })};
}

}  // namespace

Token FormulaLexer::next() {
  while (at_ < text_.size()) {
    if (is_space(text_[at_])) {
      ++at_;
    } else if (text_.substr(at_).starts_with("--")) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else {
      auto [kind, length] = next_token(text_.substr(at_));
      auto begin = static_cast<std::uint32_t>(begin_ + at_);
      end_ = begin + static_cast<std::uint32_t>(length);
      std::optional<Op> op = kind == TokenKind::Word ? reserved_word(text_.substr(at_, length)) : std::nullopt;
      std::string_view text = text_.substr(at_, length);
      at_ += length;
      return {kind, op, {begin, end_}, text};
    }
  }
  return {TokenKind::End, std::nullopt, {end_, end_}, {}};
}

}  // namespace gnomon::logic
