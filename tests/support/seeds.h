// How many seeds a randomised test takes. Where everything is slow (under a sanitizer), GNOMON_TEST_SHARE=10 makes that
// a tenth of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace gnomon::test {

inline std::uint64_t seeds(std::uint64_t all) {
  const char* share = std::getenv("GNOMON_TEST_SHARE");
  std::uint64_t divisor = share == nullptr ? 1 : std::strtoull(share, nullptr, 10);
  return std::max<std::uint64_t>(1, all / std::max<std::uint64_t>(1, divisor));
}

}  // namespace gnomon::test
