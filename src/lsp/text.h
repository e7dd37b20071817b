// The text of an open document, with the places of the protocol: a line and a character, both from 0. What a character
// is, is negotiated with the client: a byte of UTF-8, or a unit of UTF-16, in which most characters are one unit and
// those beyond U+FFFF are two.
//
// Lines end with "\n", "\r\n" or "\r", as the protocol says. A place outside the text or inside a character is moved to
// the nearest one before it, so that any place that a client sends is a place of the text, and the text stays
// well-formed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace gnomon::lsp {

enum class Encoding : std::uint8_t { Utf8, Utf16 };

struct Place {
  std::uint32_t line = 0;
  std::uint32_t character = 0;
  auto operator<=>(const Place&) const = default;
};

struct Range {
  Place begin;
  Place end;
  bool operator==(const Range&) const = default;
};

class Text {
 public:
  explicit Text(std::string text = {});

  const std::string& bytes() const { return text_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(text_.size()); }
  std::uint32_t line_count() const { return static_cast<std::uint32_t>(line_starts_.size()); }
  std::uint32_t line_of(std::uint32_t offset) const;
  // The bytes of a line, without its end.
  Span line(std::uint32_t number) const;
  std::string_view slice(Span span) const;
  // The beginning of a line as the checker counts them: from 1, ended by "\n" only. The end of the text if there is none.
  std::uint32_t checker_line(std::uint32_t number) const;

  Place place(std::uint32_t offset, Encoding encoding) const;
  std::uint32_t offset(Place place, Encoding encoding) const;
  Range range(Span span, Encoding encoding) const { return {place(span.begin, encoding), place(span.end, encoding)}; }
  Span span(const Range& range, Encoding encoding) const;

  void replace(Span span, std::string_view with);

 private:
  void find_lines();

  std::string text_;
  std::vector<std::uint32_t> line_starts_;
  std::vector<std::uint32_t> checker_lines_;
  std::vector<bool> plain_;  // by line: every byte is a character, so that places need no counting
};

}  // namespace gnomon::lsp
