#include "witness/text_lines.h"

#include <algorithm>

namespace gnomon::witness {

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

std::string trimmed(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

void TextLines::paragraph(const std::string& text) {
  line("");
  wrapped("  ", "    ", text, " ");
}

void TextLines::wrapped(const std::string& first_indent, const std::string& indent, const std::string& text,
                        const std::string& separator) {
  std::string current = first_indent;
  bool empty = true;
  std::size_t at = 0;
  while (at <= text.size()) {
    std::size_t end = text.find(separator, at);
    if (end == std::string::npos) end = text.size();
    std::string word = text.substr(at, end - at) + (separator == " " || end == text.size() ? "" : ",");
    if (!empty && current.size() + 1 + word.size() > width_) {
      line(current);
      current = indent;
      empty = true;
    }
    current += (empty ? "" : " ") + word;
    empty = false;
    at = end + separator.size();
  }
  line(current);
}

}  // namespace gnomon::witness
