#include "lsp/format.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

namespace gnomon::lsp {

using ispl::Keyword;
using ispl::TokenKind;

namespace {

bool is_closing(TokenKind kind) {
  return kind == TokenKind::RightParen || kind == TokenKind::RightBracket || kind == TokenKind::RightBrace;
}

bool is_opening(TokenKind kind) {
  return kind == TokenKind::LeftParen || kind == TokenKind::LeftBracket || kind == TokenKind::LeftBrace;
}

// Signs with a blank on both sides. Those that are also brackets or signs of numbers are left as they are.
bool stands_alone(TokenKind kind) {
  switch (kind) {
    case TokenKind::Arrow:
    case TokenKind::Iff:
    case TokenKind::Equal:
    case TokenKind::NotEqual:
    case TokenKind::LessEqual:
    case TokenKind::GreaterEqual:
    case TokenKind::EqualEqual:
    case TokenKind::DoubleAmpersand:
    case TokenKind::DoublePipe:
      return true;
    default:
      return false;
  }
}

// A word, a sign or a comment.
struct Piece {
  Span span;
  std::size_t token = TokenList::kNone;  // none: a comment
  TokenKind kind = TokenKind::End;
};

class Formatter {
 public:
  Formatter(const Analysis& analysis, const FormatOptions& options)
      : analysis_(analysis), tokens_(analysis.tokens()), options_(options) {
    find_pieces();
    find_items();
  }

  std::string run() {
    std::string out;
    std::uint32_t base_before = 0;  // columns of the line that the present item begins in
    std::uint32_t base_after = 0;
    for (std::size_t i = 0; i < pieces_.size();) {
      std::size_t end = i + 1;
      while (end < pieces_.size() && !breaks(end)) ++end;
      if (i > 0) out += empty_lines(i) ? "\n\n" : "\n";
      std::uint32_t before = column(pieces_[i].span.begin);
      std::uint32_t after = 0;
      if (std::optional<std::uint32_t> depth = item_depth(i)) {
        after = *depth * options_.tab_size;
        base_before = before;
        base_after = after;
        indent(out, *depth, 0);
      } else {
        std::uint32_t shift = before > base_before ? before - base_before : 0;
        indent(out, base_after / options_.tab_size, shift);
      }
      for (std::size_t j = i; j < end; ++j) {
        if (j > i) out.append(blanks(j), ' ');
        out += analysis_.slice(pieces_[j].span);
      }
      i = end;
    }
    if (!out.empty()) out += '\n';
    return out;
  }

 private:
  void find_pieces() {
    const std::vector<Span>& comments = tokens_.comments();
    std::size_t next = 0;
    for (std::size_t i = 0; i <= tokens_.size(); ++i) {
      for (; next < comments.size() && comments[next].begin < tokens_[i].span.begin; ++next) {
        pieces_.push_back({trimmed(comments[next]), TokenList::kNone, TokenKind::End});
      }
      if (i < tokens_.size()) pieces_.push_back({tokens_[i].span, i, tokens_[i].kind});
    }
  }

  // Without the blanks at its end.
  Span trimmed(Span comment) const {
    std::string_view text = analysis_.slice(comment);
    std::size_t last = text.find_last_not_of(" \t\v\f\r");
    return {comment.begin, comment.begin + static_cast<std::uint32_t>(last + 1)};
  }

  // Of each token: inside how many sections it is, and whether an item begins with it.
  void find_items() {
    const Index& index = analysis_.index();
    depths_.assign(tokens_.size() + 1, 0);
    begins_.assign(tokens_.size() + 1, false);
    std::vector<const Section*> open;
    std::size_t section = 0;
    std::size_t formula = 0;
    bool begins = true;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      Span span = tokens_[i].span;
      while (!open.empty() && open.back()->span.end <= span.begin) open.pop_back();
      bool header = section < index.sections.size() && index.sections[section].name == span;
      bool ends = tokens_.is(i, Keyword::End);
      auto depth = static_cast<std::uint32_t>(open.size());
      depths_[i] = ends && depth > 0 ? depth - 1 : depth;
      begins_[i] = begins || header || ends;
      if (header) {
        const Section& opened = index.sections[section++];
        bool list = opened.keyword == Keyword::Actions || opened.keyword == Keyword::Lobsvars ||
                    opened.keyword == Keyword::Semantics;
        if (!list) open.push_back(&opened);
      }
      while (formula < index.formulas.size() && index.formulas[formula].text.end <= span.begin) ++formula;
      bool in_formula = formula < index.formulas.size() && index.formulas[formula].text.begin <= span.begin;
      bool semicolon = tokens_.is(i, TokenKind::Semicolon) && !in_formula;
      bool colon = tokens_.is(i, TokenKind::Colon) && i > 0 && is_header(i - 1);
      bool bare_header = header && !tokens_.is(i + 1, TokenKind::Colon) && !tokens_.is(i, Keyword::Agent) &&
                         !tokens_.is(i + 1, TokenKind::Equal);
      bool closed = i > 0 && tokens_.is(i - 1, Keyword::End) && tokens_.is(i, TokenKind::Word);
      begins = semicolon || colon || bare_header || closed;
    }
    depths_[tokens_.size()] = 0;
    begins_[tokens_.size()] = true;
  }

