// Lines of text that keep within a width.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace gnomon::witness {

std::string padded(std::string text, std::size_t width);  // with blanks behind it
std::string trimmed(std::string text);                    // without blanks at its end

class TextLines {
 public:
  explicit TextLines(std::size_t width) : width_(width) {}

  void line(const std::string& text) { out_ += text + "\n"; }
  // An empty line, and the words of a paragraph, indented by two columns; later lines by four.
  void paragraph(const std::string& text);
  // Breaks a text at the separator so that lines keep within the width.
  void wrapped(const std::string& first_indent, const std::string& indent, const std::string& text,
               const std::string& separator);
  std::string take() { return std::move(out_); }

 private:
  std::size_t width_;
  std::string out_;
};

}  // namespace gnomon::witness
