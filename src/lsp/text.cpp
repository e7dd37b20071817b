#include "lsp/text.h"

#include <algorithm>
#include <utility>

namespace gnomon::lsp {

namespace {

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u;
}

// Bytes from the first one of a character to the first one of the next.
std::uint32_t character_bytes(std::string_view text, std::uint32_t at) {
  std::uint32_t end = at + 1;
  while (end < text.size() && continues_character(text[end])) ++end;
  return end - at;
}

std::uint32_t units(std::uint32_t bytes) {
  return bytes >= 4 ? 2 : 1;
}

}  // namespace

Text::Text(std::string text) : text_(std::move(text)) {
  find_lines();
}

void Text::find_lines() {
  line_starts_.assign(1, 0);
  checker_lines_.assign(1, 0);
  plain_.assign(1, true);
  for (std::uint32_t i = 0; i < text_.size(); ++i) {
    if (static_cast<unsigned char>(text_[i]) >= 0x80) plain_.back() = false;
    if (text_[i] == '\n') checker_lines_.push_back(i + 1);
    bool alone = text_[i] == '\r' && (i + 1 == text_.size() || text_[i + 1] != '\n');
    if (text_[i] != '\n' && !alone) continue;
    line_starts_.push_back(i + 1);
    plain_.push_back(true);
  }
}

std::uint32_t Text::line_of(std::uint32_t offset) const {
  auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return static_cast<std::uint32_t>(after - line_starts_.begin()) - 1;
}

Span Text::line(std::uint32_t number) const {
  std::uint32_t begin = line_starts_[number];
  std::uint32_t end = number + 1 < line_count() ? line_starts_[number + 1] : size();
  while (end > begin && (text_[end - 1] == '\n' || text_[end - 1] == '\r')) --end;
  return {begin, end};
}

std::uint32_t Text::checker_line(std::uint32_t number) const {
  return number >= 1 && number <= checker_lines_.size() ? checker_lines_[number - 1] : size();
}

std::string_view Text::slice(Span span) const {
  return std::string_view(text_).substr(span.begin, span.end - span.begin);
}

Place Text::place(std::uint32_t offset, Encoding encoding) const {
  offset = std::min(offset, size());
  std::uint32_t number = line_of(offset);
  std::uint32_t begin = line_starts_[number];
  if (encoding == Encoding::Utf8 || plain_[number]) return {number, offset - begin};
  std::uint32_t character = 0;
  while (begin < offset) {
    std::uint32_t bytes = character_bytes(text_, begin);
    if (begin + bytes > offset) break;
    character += units(bytes);
    begin += bytes;
  }
  return {number, character};
}

std::uint32_t Text::offset(Place place, Encoding encoding) const {
  if (place.line >= line_count()) return size();
  auto [begin, end] = line(place.line);
  if (encoding == Encoding::Utf8 || plain_[place.line]) {
    std::uint32_t at = begin + std::min(place.character, end - begin);
    while (at > begin && at < text_.size() && continues_character(text_[at])) --at;
    return at;
  }
  std::uint32_t left = place.character;
  while (begin < end) {
    std::uint32_t bytes = character_bytes(text_, begin);
    if (left < units(bytes)) break;
    left -= units(bytes);
    begin += bytes;
  }
  return std::min(begin, end);
}

Span Text::span(const Range& range, Encoding encoding) const {
  std::uint32_t begin = offset(range.begin, encoding);
  return {begin, std::max(begin, offset(range.end, encoding))};
}

void Text::replace(Span span, std::string_view with) {
  text_.replace(span.begin, span.end - span.begin, with);
  find_lines();
}

}  // namespace gnomon::lsp
