// Interrupts work at every poll in turn: whatever polls a Budget must be able to stop there.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <gtest/gtest.h>

#include "base/budget.h"

namespace gnomon::test {

// Runs the work again and again, interrupting it at its first poll, at the second, and so on until it comes to its end.
// Returns how often it was interrupted.
inline int interruptions(const std::function<void(const Budget&)>& work) {
  for (int last = 0;; ++last) {
    std::atomic<bool> interrupt = last == 0;
    int polls = 0;
    Budget budget;
    budget.interrupt = &interrupt;
    budget.tick = [&] { interrupt = ++polls >= last; };
    try {
      work(budget);
      return last;
    } catch (const LimitReached& reached) {
      EXPECT_EQ(reached.limit(), Limit::Interrupt);
    }
  }
}

// Runs the work with so much memory more than the process has now, which must not be enough, and expects that it stops
// in time.
inline void expect_memory_limit(std::size_t bytes, const std::function<void(const Budget&)>& work) {
  constexpr std::size_t kTolerance = std::size_t{64} << 20;
  Budget budget;
  budget.process_bytes = resident_memory() + bytes;
  const std::size_t peak_before = peak_resident_memory();
  try {
    work(budget);
    ADD_FAILURE() << "the memory was enough";
  } catch (const LimitReached& reached) {
    EXPECT_EQ(reached.limit(), Limit::Memory);
  }
  EXPECT_LE(peak_resident_memory(), std::max(peak_before, budget.process_bytes + kTolerance));
}

}  // namespace gnomon::test
