// A table over the subformulas of a formula: an array from the smallest number to the largest.
#pragma once

#include <cstddef>
#include <vector>

#include "logic/formula.h"

namespace gnomon::logic {

template <class T>
class FormulaMap {
 public:
  // For what FormulaPool::subformulas returns: ascending and not empty.
  explicit FormulaMap(const std::vector<Formula>& ascending)
      : first_(ascending.front().index()), values_(ascending.back().index() - first_ + 1) {}

  T& operator[](Formula f) { return values_[f.index() - first_]; }
  const T& operator[](Formula f) const { return values_[f.index() - first_]; }

 private:
  std::size_t first_;
  std::vector<T> values_;
};

}  // namespace gnomon::logic
