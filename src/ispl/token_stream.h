// The parser's view of the text: the current token, a few tokens of lookahead, errors, and ways to get back on track after
// an error. Bytes that are no token are reported here and skipped. After Diagnostics::kMaxErrors errors the text ends:
// a file that is full of errors is not read any further.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/pace.h"
#include "base/source.h"
#include "ispl/lexer.h"
#include "ispl/syntax.h"

namespace gnomon::ispl {

class TokenStream {
 public:
  TokenStream(const Source& source, Words& words, Diagnostics& diagnostics, const Budget* budget);
  // A part of the text: it ends where the span does.
  TokenStream(const Source& source, Span span, Words& words, Diagnostics& diagnostics, const Budget* budget);

  const Token& current() const { return current_; }
  // The token after the current one; read only when asked for.
  const Token& following() { return peek(1); }
  // The token so many places further on; valid until the stream moves. The last token of the text is followed by itself.
  const Token& peek(std::size_t ahead);
  Span previous() const { return previous_; }  // the place of the token before the current one
  void advance();

  bool at_end() const { return current_.kind == TokenKind::End; }
  bool at(TokenKind kind) const { return current_.kind == kind; }
  bool at(Keyword keyword) const { return is(current_, keyword); }
  bool followed_by(TokenKind kind) { return following().kind == kind; }
  // True if the current token is a word that may name something.
  bool at_name() const { return at(TokenKind::Word) && !is_reserved(current_.word); }
  static bool is(const Token& token, Keyword keyword) {
    return token.kind == TokenKind::Word && is_keyword(token.word, keyword);
  }
  // Consumes the token if it is there.
  bool accept(TokenKind kind);
  bool accept(Keyword keyword);
  // The same, with an error if it is not; `where` completes "expected ... ".
  bool expect(TokenKind kind, std::string_view where, std::string hint = {});
  bool expect_keyword(Keyword keyword, std::string_view where, std::string hint = {});
  // The semicolon at the end of an item. If it is missing, skips to where the next item may begin.
  void expect_semicolon(std::string_view where);
  // A name for something; `what` is as in "a variable".
  bool expect_name(std::string_view what, syntax::Name& name);
  // An integer with an optional minus sign; false (with an error) if there is none or it does not fit 63 bits.
  bool expect_integer(std::int64_t& value);
  // The value of the current number; false with an error if it does not fit 63 bits.
  bool number_value(std::int64_t& value);

  void error(Span span, std::string message, std::string hint = {});
  // "expected ..., found ..." at the current token.
  void unexpected(std::string_view expected, std::string hint = {});
  bool failed_here() const { return last_error_ == current_.span.begin; }

  // Skips to the token after the next semicolon, or to a word `end`, `Other`, or the beginning of a section.
  void skip_item();
  bool at_section_start() const;
  bool at_foreign_comment() const;
  // Skips to a word `end` or the beginning of a section.
  void skip_to_section();

  // While formulas are read, bytes that are no token are left to the formula parser.
  void set_reading_formulas(bool yes) { reading_formulas_ = yes; }
  // The text of a formula from the current token to its semicolon, which is consumed. A semicolon between angle or
  // square brackets separates path expressions and does not count. If the brackets do not match up, the first
  // semicolon ends the formula. The words `forall (`, `exists (` and the arguments of definitions may hold comparisons,
  // whose signs are no brackets. A word `expect` in the place of an operator ends the formula, too, and is left in
  // place.
  struct TakenFormula {
    Span span;
    bool expect = false;      // stopped before `expect`
    bool parametric = false;  // there is a quantifier, or a name with a bracket behind it
  };
  TakenFormula take_formula();
  void expect_end_of_formula() { expect_semicolon("after the formula"); }

  const Source& source() const { return source_; }
  std::string_view text(const Token& token) const { return source_.text(token.span); }
  const Words& words() const { return words_; }
  std::uint32_t line_of(Span span) const { return source_.position(span.begin).line; }

 private:
  Token read();
  bool at_argument_list();
  bool at_expectation();

  const Source& source_;
  Words& words_;
  Diagnostics& diagnostics_;
  Lexer lexer_;
  Pace pace_;
  Token current_;
  std::deque<Token> ahead_;
  Span previous_;
  std::uint32_t last_error_ = 0xffffffffu;
  int unmatched_brackets_ = 0;
  bool reading_formulas_ = false;
};

}  // namespace gnomon::ispl
