// The tokens of a formula with a place to read from and a few tokens of lookahead.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/assert.h"
#include "base/source.h"
#include "logic/formula_lexer.h"

namespace gnomon::logic {

class TokenCursor {
 public:
  TokenCursor(const Source& source, Span span) : lexer_(std::in_place, source, span) {
    for (Token& token : ahead_) token = next();
  }
  // Tokens from elsewhere; the last one is End.
  explicit TokenCursor(const std::vector<Token>& tokens) : tokens_(&tokens) {
    for (Token& token : ahead_) token = next();
  }

  // The token `ahead` places further on; the End token behind the last.
  const Token& peek(std::size_t ahead = 0) const {
    GNOMON_ASSERT(ahead < ahead_.size(), "the parser looks at most three tokens ahead");
    return ahead_[(first_ + ahead) % ahead_.size()];
  }
  void advance(std::size_t count = 1) {
    for (; count > 0; --count) {
      if (peek().kind != TokenKind::End) previous_ = peek().text;
      ahead_[first_] = next();
      first_ = (first_ + 1) % ahead_.size();
    }
  }
  static std::string_view text(const Token& token) { return token.text; }
  // The text of the token before the next; empty at the start.
  std::string_view previous() const { return previous_; }

 private:
  Token next() {
    if (lexer_) return lexer_->next();
    const Token& token = (*tokens_)[read_];
    if (token.kind != TokenKind::End) ++read_;
    return token;
  }

  std::optional<FormulaLexer> lexer_;
  const std::vector<Token>* tokens_ = nullptr;
  std::size_t read_ = 0;  // in tokens_
  std::array<Token, 4> ahead_;
  std::size_t first_ = 0;  // in ahead_
  std::string_view previous_;
};

}  // namespace gnomon::logic
