// Internal invariants. GNOMON_ASSERT states what must hold if we made no mistake; it is active in debug and sanitizer
// builds and never has side effects. What a caller or an input can get wrong is not an assertion but an error.
#pragma once

#include <cstdio>
#include <cstdlib>

#if defined(GNOMON_ASSERTIONS)
#define GNOMON_ASSERT(condition, words)                                                                \
  do {                                                                                                 \
    if (!(condition)) {                                                                                \
      std::fprintf(stderr, "%s:%d: internal error: %s (%s)\n", __FILE__, __LINE__, words, #condition); \
      std::abort();                                                                                    \
    }                                                                                                  \
  } while (false)
#else
#define GNOMON_ASSERT(condition, words) static_cast<void>(0)
#endif
