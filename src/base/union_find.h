// Disjoint sets of numbers, joined one by one (Galler and Fischer 1964), with path halving.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace gnomon {

class UnionFind {
 public:
  // Every number below `size` by itself; fewer than 2^32 of them.
  explicit UnionFind(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), 0U); }
  // A number of its set, the same for all members.
  std::uint32_t find(std::size_t number) {
    auto x = static_cast<std::uint32_t>(number);
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }
  void unite(std::size_t x, std::size_t y) { parent_[find(x)] = find(y); }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace gnomon