  bool is_header(std::size_t i) const {
    const std::vector<Section>& sections = analysis_.index().sections;
    auto found = std::lower_bound(sections.begin(), sections.end(), tokens_[i].span.begin,
                                  [](const Section& one, std::uint32_t at) { return one.name.begin < at; });
    return found != sections.end() && found->name == tokens_[i].span;
  }

  // Line breaks between a piece and the one before it.
  std::size_t line_breaks(std::size_t piece) const {
    return analysis_.text().line_of(pieces_[piece].span.begin) - analysis_.text().line_of(pieces_[piece - 1].span.end);
  }
  bool breaks(std::size_t piece) const {
    bool behind_comment = pieces_[piece - 1].token == TokenList::kNone;
    return behind_comment || line_breaks(piece) > 0;
  }
  bool empty_lines(std::size_t piece) const { return line_breaks(piece) > 1; }

  // How deep a line is indented that begins with this piece; none if it continues an item. A comment belongs to what
  // follows it, but before an `end` to what stands in the section.
  std::optional<std::uint32_t> item_depth(std::size_t piece) const {
    std::size_t token = piece;
    while (token < pieces_.size() && pieces_[token].token == TokenList::kNone) ++token;
    std::size_t i = token < pieces_.size() ? pieces_[token].token : tokens_.size();
    if (!begins_[i]) return std::nullopt;
    bool before_end = token != piece && tokens_.is(i, Keyword::End);
    return depths_[i] + (before_end ? 1 : 0);
  }

  std::uint32_t column(std::uint32_t offset) const {
    Span line = analysis_.text().line(analysis_.text().line_of(offset));
    std::uint32_t columns = 0;
    for (char c : analysis_.slice({line.begin, offset})) {
      columns = c == '\t' ? (columns / options_.tab_size + 1) * options_.tab_size : columns + 1;
    }
    return columns;
  }

  void indent(std::string& out, std::uint32_t steps, std::uint32_t columns) const {
    if (options_.insert_spaces) {
      out.append(std::size_t{steps} * options_.tab_size + columns, ' ');
    } else {
      out.append(steps + columns / options_.tab_size, '\t');
      out.append(columns % options_.tab_size, ' ');
    }
  }

  // Between a piece and the one before it in the same line.
  std::size_t blanks(std::size_t piece) const {
    const Piece& before = pieces_[piece - 1];
    const Piece& next = pieces_[piece];
    std::size_t written = next.span.begin - before.span.end;
    if (next.token == TokenList::kNone) return std::max<std::size_t>(written, 1);
    bool touches = written == 0;
    if (next.kind == TokenKind::Semicolon || next.kind == TokenKind::Comma) return 0;
    if (before.kind == TokenKind::Comma) return 1;
    if (before.kind == TokenKind::Dot || next.kind == TokenKind::Dot) {
      bool both = before.kind == next.kind || before.kind == TokenKind::DotDot || next.kind == TokenKind::DotDot;
      return both && !touches ? 1 : 0;
    }
    if (is_opening(before.kind) || is_closing(next.kind)) return 0;
    if (stands_alone(before.kind) || stands_alone(next.kind)) return 1;
    return touches ? 0 : 1;
  }

  const Analysis& analysis_;
  const TokenList& tokens_;
  const FormatOptions& options_;
  std::vector<Piece> pieces_;
  std::vector<std::uint32_t> depths_;
  std::vector<bool> begins_;
};

// Words, signs and comments are the same.
bool same_pieces(const Analysis& analysis, const std::string& text) {
  TokenList after(text);
  const TokenList& before = analysis.tokens();
  if (before.size() != after.size() || before.comments().size() != after.comments().size()) return false;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i].kind != after[i].kind || before.text(i) != after.text(i)) return false;
  }
  auto trimmed = [](std::string_view comment) { return comment.substr(0, comment.find_last_not_of(" \t\v\f\r") + 1); };
  for (std::size_t i = 0; i < before.comments().size(); ++i) {
    if (trimmed(before.slice(before.comments()[i])) != trimmed(after.slice(after.comments()[i]))) return false;
  }
  return true;
}

}  // namespace

std::string formatted(const Analysis& analysis, const FormatOptions& options) {
  FormatOptions used = options;
  used.tab_size = std::clamp<std::uint32_t>(options.tab_size, 1, 16);
  std::string text = Formatter(analysis, used).run();
  // Blanks between words may matter in ways that are not foreseen here: then nothing is touched.
  return same_pieces(analysis, text) ? text : analysis.text().bytes();
}

}  // namespace gnomon::lsp
