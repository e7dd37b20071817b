// A map from the nodes of a traversal to values: open addressing over indices, sized once.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bdd/edge.h"

namespace gnomon::bdd {

// Numbers the given nodes by their position; the terminal gets the number `nodes.size()`.
class NodeNumbers {
 public:
  explicit NodeNumbers(std::span<const Index> nodes)
      : shift_(64 - static_cast<unsigned>(std::bit_width(nodes.size() * 2 + 1))),
        keys_(std::size_t{1} << (64 - shift_), 0),
        numbers_(keys_.size(), 0),
        count_(nodes.size()) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const std::size_t place = find(nodes[i]);
      keys_[place] = nodes[i];
      numbers_[place] = static_cast<std::uint32_t>(i);
    }
  }
  std::size_t operator[](Index node) const { return node == 0 ? count_ : numbers_[find(node)]; }

 private:
  std::size_t find(Index node) const {
    std::size_t place = node * 0x9e3779b97f4a7c15ull >> shift_;
    while (keys_[place] != 0 && keys_[place] != node) place = (place + 1) & (keys_.size() - 1);
    return place;
  }

  unsigned shift_;
  std::vector<Index> keys_;
  std::vector<std::uint32_t> numbers_;
  std::size_t count_;
};

}  // namespace gnomon::bdd
