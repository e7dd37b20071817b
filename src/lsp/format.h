// The layout of a text: indentation by sections, blanks between words and signs. Line breaks stay where they are, apart
// from runs of empty lines; words, signs and comments stay as they are. Formatting twice is formatting once.
//
// What is inside a section is indented by one step. The lines of an item after its first keep their distance to the
// first, so that what was aligned by hand stays aligned, and never stand to the left of it.
#pragma once

#include <cstdint>
#include <string>

#include "lsp/analysis.h"

namespace gnomon::lsp {

struct FormatOptions {
  std::uint32_t tab_size = 2;
  bool insert_spaces = true;
};

// The text itself if it is laid out well already.
std::string formatted(const Analysis& analysis, const FormatOptions& options);

}  // namespace gnomon::lsp
