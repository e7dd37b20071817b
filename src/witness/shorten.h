// Lassos of the system made shorter. Two kinds of change:
//
//   the same path, written better    a loop that repeats itself is cut to its period; a loop whose end is also the end
//                                    of the way to it begins earlier:  a b (c b) = a (b c)
//   another path                     where a state comes twice, what lies between is left out or becomes the loop; kept
//                                    only if the caller still accepts the path
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "explicit/program.h"

namespace gnomon::witness {

struct StateLasso {
  std::vector<explicit_state::State> states;
  std::size_t loop = 0;
  bool operator==(const StateLasso&) const = default;
};

StateLasso normalised(StateLasso lasso);

// `acceptable` is asked at most a few hundred times, and never about lassos longer than the given one.
StateLasso shortened(StateLasso lasso, const std::function<bool(const StateLasso&)>& acceptable);

}  // namespace gnomon::witness
