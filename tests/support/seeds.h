// How many seeds a randomised test takes. Where everything is slow (under a sanitizer), GNOMON_TEST_SHARE=20 makes that
// a twentieth of them, but not fewer than `fewest`, so that what is rare still occurs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace gnomon::test {

inline std::uint64_t seeds(std::uint64_t all, std::uint64_t fewest = 16) {
  const char* share = std::getenv("GNOMON_TEST_SHARE");
  std::uint64_t divisor = share == nullptr ? 1 : std::strtoull(share, nullptr, 10);
  return std::max(std::min(all, fewest), all / std::max<std::uint64_t>(1, divisor));
}

}  // namespace gnomon::test
