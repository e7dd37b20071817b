// Text inside XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace gnomon {

// With the characters that markup consists of replaced, also for values in double quotes; XML has no control characters.
inline std::string escaped_markup(std::string_view text) {
  std::string result;
  for (char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? '?' : c;
    }
  }
  return result;
}

}  // namespace gnomon
