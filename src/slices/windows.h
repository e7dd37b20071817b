// Where to cut a set of states: windows, which are disjoint and together contain every state.
//
// The part with the largest diagram is split by the bit for which 0.7 max + 0.3 sum of the sizes of the two halves is
// least, until there are enough parts; of bits that are almost as good, one that no step changes is taken (after Narayan,
// Jain and others 1996, and Grumberg, Heyman, Schuster 2001). A cut is good where parts become small and share little of what they had in common; where every part keeps almost all nodes
// of the whole, nothing is gained.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "model/symbolic_model.h"

namespace gnomon::slices {

struct Cut {
  std::vector<bdd::Bdd> windows;
  double largest = 1;  // the nodes of the largest part, as a share of the whole
  double sum = 1;      // those of all parts

  // Whether it is expected to pay.
  bool good() const { return largest <= kLargest && sum <= kSum; }
  static constexpr double kLargest = 0.75;
  static constexpr double kSum = 1.5;
};

// One window in two.
struct Split {
  std::array<bdd::Bdd, 2> windows;
  std::array<std::size_t, 2> nodes{};  // of these states in each
};

// The best way to split it; none if every bit is tested already.
std::optional<Split> split_window(const model::SymbolicModel& model, const bdd::Bdd& window,
                                  const model::StateSet& states);

// Whether the windows are disjoint and contain every state.
bool is_partition(const std::vector<bdd::Bdd>& windows);

// Into so many windows, fewer if there are not as many bits.
Cut cut(const model::SymbolicModel& model, const model::StateSet& states, std::size_t count);

}  // namespace gnomon::slices
