// The words for the enumerations of <gnomon/gnomon.h>, as they stand in JSON.
#pragma once

#include "gnomon/gnomon.h"

#pragma GCC visibility push(default)  // what the shared library shows

namespace gnomon::api {

const char* word(Verdict verdict);
const char* word(ReasonKind kind);
const char* word(Basis basis);
const char* word(Severity severity);
const char* word(Phase phase);

}  // namespace gnomon::api

#pragma GCC visibility pop
