// What stands in front of a formula: attributes (@recall) and the prefix that selects the mode (LTL, CTL*, LDLf, ...).
//
// A prefix is recognised only before something that can start a formula. A proposition of that name is followed by an
// operator or by the end, neither of which can, so the prefixes take no names away. `CTL*f p` is about finite traces,
// `CTL* f` and `CTL*f and p` about a proposition f.
#pragma once

#include <optional>
#include <string_view>

#include "base/diagnostic.h"
#include "logic/formula.h"
#include "logic/mode.h"
#include "logic/parser.h"
#include "logic/token_cursor.h"

namespace gnomon::logic {

struct Introduction {
  Mode mode = Mode::Plain;
  bool knowledge_given = false;
  KnowledgeSemantics knowledge = KnowledgeSemantics::Observational;
  bool ok = true;  // no error was reported
};

// Reads it, leaving the cursor at the formula.
Introduction read_introduction(TokenCursor& cursor, const ParseContext& context, Diagnostics& diagnostics);

// Whether a formula may begin with this token.
bool starts_formula(const Token& token);

// The mode that a prefix names.
std::optional<Mode> mode_of(std::string_view prefix);

}  // namespace gnomon::logic
