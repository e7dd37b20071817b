// Polls a Budget every few thousand small steps of work, for those who read texts and build trees: they cannot say
// beforehand how much there will be, and each step is too small for a look at the clock.
//
// Memory grows a little in each step, and now and then all at once when an array has to move. Whoever owns large arrays
// says how much they may have to allocate before the next poll, and the limit is raised before that happens.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/budget.h"

namespace gnomon {

class Pace {
 public:
  static constexpr std::size_t kInterval = 4096;

  explicit Pace(const Budget* budget) : budget_(budget) {}

  // Some work has been done.
  void step(std::size_t steps = 1) {
    step(steps, [] { return std::size_t{0}; });
  }
  // The same; `growth()` is what may be allocated at once during the next kInterval steps, in bytes.
  template <class Growth>
  void step(std::size_t steps, Growth&& growth) {
    if (steps < left_) {
      left_ -= steps;
      return;
    }
    left_ = kInterval;
    if (budget_ == nullptr) return;
    budget_->poll();
    if (std::size_t bytes = growth(); bytes > kSmall && bytes > budget_->memory_left()) {
      throw LimitReached(Limit::Memory, "memory limit reached");
    }
  }

 private:
  static constexpr std::size_t kSmall = std::size_t{1} << 20;

  const Budget* budget_;
  std::size_t left_ = kInterval;
};

// What an array has to allocate at once in order to take so many more elements.
template <class T>
std::size_t growth_bytes(const std::vector<T>& array, std::size_t more = Pace::kInterval) {
  if (array.capacity() - array.size() >= more) return 0;
  return std::max(array.capacity() * 2, array.size() + more) * sizeof(T);
}

}  // namespace gnomon
