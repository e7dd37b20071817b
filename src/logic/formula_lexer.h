// The words and signs of formulas. Any bytes are accepted: what is no token becomes a `Foreign` token, and the parser
// says what is wrong with it. Comments (`--` to the end of the line) and white space vanish.
//
// Keywords are those that MCMAS reserves in formulas. The operators added since (W, R, Delta and the prefixes LTL, LDL,
// ...) are plain words here; the parser recognises them by their position, so that they stay usable as names.
#pragma once

#include <cstdint>
#include <vector>

#include "base/source.h"

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

enum class Keyword : std::uint8_t {
  None,
  True,
  False,
  And,
  Or,
  A,
  E,
  U,
  X,
  F,
  G,
  AX,
  AF,
  AG,
  EX,
  EF,
  EG,
  K,
  GK,
  GCK,
  DK,
  O,
};

struct Token {
  TokenKind kind = TokenKind::End;
  Keyword keyword = Keyword::None;  // of a word
  Span span;
};

// The tokens of source.text(span), closed by an empty End token just behind the last one.
std::vector<Token> tokenize_formula(const Source& source, Span span);

}  // namespace gnomon::logic
