#include "ispl/lexer.h"

#include <array>
#include <functional>

#include "base/pace.h"

namespace gnomon::ispl {

namespace {

constexpr std::array<std::string_view, 52> kKeywords = {"Semantics",   "MultiAssignment",
                                                        "MA",          "SingleAssignment",
                                                        "SA",          "Agent",
                                                        "Environment", "Evaluation",
                                                        "InitStates",  "Groups",
                                                        "Fairness",    "Formulae",
                                                        "Vars",        "Obsvars",
                                                        "Lobsvars",    "RedStates",
                                                        "GreenStates", "Actions",
                                                        "Protocol",    "Evolution",
                                                        "Action",      "Other",
                                                        "end",         "boolean",
                                                        "true",        "false",
                                                        "and",         "or",
                                                        "if",          "Observations",
                                                        "of",          "starts",
                                                        "with",        "Constants",
                                                        "Definitions", "for",
                                                        "forall",      "exists",
                                                        "xor",         "sum",
                                                        "count",       "min",
                                                        "max",         "abs",
                                                        "mod",         "div",
                                                        "then",        "else",
                                                        "expect",      "integer",
                                                        "agent",       "formula"};
static_assert(kKeywords.size() == static_cast<std::size_t>(Keyword::FormulaKind) + 1);

// Classes of bytes, without the locale.
bool is_letter(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(unsigned char c) {
  return c >= '0' && c <= '9';
}
bool is_word_part(unsigned char c) {
  return is_letter(c) || is_digit(c) || c == '_';
}
bool is_blank(unsigned char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
bool is_symbol(char c) {
  return std::string_view("{}()[];:,.=!<>+-*/~&|^?@").find(c) != std::string_view::npos;
}
bool is_bad(char c) {
  auto byte = static_cast<unsigned char>(c);
  return !is_word_part(byte) && !is_blank(byte) && !is_symbol(c);
}

}  // namespace

std::string_view keyword_text(Keyword keyword) {
  return kKeywords[static_cast<std::size_t>(keyword)];
}

bool is_reserved(WordId word) {
  if (word.index() >= static_cast<std::size_t>(Keyword::Observations)) return false;
  return !is_keyword(word, Keyword::MultiAssignment) && !is_keyword(word, Keyword::Ma) &&
         !is_keyword(word, Keyword::SingleAssignment) && !is_keyword(word, Keyword::Sa);
}

bool is_operator_word(WordId word) {
  return word.index() >= static_cast<std::size_t>(Keyword::For) &&
         word.index() <= static_cast<std::size_t>(Keyword::Expect);
}

Words::Words() {
  for (std::string_view keyword : kKeywords) intern(keyword);
}

WordId Words::intern_copy(std::string_view text) {
  if (std::optional<WordId> known = find(text)) return *known;
  return intern(copies_.emplace_back(text));
}

void Words::keep() {
  for (; kept_ < texts_.size(); ++kept_) texts_[kept_] = copies_.emplace_back(texts_[kept_]);
}

std::optional<WordId> Words::find(std::string_view text) const {
  std::uint32_t found =
      index_.find(std::hash<std::string_view>{}(text), [&](std::uint32_t i) { return texts_[i] == text; });
  return found == HashIndex::kAbsent ? std::nullopt : std::optional(WordId(found));
}

WordId Words::intern(std::string_view text) {
  if (std::optional<WordId> known = find(text)) return *known;
  auto hash_of = [](std::string_view word) { return std::hash<std::string_view>{}(word); };
  texts_.push_back(text);
  WordId word(texts_.size() - 1);
  index_.add(word.value, [&](std::uint32_t i) { return hash_of(texts_[i]); });
  return word;
}

std::size_t Words::growth_bytes(std::size_t more) const {
  return gnomon::growth_bytes(texts_, more) + index_.growth_bytes(more);
}

void Lexer::skip_blanks() {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";  // which some editors put at the beginning of a text
  if (at_ == 0 && text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  while (at_ < text_.size()) {
    if (is_blank(static_cast<unsigned char>(text_[at_]))) {
      ++at_;
    } else if (text_[at_] == '-' && at_ + 1 < text_.size() && text_[at_ + 1] == '-') {
      std::size_t end = text_.find('\n', at_);
      at_ = end == std::string_view::npos ? text_.size() : end;
    } else {
      return;
    }
  }
}

Token Lexer::next() {
  skip_blanks();
  auto begin = static_cast<std::uint32_t>(at_);
  if (at_ >= text_.size()) return {TokenKind::End, {begin, begin}, {}};
  auto c = static_cast<unsigned char>(text_[at_]);
  Token token;
  if (is_letter(c) || c == '_') {
    while (at_ < text_.size() && is_word_part(static_cast<unsigned char>(text_[at_]))) ++at_;
    token.kind = TokenKind::Word;
    token.word = words_.intern(text_.substr(begin, at_ - begin));
  } else if (is_digit(c)) {
    while (at_ < text_.size() && is_digit(static_cast<unsigned char>(text_[at_]))) ++at_;
    token.kind = TokenKind::Number;
  } else if (is_symbol(text_[at_])) {
    token.kind = symbol();
  } else {
    while (at_ < text_.size() && is_bad(text_[at_])) ++at_;
    token.kind = TokenKind::Bad;
  }
  token.span = {begin, static_cast<std::uint32_t>(at_)};
  return token;
}

// The longest symbol at this place.
TokenKind Lexer::symbol() {
  auto follows = [&](char c) {
    bool yes = at_ < text_.size() && text_[at_] == c;
    if (yes) ++at_;
    return yes;
  };
  switch (text_[at_++]) {
    case '{':
      return TokenKind::LeftBrace;
    case '}':
      return TokenKind::RightBrace;
    case '(':
      return TokenKind::LeftParen;
    case ')':
      return TokenKind::RightParen;
    case '[':
      return TokenKind::LeftBracket;
    case ']':
      return TokenKind::RightBracket;
    case ';':
      return TokenKind::Semicolon;
    case ':':
      return TokenKind::Colon;
    case ',':
      return TokenKind::Comma;
    case '.':
      return follows('.') ? TokenKind::DotDot : TokenKind::Dot;
    case '=':
      return follows('=') ? TokenKind::EqualEqual : TokenKind::Equal;
    case '!':
      return follows('=') ? TokenKind::NotEqual : TokenKind::Bang;
    case '<':
      if (text_.substr(at_, 2) == "->") {
        at_ += 2;
        return TokenKind::Iff;
      }
      return follows('>') ? TokenKind::NotEqual : follows('=') ? TokenKind::LessEqual : TokenKind::Less;
    case '>':
      return follows('=') ? TokenKind::GreaterEqual : TokenKind::Greater;
    case '+':
      return TokenKind::Plus;
    case '-':
      return follows('>') ? TokenKind::Arrow : TokenKind::Minus;
    case '*':
      return TokenKind::Star;
    case '/':
      return TokenKind::Slash;
    case '~':
      return TokenKind::Tilde;
    case '&':
      return follows('&') ? TokenKind::DoubleAmpersand : TokenKind::Ampersand;
    case '|':
      return follows('|') ? TokenKind::DoublePipe : TokenKind::Pipe;
    case '^':
      return TokenKind::Caret;
    case '?':
      return TokenKind::Question;
    case '@':
      return TokenKind::At;
  }
  return TokenKind::Bad;
}

}  // namespace gnomon::ispl
