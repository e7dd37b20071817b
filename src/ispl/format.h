// The text of a model with lines and blanks in order: one statement per line, indented by sections, long lines broken.
//
// Nothing but blanks and line breaks changes: the words and signs are those of the text, so that the meaning is, too.
// Comments stay, beside what they stood beside; a comment inside a statement ends a line of it. One blank line between
// statements stays one. What is formatted once is not changed by formatting it again.
#pragma once

#include <string>

#include "base/source.h"
#include "ispl/syntax.h"

namespace gnomon::ispl {

// `tree` is the syntax tree of the text, which must be free of errors.
std::string format_text(const Source& source, const syntax::Model& tree);

}  // namespace gnomon::ispl
