// The tokens of a formula with a place to read from.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "logic/formula_lexer.h"

namespace gnomon::logic {

class TokenCursor {
 public:
  TokenCursor(const Source& source, Span span) : source_(&source), tokens_(tokenize_formula(source, span)) {}

  // The token `ahead` places further on; the End token behind the last.
  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[at_ + ahead < tokens_.size() ? at_ + ahead : tokens_.size() - 1];
  }
  void advance(std::size_t count = 1) { at_ += count; }
  std::string_view text(const Token& token) const { return source_->text(token.span); }
  // The text of the token before the next; empty at the start.
  std::string_view previous() const { return at_ == 0 ? std::string_view{} : text(tokens_[at_ - 1]); }

 private:
  const Source* source_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

}  // namespace gnomon::logic
