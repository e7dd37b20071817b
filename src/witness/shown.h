// What is too large to be made or evaluated is not shown, instead of ending the run.
#pragma once

#include "base/budget.h"
#include "witness/search.h"

namespace gnomon::witness {

template <class Make>
auto shown_or_too_large(Make&& make) {
  try {
    return make();
  } catch (const LimitReached& limit) {
    if (limit.limit() != Limit::Size) throw;
    throw NotShown(limit.what());
  }
}

}  // namespace gnomon::witness
