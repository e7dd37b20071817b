// A random number generator whose results are the same on every platform for the same seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace gnomon::test {

class Rng {
 public:
  explicit Rng(std::uint64_t seed) : engine_(seed) {}

  // A number in [0, bound); requires bound > 0. The bias of the remainder does not matter here.
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(engine_() % bound); }
  // A number in [low, high].
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::size_t>(high - low + 1)));
  }
  std::uint64_t word() { return engine_(); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class T>
  const T& pick(const std::vector<T>& list) {
    return list[below(list.size())];
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace gnomon::test
