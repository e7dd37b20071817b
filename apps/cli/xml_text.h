// Text inside XML documents: JUnit reports and pictures.
#pragma once

#include <string>
#include <string_view>

namespace gnomon::cli {

// With the characters that markup consists of replaced, also for values in double quotes; XML has no control characters.
inline std::string xml_text(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') {
      out += '?';
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace gnomon::cli
