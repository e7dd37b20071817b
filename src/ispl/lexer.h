// The words of an ISPL text. The lexer hands out one token at a time, allocates nothing per token, and accepts any
// bytes: what is no token of the language comes out as a token of kind Bad that covers the whole run of such bytes.
//
// Words are interned: a word is a number, and the keywords have the first numbers in the order of the enum Keyword.
// No word is reserved here; the parser decides where a keyword is one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash_index.h"
#include "base/id.h"
#include "base/source.h"

namespace gnomon::ispl {

struct WordTag {};
using WordId = Id<WordTag>;

enum class Keyword : std::uint8_t {
  Semantics,
  MultiAssignment,
  Ma,
  SingleAssignment,
  Sa,
  Agent,
  Environment,
  Evaluation,
  InitStates,
  Groups,
  Fairness,
  Formulae,
  Vars,
  Obsvars,
  Lobsvars,
  RedStates,
  GreenStates,
  Actions,
  Protocol,
  Evolution,
  Action,
  Other,
  End,
  Boolean,
  True,
  False,
  And,
  Or,
  If,
  // Not reserved: keywords only in their places.
  Observations,
  Of,
  Starts,
  With,
  // Of parametric models.
  Constants,
  Definitions,
  For,
  Forall,
  Exists,
  Xor,
  Sum,
  Count,
  Min,
  Max,
  Abs,
  Mod,
  Div,
  Then,
  Else,
  Expect,
  IntegerKind,
  AgentKind,
  FormulaKind,
};
std::string_view keyword_text(Keyword keyword);
// True of the words that cannot name anything.
bool is_reserved(WordId word);
// True of the words that are operators of parametric models: they stay free as names of plain ISPL, but constants,
// definitions and indices cannot be called so.
bool is_operator_word(WordId word);

inline bool is_keyword(WordId word, Keyword keyword) {
  return word.value == static_cast<std::uint32_t>(keyword);
}

class Words {
 public:
  Words();
  WordId intern(std::string_view text);  // the text must outlive this object
  WordId intern_copy(std::string_view text);
  // Copies the texts of all words so far: what they were read from may go.
  void keep();
  std::optional<WordId> find(std::string_view text) const;
  std::string_view text(WordId word) const { return texts_[word.index()]; }
  std::size_t size() const { return texts_.size(); }
  // What has to be allocated at once in order to intern so many more words.
  std::size_t growth_bytes(std::size_t more) const;

 private:
  std::vector<std::string_view> texts_;
  std::deque<std::string> copies_;
  std::size_t kept_ = 0;  // the words before this one need no other text
  HashIndex index_;
};

enum class TokenKind : std::uint8_t {
  End,  // of the text
  Word,
  Number,
  LeftBrace,
  RightBrace,
  LeftParen,
  RightParen,
  LeftBracket,
  RightBracket,
  Semicolon,
  Colon,
  Comma,
  Dot,
  DotDot,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Plus,
  Minus,
  Star,
  Slash,
  Bang,
  Tilde,
  Ampersand,
  Pipe,
  Caret,
  Arrow,
  Iff,
  Question,
  At,
  // Spellings of other languages, so that we can say what to write instead.
  EqualEqual,
  DoubleAmpersand,
  DoublePipe,
  Bad,
};

struct Token {
  TokenKind kind = TokenKind::End;
  Span span;
  WordId word;  // of a Word
};

class Lexer {
 public:
  Lexer(std::string_view text, Words& words) : text_(text), words_(words) {}
  Token next();
  // Continues at this offset.
  void seek(std::uint32_t offset) { at_ = offset; }

 private:
  void skip_blanks();
  TokenKind symbol();

  std::string_view text_;
  Words& words_;
  std::size_t at_ = 0;
};

}  // namespace gnomon::ispl
