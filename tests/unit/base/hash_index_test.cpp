#include "base/hash_index.h"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <vector>

namespace gnomon {
namespace {

// Against a map, with hashes of all qualities.
TEST(HashIndex, FindsWhatWasAdded) {
  for (std::uint64_t spread : {0ull, 1ull, 7ull, 0x9e3779b97f4a7c15ull, 1ull << 40}) {
    std::mt19937_64 random(spread);
    std::vector<std::uint64_t> elements;
    std::map<std::uint64_t, std::uint32_t> expected;
    HashIndex index;
    auto hash_of = [&](std::uint64_t element) { return element * spread; };
    const std::uint64_t bound = spread == 0 ? 300 : 3000;  // one long chain is slow
    for (int i = 0; i < 5000; ++i) {
      std::uint64_t element = random() % bound;
      std::uint32_t found = index.find(hash_of(element), [&](std::uint32_t n) { return elements[n] == element; });
      auto known = expected.find(element);
      ASSERT_EQ(found, known == expected.end() ? HashIndex::kAbsent : known->second);
      if (known != expected.end()) continue;
      auto number = static_cast<std::uint32_t>(elements.size());
      elements.push_back(element);
      expected.emplace(element, number);
      index.add(number, [&](std::uint32_t n) { return hash_of(elements[n]); });
    }
    EXPECT_GT(elements.size(), bound / 2);
  }
}

TEST(HashIndex, SaysWhenItHasToGrow) {
  HashIndex index;
  EXPECT_GT(index.growth_bytes(1), 0u);
  int growths = 0;
  for (std::uint32_t i = 0; i < 100000; ++i) {
    bool grows = index.growth_bytes(1) > 0;
    EXPECT_GE(index.growth_bytes(1'000'000), index.growth_bytes(1));
    index.add(i, [](std::uint32_t n) { return std::uint64_t{n}; });
    growths += grows ? 1 : 0;
  }
  EXPECT_EQ(growths, 15) << "16 slots at first, twice as many each time";
}

}  // namespace
}  // namespace gnomon
