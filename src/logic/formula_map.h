// A table over the subformulas of a formula. Mostly their numbers lie close together, and the table is an array from the
// smallest to the largest. A formula that shares its atoms with others may have large gaps; then the place is searched
// for, so that a small formula is cheap in a large pool.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "logic/formula.h"

namespace gnomon::logic {

template <class T>
class FormulaMap {
 public:
  // For what FormulaPool::subformulas returns: ascending and not empty.
  explicit FormulaMap(const std::vector<Formula>& ascending) : first_(ascending.front().index()) {
    constexpr std::size_t kSparse = 8;
    std::size_t range = ascending.back().index() - first_ + 1;
    if (range > ascending.size() * kSparse) keys_ = ascending;
    values_.resize(keys_.empty() ? range : keys_.size());
  }

  T& operator[](Formula f) { return values_[place(f)]; }
  const T& operator[](Formula f) const { return values_[place(f)]; }

 private:
  std::size_t place(Formula f) const {
    if (keys_.empty()) return f.index() - first_;
    return static_cast<std::size_t>(std::lower_bound(keys_.begin(), keys_.end(), f) - keys_.begin());
  }

  std::size_t first_;
  std::vector<Formula> keys_;  // empty: an array over the whole range
  std::vector<T> values_;
};

}  // namespace gnomon::logic
