#include "lsp/token_list.h"

#include <algorithm>
#include <array>

namespace gnomon::lsp {

using ispl::TokenKind;

TokenList::TokenList(std::string_view text) : text_(text) {
  ispl::Lexer lexer(text, words_);
  do {
    tokens_.push_back(lexer.next());
  } while (tokens_.back().kind != TokenKind::End);
  find_comments();
  match_brackets();
}

// Between tokens there are blanks and comments only.
void TokenList::find_comments() {
  std::uint32_t from = 0;
  for (const ispl::Token& token : tokens_) {
    while (true) {
      std::string_view gap = slice({from, token.span.begin});
      std::size_t begin = gap.find("--");
      if (begin == std::string_view::npos) break;
      std::size_t end = std::min(gap.find('\n', begin), gap.size());
      while (end > begin && gap[end - 1] == '\r') --end;
      comments_.push_back({from + static_cast<std::uint32_t>(begin), from + static_cast<std::uint32_t>(end)});
      from = comments_.back().end;
    }
    from = token.span.end;
  }
}

// A closing bracket belongs to the innermost open one of its kind; brackets between them stay without partner. In
// expressions no bracket reaches over a semicolon; parentheses and square brackets of path expressions may.
void TokenList::match_brackets() {
  partners_.assign(tokens_.size(), kNone);
  std::vector<std::size_t> open;
  std::array<std::size_t, 3> counts{};  // of what is open, so that no search is in vain
  auto count = [&](TokenKind kind) -> std::size_t& {
    return counts[kind == TokenKind::LeftParen ? 0 : kind == TokenKind::LeftBracket ? 1 : 2];
  };
  auto pop = [&] {
    --count(tokens_[open.back()].kind);
    open.pop_back();
  };
  auto opening = [](TokenKind closing) {
    return closing == TokenKind::RightParen     ? TokenKind::LeftParen
           : closing == TokenKind::RightBracket ? TokenKind::LeftBracket
                                                : TokenKind::LeftBrace;
  };
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    switch (tokens_[i].kind) {
      case TokenKind::LeftParen:
      case TokenKind::LeftBracket:
      case TokenKind::LeftBrace:
        open.push_back(i);
        ++count(tokens_[i].kind);
        break;
      case TokenKind::RightParen:
      case TokenKind::RightBracket:
      case TokenKind::RightBrace: {
        TokenKind wanted = opening(tokens_[i].kind);
        if (count(wanted) == 0) break;
        while (tokens_[open.back()].kind != wanted) pop();
        partners_[i] = open.back();
        partners_[open.back()] = i;
        pop();
        break;
      }
      default:
        while (is(i, ispl::Keyword::End) && !open.empty()) pop();
        break;
    }
  }
}

std::size_t TokenList::first_from(std::uint32_t offset) const {
  auto found = std::lower_bound(tokens_.begin(), tokens_.end() - 1, offset,
                                [](const ispl::Token& token, std::uint32_t at) { return token.span.begin < at; });
  return static_cast<std::size_t>(found - tokens_.begin());
}

}  // namespace gnomon::lsp
