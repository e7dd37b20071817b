// Sets of states as conjunctions of literals: the unit in which IC3 thinks.
//
// A position is a bit of a state; where a property speaks of several states at once, the bits of all of them, one after
// the other. A cube is a list of literals, ascending by position, at most one for each; it stands for the states in which
// all of them hold. Fewer literals, more states.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gnomon::ic3 {

struct Literal {
  std::uint32_t code = 0;  // twice the position, and one more if the bit is set

  Literal() = default;
  Literal(std::size_t position, bool value)
      : code(static_cast<std::uint32_t>(2 * position) + static_cast<std::uint32_t>(value)) {}

  std::size_t position() const { return code / 2; }
  bool value() const { return code % 2 != 0; }
  auto operator<=>(const Literal&) const = default;
};

using Cube = std::vector<Literal>;

// Every state of `inner` is one of `outer`, as the literals tell.
inline bool covers(const Cube& outer, const Cube& inner) {
  return outer.size() <= inner.size() && std::includes(inner.begin(), inner.end(), outer.begin(), outer.end());
}

}  // namespace gnomon::ic3
