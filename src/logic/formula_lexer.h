// The words and signs of formulas. Any bytes are accepted: what is no token becomes a `Foreign` token, and the parser
// says what is wrong with it. Comments (`--` to the end of the line) and white space vanish.
//
// The reserved words are those of operators.h. The operators added since MCMAS (W, R, Delta) and the prefixes LTL, LDL,
// ... are plain words here; the parser recognises them by their position, so that they stay usable as names.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

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
  Foreign,    // anything else
  End,
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::optional<Op> op;  // of a reserved word
  Span span;
};

// The tokens of source.text(span), closed by an empty End token just behind the last one.
std::vector<Token> tokenize_formula(const Source& source, Span span);

}  // namespace gnomon::logic
