// The words and signs of formulas. Any bytes are accepted: what is no token becomes a `Foreign` token, and the parser
// says what is wrong with it. Comments (`--` to the end of the line) and white space vanish.
//
// The reserved words are those of operators.h. The operators added since MCMAS (W, R, Delta) and the prefixes LTL, LDL,
// ... are plain words here; the parser recognises them by their position, so that they stay usable as names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/source.h"
#include "logic/operators.h"

namespace gnomon::logic {

enum class TokenKind : std::uint8_t {
  Word,
  OpenParen,
  CloseParen,
  OpenAngle,
  CloseAngle,
  OpenSquare,
  CloseSquare,
  Comma,
  Dot,
  Not,        // !
  Implies,    // ->
  Iff,        // <->
  Plus,       // +
  Semicolon,  // ;
  Star,       // *
  Question,   // ?
  At,         // @
  OpenBrace,  // {
  CloseBrace,
  LessEqual,     // <=
  GreaterEqual,  // >=
  Number,        // digits
  Foreign,       // anything else
  End,
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::optional<Op> op;  // of a reserved word
  Span span;
  std::string_view text = {};
};

// Hands out the tokens of source.text(span) one at a time, then an empty End token just behind the last one, again and
// again.
class FormulaLexer {
 public:
  FormulaLexer(const Source& source, Span span) : text_(source.text(span)), begin_(span.begin), end_(span.begin) {}
  Token next();

 private:
  std::string_view text_;
  std::uint32_t begin_;  // the place of the text
  std::uint32_t end_;    // of the last token
  std::size_t at_ = 0;   // in the text
};

}  // namespace gnomon::logic
