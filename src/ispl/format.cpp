#include "ispl/format.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "ispl/lexer.h"

namespace gnomon::ispl {

namespace {

constexpr std::size_t kWidth = 120;
constexpr std::size_t kIndent = 2;
constexpr std::size_t kContinued = 4;  // how much further the rest of a broken line is indented
constexpr std::string_view kBlanks = " \t\n\v\f\r";

// A statement, a heading or an `end`: a piece of the text that has lines of its own.
struct Statement {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t level = 0;
  std::size_t comment_level = 0;  // of the comments before it
};

// --- which statements there are ---

class Outline {
 public:
  Outline(const Source& source, const syntax::Model& tree) : lexer_(source.text(), words_) {
    for (const auto* lines : {&tree.fairness, &tree.formulas}) {
      for (const syntax::Formula& line : *lines) formulas_.push_back(line.text);
    }
    auto definitions = [&](const std::vector<syntax::Definition>& list) {
      for (const syntax::Definition& one : list) {
        if (one.is_formula) formulas_.push_back(one.formula);
      }
    };
    definitions(tree.definitions);
    for (const syntax::Agent& agent : tree.agents) definitions(agent.definitions);
    std::sort(formulas_.begin(), formulas_.end(), [](Span a, Span b) { return a.begin < b.begin; });
    advance();
  }

  std::vector<Statement> read() {
    while (token_.kind != TokenKind::End) statement();
    return std::move(statements_);
  }

 private:
  enum class Inside { Model, Agent, Section };

  // Formulas have words and signs of their own; they are passed over as a whole.
  void advance() {
    last_end_ = token_.span.end;
    token_ = lexer_.next();
    while (next_formula_ < formulas_.size() && formulas_[next_formula_].begin < token_.span.begin) ++next_formula_;
    if (next_formula_ < formulas_.size() && formulas_[next_formula_].begin == token_.span.begin) {
      token_ = {TokenKind::Bad, formulas_[next_formula_], {}};
      lexer_.seek(token_.span.end);
      ++next_formula_;
    }
  }

  bool is(Keyword keyword) const { return token_.kind == TokenKind::Word && is_keyword(token_.word, keyword); }

  void statement() {
    const std::size_t begin = token_.span.begin;
    std::size_t level = open_.size();
    const std::size_t comment_level = level;
    if (is(Keyword::End)) {
      if (!open_.empty()) open_.pop_back();
      level = open_.size();
      advance();
      if (token_.kind == TokenKind::Word) advance();
    } else if (!heading()) {
      line();
    }
    statements_.push_back({begin, last_end_, level, comment_level});
  }

  Inside inside() const { return open_.empty() ? Inside::Model : open_.back(); }

  bool heading() {
    if (inside() == Inside::Section) return false;
    if (inside() == Inside::Agent) {
      bool parts = is(Keyword::Vars) || is(Keyword::Obsvars) || is(Keyword::RedStates) || is(Keyword::Protocol) ||
                   is(Keyword::Evolution);
      if (!parts && !is(Keyword::Definitions)) return false;
      open_.push_back(Inside::Section);
      advance();
      if (parts && token_.kind == TokenKind::Colon) advance();
      return true;
    }
    if (is(Keyword::Agent)) {
      open_.push_back(Inside::Agent);
      advance();
      if (token_.kind == TokenKind::Word) advance();
      if (token_.kind == TokenKind::LeftBracket) brackets();
      return true;
    }
    for (Keyword section : {Keyword::Constants, Keyword::Definitions, Keyword::Evaluation, Keyword::InitStates,
                            Keyword::Groups, Keyword::Observations, Keyword::Fairness, Keyword::Formulae}) {
      if (!is(section)) continue;
      open_.push_back(Inside::Section);
      advance();
      return true;
    }
    return false;
  }

  // From an opening bracket to the one that closes it.
  void brackets() {
    std::size_t depth = 0;
    while (token_.kind != TokenKind::End) {
      if (token_.kind == TokenKind::LeftBracket) ++depth;
      if (token_.kind == TokenKind::RightBracket) --depth;
      advance();
      if (depth == 0) return;
    }
  }

