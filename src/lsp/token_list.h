// All words, signs and comments of a text, in order, with the brackets that belong together. What analyses of a
// half-typed text start from: unlike a syntax tree, it is there whatever the text looks like.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "ispl/lexer.h"

namespace gnomon::lsp {

class TokenList {
 public:
  explicit TokenList(std::string_view text);

  // The last token is the end of the text; asking for one behind it gives it again.
  const ispl::Token& operator[](std::size_t i) const { return i < tokens_.size() ? tokens_[i] : tokens_.back(); }
  std::size_t size() const { return tokens_.size() - 1; }  // without the end
  const std::vector<Span>& comments() const { return comments_; }

  std::string_view text(std::size_t i) const { return slice((*this)[i].span); }
  std::string_view slice(Span span) const { return text_.substr(span.begin, span.end - span.begin); }
  bool is(std::size_t i, ispl::TokenKind kind) const { return (*this)[i].kind == kind; }
  bool is(std::size_t i, ispl::Keyword keyword) const {
    return is(i, ispl::TokenKind::Word) && ispl::is_keyword((*this)[i].word, keyword);
  }
  bool is_name(std::size_t i) const { return is(i, ispl::TokenKind::Word) && !ispl::is_reserved((*this)[i].word); }
  // The bracket that belongs to the one at i; kNone if there is none.
  static constexpr std::size_t kNone = ~std::size_t{0};
  std::size_t partner(std::size_t i) const { return i < partners_.size() ? partners_[i] : kNone; }
  // The number of the first token that begins at or behind this place.
  std::size_t first_from(std::uint32_t offset) const;

 private:
  void find_comments();
  void match_brackets();

  std::string_view text_;
  ispl::Words words_;
  std::vector<ispl::Token> tokens_;
  std::vector<Span> comments_;
  std::vector<std::size_t> partners_;
};

}  // namespace gnomon::lsp
