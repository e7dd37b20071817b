// The tokens of a formula with a place to read from and a few tokens of lookahead.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "base/assert.h"
#include "base/source.h"
#include "logic/formula_lexer.h"

namespace gnomon::logic {

class TokenCursor {
 public:
  TokenCursor(const Source& source, Span span) : source_(&source), lexer_(source, span) {
    for (Token& token : ahead_) token = lexer_.next();
  }

  // The token `ahead` places further on; the End token behind the last.
  const Token& peek(std::size_t ahead = 0) const {
    GNOMON_ASSERT(ahead < ahead_.size(), "the parser looks at most three tokens ahead");
    return ahead_[(first_ + ahead) % ahead_.size()];
  }
  void advance(std::size_t count = 1) {
    for (; count > 0; --count) {
      if (peek().kind != TokenKind::End) previous_ = peek().span;
      ahead_[first_] = lexer_.next();
      first_ = (first_ + 1) % ahead_.size();
    }
  }
  std::string_view text(const Token& token) const { return source_->text(token.span); }
  // The text of the token before the next; empty at the start.
  std::string_view previous() const { return source_->text(previous_); }

 private:
  const Source* source_;
  FormulaLexer lexer_;
  std::array<Token, 4> ahead_;
  std::size_t first_ = 0;  // in ahead_
  Span previous_;
};

}  // namespace gnomon::logic