  // Up to a semicolon, or to the `end` of the section.
  void line() {
    while (token_.kind != TokenKind::End && !is(Keyword::End)) {
      const bool last = token_.kind == TokenKind::Semicolon;
      advance();
      if (last) return;
    }
  }

  Words words_;
  Lexer lexer_;
  std::vector<Span> formulas_;
  std::size_t next_formula_ = 0;
  Token token_;
  std::size_t last_end_ = 0;
  std::vector<Inside> open_;
  std::vector<Statement> statements_;
};

// --- how they are written ---

class Writer {
 public:
  explicit Writer(std::string_view text) : text_(text) {}

  std::string write(const std::vector<Statement>& statements) {
    std::size_t at = 0;
    for (const Statement& one : statements) {
      between(at, one.begin, one.comment_level, one.level);
      statement(one);
      at = one.end;
    }
    between(at, text_.size(), 0, 0);
    if (!out_.empty()) out_ += '\n';
    return std::move(out_);
  }

 private:
  // Comments and blank lines between statements.
  void between(std::size_t at, std::size_t end, std::size_t comment_level, std::size_t level) {
    bool same_line = !out_.empty();
    std::size_t breaks = 0;
    while (at < end) {
      if (text_[at] == '\n') {
        same_line = false;
        ++breaks;
        ++at;
      } else if (kBlanks.find(text_[at]) != std::string_view::npos) {
        ++at;
      } else {  // a comment
        if (same_line) {
          out_ += "  ";
        } else {
          new_line(comment_level * kIndent, breaks);
        }
        out_ += comment(at);
        breaks = 0;
        same_line = false;
      }
    }
    if (end < text_.size()) new_line(level * kIndent, breaks);
  }

  // The comment at this place, without its line break.
  std::string_view comment(std::size_t& at) const {
    const std::size_t end = std::min(text_.find('\n', at), text_.size());
    std::string_view found = text_.substr(at, end - at);
    at = end;
    return found.substr(0, found.find_last_not_of(kBlanks) + 1);
  }

  void new_line(std::size_t indent, std::size_t breaks) {
    if (!out_.empty()) out_ += breaks > 1 ? "\n\n" : "\n";
    out_.append(indent, ' ');
    column_ = indent;
    fresh_ = true;
  }

  // Words are what stands between blanks; they keep their neighbours.
  void statement(const Statement& one) {
    const std::size_t indent = one.level * kIndent + kContinued;
    std::size_t at = one.begin;
    bool commented = false;  // the line ends with a comment
    while (at < one.end) {
      if (kBlanks.find(text_[at]) != std::string_view::npos) {
        ++at;
      } else if (text_.substr(at).starts_with("--")) {
        if (commented) new_line(indent, 1);
        out_ += fresh_ ? "" : "  ";
        out_ += comment(at);
        commented = true;
      } else {
        const std::size_t end = word_end(at, one.end);
        if (commented || (!fresh_ && column_ + 1 + (end - at) > kWidth)) {
          new_line(indent, 1);
        } else if (!fresh_) {
          out_ += ' ';
          ++column_;
        }
        out_ += text_.substr(at, end - at);
        column_ += end - at;
        fresh_ = false;
        commented = false;
        at = end;
      }
    }
  }

  std::size_t word_end(std::size_t at, std::size_t end) const {
    while (at < end && kBlanks.find(text_[at]) == std::string_view::npos && !text_.substr(at).starts_with("--")) ++at;
    return at;
  }

  std::string_view text_;
  std::string out_;
  std::size_t column_ = 0;
  bool fresh_ = true;  // nothing stands on the line but its indentation
};

}  // namespace

std::string format_text(const Source& source, const syntax::Model& tree) {
  return Writer(source.text()).write(Outline(source, tree).read());
}

}  // namespace gnomon::ispl
