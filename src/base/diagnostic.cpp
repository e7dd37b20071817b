#include "base/diagnostic.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <utility>

namespace gnomon {

void Diagnostics::add(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::Error && ++errors_ > kMaxErrors) return;
  all_.push_back(std::move(diagnostic));
}

void Diagnostics::error(Span span, std::string message, std::string hint) {
  add({Severity::Error, span, std::move(message), std::move(hint), {}});
}

void Diagnostics::warning(std::string name, Span span, std::string message, std::string hint) {
  add({Severity::Warning, span, std::move(message), std::move(hint), std::move(name)});
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

// One printable column per byte: control bytes and bytes outside ASCII that are not part of a sane UTF-8 text become
// '?'.
std::string printable(std::string_view text) {
  std::string shown;
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    shown += c == '\t' ? ' ' : (byte < 0x20 || byte == 0x7f) ? '?' : c;
  }
  return shown;
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

}  // namespace

std::string render(const Diagnostic& diagnostic, const Source& source) {
  Position at = source.position(diagnostic.span.begin);
  std::string tag = diagnostic.name.empty() ? "" : fmt::format(" [-W{}]", diagnostic.name);
  std::string text = fmt::format("{}:{}:{}: {}: {}{}", source.name(), at.line, at.column,
                                 severity_word(diagnostic.severity), diagnostic.message, tag);
  std::string_view line = source.line(at.line);
  std::size_t caret = std::min<std::size_t>(at.column - 1, line.size());
  std::size_t length = diagnostic.span.end > diagnostic.span.begin ? diagnostic.span.end - diagnostic.span.begin : 1;
  length = std::max<std::size_t>(1, std::min(length, line.size() - caret));
  // Long lines are shown as a window around the caret.
  std::size_t first = 0;
  if (line.size() > kMaxLineShown && caret > kMaxLineShown / 2) first = caret - kMaxLineShown / 2;
  std::string_view window = line.substr(first, kMaxLineShown);
  length = std::min(length, window.size() > caret - first ? window.size() - (caret - first) : std::size_t{1});
  std::string gutter = fmt::format("{:>5} | ", at.line);
  text += fmt::format("\n{}{}", gutter, printable(window));
  std::size_t indent = display_width(window.substr(0, caret - first));
  std::size_t width = std::max<std::size_t>(1, display_width(window.substr(caret - first, length)));
  text += fmt::format("\n{:>{}}{:>{}}^{}", "| ", gutter.size(), "", indent, std::string(width - 1, '~'));
  if (!diagnostic.hint.empty()) text += fmt::format("\n{:>{}}hint: {}", "| ", gutter.size(), diagnostic.hint);
  return text;
}

std::string closest_name(std::string_view name, const std::vector<std::string_view>& candidates) {
  constexpr std::size_t kLongestName = 64;
  if (name.size() > kLongestName) return {};
  std::size_t best = std::max<std::size_t>(1, name.size() / 3) + 1;  // anything at this distance or more is no slip
  std::string found;
  std::vector<std::size_t> row;
  for (std::string_view candidate : candidates) {
    if (candidate.size() > kLongestName || candidate == name) continue;
    row.resize(candidate.size() + 1);
    for (std::size_t j = 0; j <= candidate.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= name.size(); ++i) {
      std::size_t diagonal = row[0];
      row[0] = i;
      for (std::size_t j = 1; j <= candidate.size(); ++j) {
        auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
        std::size_t change = diagonal + (lower(name[i - 1]) == lower(candidate[j - 1]) ? 0 : 1);
        diagonal = row[j];
        row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
      }
    }
    if (row.back() < best) {
      best = row.back();
      found = candidate;
    }
  }
  return found;
}

}  // namespace gnomon
