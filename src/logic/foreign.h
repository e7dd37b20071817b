// Signs, words and prefixes of other notations, and what is written here instead. They are no part of the language; whoever
// writes them learns what to write.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "logic/operators.h"

namespace gnomon::logic {

// A foreign sign at the beginning of a text.
struct ForeignSign {
  std::string_view sign;  // a part of the text; empty: none that is known
  std::string_view hint;  // what to write instead
};
ForeignSign foreign_sign(std::string_view text);

// What to write in place of a word between two formulas, `xor`, `implies`; empty if it is none that is known.
std::string_view foreign_operator_hint(std::string_view word);

// The operator that is meant by a word in front of `(agent, formula)`, `Knows`, `C`; none if it is none that is known.
std::optional<Op> foreign_call(std::string_view word);

// What to write in place of a word that is meant as the prefix of a logic, `CTL`, `ATLK`; empty if it is none.
std::string foreign_prefix_hint(std::string_view word);

}  // namespace gnomon::logic
