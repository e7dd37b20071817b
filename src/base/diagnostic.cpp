#include "base/diagnostic.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <utility>

namespace gnomon {

void Diagnostics::add(Diagnostic diagnostic) {
  if (diagnostic.note.empty()) diagnostic.note = note_;
  if (once_ && !diagnostic.placeless) {
    std::uint64_t place = (std::uint64_t{diagnostic.span.begin} << 32) | diagnostic.span.end;
    if (!seen_.emplace(place, diagnostic.name).second) return;
  }
  if (diagnostic.severity == Severity::Error && ++errors_ > kMaxErrors) return;
  all_.push_back(std::move(diagnostic));
}

void Diagnostics::error(Span span, std::string message, std::string hint) {
  add({Severity::Error, span, std::move(message), std::move(hint), {}, {}, false});
}

void Diagnostics::warning(std::string name, Span span, std::string message, std::string hint) {
  add({Severity::Warning, span, std::move(message), std::move(hint), std::move(name), {}, false});
}

void Diagnostics::sort() {
  std::stable_sort(all_.begin(), all_.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
}

namespace {

constexpr std::size_t kMaxLineShown = 160;

std::string_view severity_word(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "error";
    case Severity::Warning:
      return "warning";
    case Severity::Note:
      return "note";
  }
  return "";
}

// The length in bytes of the UTF-8 character at the start of the text; 0 if none starts there (RFC 3629: overlong
// forms, surrogates and numbers above 10FFFF are no characters).
std::size_t character_length(std::string_view text) {
  auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  auto continues = [&](std::size_t i) { return byte(i) >= 0x80 && byte(i) <= 0xbf; };
  const unsigned first = byte(0);
  if (first < 0x80) return text.empty() ? 0 : 1;
  const std::size_t length = first >= 0xc2 && first <= 0xdf   ? 2
                             : first >= 0xe0 && first <= 0xef ? 3
                             : first >= 0xf0 && first <= 0xf4 ? 4
                                                              : 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!continues(i)) return 0;
  }
  const bool overlong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xf0 && byte(1) < 0x90);
  const bool surrogate = first == 0xed && byte(1) > 0x9f;
  const bool too_large = first == 0xf4 && byte(1) > 0x8f;
  return overlong || surrogate || too_large ? 0 : length;
}

// The start of the character that byte `at` belongs to.
std::size_t character_start(std::string_view text, std::size_t at) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, at); ++back) {
    if (character_length(text.substr(at - back)) > back) return at - back;
  }
  return at;
}

// One printable column per character: a tab becomes a blank, a control character '?', and a byte that belongs to no
// UTF-8 character the replacement character.
std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(1, length));
    const auto first = static_cast<unsigned char>(character[0]);
    const bool is_control = first < 0x20 || first == 0x7f || (character >= "\xc2\x80" && character <= "\xc2\x9f");
    if (length == 0) {
      shown += "\xef\xbf\xbd";
    } else if (is_control) {
      shown += first == '\t' ? ' ' : '?';
    } else {
      shown += character;
    }
    text.remove_prefix(character.size());
  }
  return shown;
}

// How many columns a piece of text takes as it is shown.
std::size_t display_width(std::string_view text) {
  std::string shown = printable(text);
  return static_cast<std::size_t>(
      std::count_if(shown.begin(), shown.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

}  // namespace

std::string render(const Diagnostic& diagnostic, const Source& source) {
  if (diagnostic.placeless) {
    return fmt::format("{}: {}: {}", source.name(), severity_word(diagnostic.severity), printable(diagnostic.message));
  }
  Position at = source.position(diagnostic.span.begin);
  std::string tag = diagnostic.name.empty() ? "" : fmt::format(" [-W{}]", diagnostic.name);
  std::string text = fmt::format("{}:{}:{}: {}: {}{}", source.name(), at.line, at.column,
                                 severity_word(diagnostic.severity), printable(diagnostic.message), tag);
  std::string_view line = source.line(at.line);
  // What is underlined: at least one byte, and whole characters.
  std::size_t caret = std::min<std::size_t>(at.column - 1, line.size());
  std::size_t length = diagnostic.span.end > diagnostic.span.begin ? diagnostic.span.end - diagnostic.span.begin : 1;
  std::size_t end = std::min(line.size(), caret + length);
  caret = character_start(line, caret);
  // Long lines are shown as a window around the caret.
  std::size_t first = 0;
  if (line.size() > kMaxLineShown && caret > kMaxLineShown / 2)
    first = character_start(line, caret - kMaxLineShown / 2);
  std::size_t last = line.size() - first > kMaxLineShown ? character_start(line, first + kMaxLineShown) : line.size();
  end = std::min(end, last);
  while (end > caret && end < last && character_start(line, end) < end) ++end;
  std::string gutter = fmt::format("{:>5} | ", at.line);
  text += fmt::format("\n{}{}", gutter, printable(line.substr(first, last - first)));
  std::size_t indent = display_width(line.substr(first, caret - first));
  std::size_t width = std::max<std::size_t>(1, display_width(line.substr(caret, end - caret)));
  text += fmt::format("\n{:>{}}{:>{}}^{}", "| ", gutter.size(), "", indent, std::string(width - 1, '~'));
  if (!diagnostic.hint.empty())
    text += fmt::format("\n{:>{}}hint: {}", "| ", gutter.size(), printable(diagnostic.hint));
  if (!diagnostic.note.empty())
    text += fmt::format("\n{:>{}}note: {}", "| ", gutter.size(), printable(diagnostic.note));
  return text;
}

namespace {

// The optimal string alignment distance: the least number of characters to insert, delete, change, or swap with their
// neighbour, no place being edited twice. With d(i, j) the distance of the first i characters of `a` from the first j
// of `b`:
//   d(i, j) = min( d(i-1, j) + 1, d(i, j-1) + 1, d(i-1, j-1) + [a_i != b_j],
//                  d(i-2, j-2) + 1 if a_i a_{i-1} = b_{j-1} b_j )
// Capital letters cost nothing.
std::size_t distance(std::string_view a, std::string_view b) {
  auto same = [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  };
  std::vector<std::size_t> before_last, last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last = std::exchange(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      std::size_t change = last[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
      row[j] = std::min({change, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1])) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
  }
  return row.back();
}

}  // namespace

std::string closest_name(std::string_view name, const std::vector<std::string_view>& candidates) {
  constexpr std::size_t kLongestName = 64;
  if (name.size() > kLongestName) return {};
  std::size_t best = std::max<std::size_t>(1, name.size() / 3) + 1;  // anything at this distance or more is no slip
  std::string found;
  for (std::string_view candidate : candidates) {
    if (candidate.size() > kLongestName || candidate == name) continue;
    std::size_t away = distance(name, candidate);
    if (away >= best) continue;
    best = away;
    found = candidate;
  }
  return found;
}

}  // namespace gnomon
