// The text of a question for a number of steps, min(f, g), max(f, g) or delay(i, f), to a property (logic/question.h).
//
// The arguments are split at the commas that stand in no bracket, and each is read as a formula of its own.
#pragma once

#include "base/diagnostic.h"
#include "base/source.h"
#include "logic/formula.h"
#include "logic/introduction.h"
#include "logic/parser.h"
#include "logic/token_cursor.h"

namespace gnomon::logic {

// The cursor is at the word of the question, behind which a parenthesis stands.
ParsedProperty parse_question(const Source& source, TokenCursor cursor, Asks asks, const Introduction& introduction,
                              const ParseContext& context, FormulaPool& pool, Diagnostics& diagnostics);

}  // namespace gnomon::logic
