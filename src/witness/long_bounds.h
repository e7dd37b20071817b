// Path formulas with large bounds, made ready for automata, which know no bounds.
//
// To write out a bound of a million steps takes a million operators. But whoever looks for one path may look for a formula
// that implies the one in question: promises kept within a few steps, and for ever what must last long. If no path
// satisfies that, the bounds are written out as they are, as far as that is possible.
#pragma once

#include <cstdint>

#include "logic/parameters.h"
#include "logic/unfold.h"
#include "witness/shown.h"

namespace gnomon::witness {

// `some_path` says whether a path from the place in question satisfies a path formula. Raises NotShown.
template <class SomePath>
logic::Formula for_search(logic::FormulaPool& pool, logic::Formula f, logic::Traces traces, SomePath&& some_path) {
  return shown_or_too_large([&] {
    for (const std::uint64_t most : {16, 128}) {
      const logic::Formula stronger = logic::strengthened(pool, f, most);
      if (stronger == f) break;
      if (pool[stronger].is_path && some_path(stronger)) return logic::unfolded(pool, stronger, traces);
    }
    return logic::unfolded(pool, f, traces);
  });
}

}  // namespace gnomon::witness
