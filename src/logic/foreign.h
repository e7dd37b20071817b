// Signs and prefixes of other notations, and what is written here instead. They are no part of the language; whoever
// writes them learns what to write.
#pragma once

#include <string>
#include <string_view>

namespace gnomon::logic {

// A foreign sign at the beginning of a text.
struct ForeignSign {
  std::string_view sign;  // a part of the text; empty: none that is known
  std::string_view hint;  // what to write instead
};
ForeignSign foreign_sign(std::string_view text);

// What to write in place of a word that is meant as the prefix of a logic, `CTL`, `ATLK`; empty if it is none.
std::string foreign_prefix_hint(std::string_view word);

}  // namespace gnomon::logic
