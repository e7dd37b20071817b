// Iterates: those of random functions on a few numbers are found for any number of steps, with few applications.
#include "check/bounded.h"

#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>

namespace gnomon::check {
namespace {

TEST(Iterated, IsRepeatedApplication) {
  constexpr unsigned kNumbers = 24;
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::array<unsigned, kNumbers> image{};
    for (unsigned& number : image) number = static_cast<unsigned>(random()) % kNumbers;
    unsigned expected = 0;
    for (std::uint64_t times = 0; times < 100; ++times) {
      EXPECT_EQ(iterated(0u, times, [&](unsigned z) { return image[z]; }), expected) << times;
      expected = image[expected];
    }
  }
}

// A tail and a cycle: large numbers cost no more than a few times both.
TEST(Iterated, FindsPeriods) {
  for (std::uint64_t tail : {0u, 1u, 5u, 100u}) {
    for (std::uint64_t period : {1u, 2u, 7u, 128u}) {
      std::uint64_t steps = 0;
      auto next = [&](std::uint64_t z) {
        ++steps;
        return z + 1 < tail + period ? z + 1 : tail;
      };
      constexpr std::uint64_t kMany = std::uint64_t{1} << 62;
      EXPECT_EQ(iterated(std::uint64_t{0}, kMany, next), tail + (kMany - tail) % period);
      EXPECT_LE(steps, 4 * (tail + period) + 4);
    }
  }
}

}  // namespace
}  // namespace gnomon::check
