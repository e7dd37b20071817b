// Patterns that members can or cannot avoid together, against a look at every joint choice.
#include "enumerate/avoidance.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <vector>

#include "base/budget.h"

namespace gnomon::test {
namespace {

using enumerate::Avoidance;
using enumerate::ChoiceBits;
using enumerate::Word;
using Pattern = std::vector<std::vector<bool>>;  // by member, then by choice; no choice: not named

bool comes_about(const Pattern& pattern, const std::vector<std::size_t>& joint) {
  for (std::size_t m = 0; m < joint.size(); ++m) {
    const bool named = std::find(pattern[m].begin(), pattern[m].end(), true) != pattern[m].end();
    if (named && !pattern[m][joint[m]]) return false;
  }
  return true;
}

bool avoidable(const std::vector<std::uint32_t>& choices, const std::vector<Pattern>& patterns) {
  std::vector<std::size_t> joint(choices.size(), 0);
  while (true) {
    if (std::none_of(patterns.begin(), patterns.end(), [&](const Pattern& p) { return comes_about(p, joint); })) {
      return true;
    }
    std::size_t m = 0;
    while (m < choices.size() && ++joint[m] == choices[m]) joint[m++] = 0;
    if (m == choices.size()) return false;
  }
}

ChoiceBits bits_of(const std::vector<std::uint32_t>& choices) {
  ChoiceBits bits;
  for (std::uint32_t count : choices) bits.add(count);
  return bits;
}

std::vector<Word> words_of(const ChoiceBits& bits, const std::vector<Pattern>& patterns) {
  std::vector<Word> words(patterns.size() * bits.words(), 0);
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    for (std::size_t m = 0; m < patterns[i].size(); ++m) {
      for (std::size_t c = 0; c < patterns[i][m].size(); ++c) {
        if (patterns[i][m][c]) bits.set(m, c, words.data() + i * bits.words());
      }
    }
  }
  return words;
}

TEST(Avoidance, IsThatOfEveryJointChoice) {
  const Budget budget;
  std::mt19937_64 random(20'260'701);
  std::size_t possible = 0;
  constexpr std::size_t kCases = 4000;
  // Of all members together more than a word, and of one member alone.
  const std::vector<std::vector<std::uint32_t>> shapes{
      {3},        {70},        {2, 2},   {4, 3, 2}, {2, 2, 2, 2, 2, 2}, {5, 4, 3, 3},
      {60, 3, 9}, {2, 130, 3}, {40, 40}, {64, 2},   {1, 3, 1}};
  Avoidance avoidance(budget);
  for (std::size_t i = 0; i < kCases; ++i) {
    const std::vector<std::uint32_t>& choices = shapes[i % shapes.size()];
    std::vector<Pattern> patterns(random() % 18);
    for (Pattern& pattern : patterns) {
      const std::uint64_t share = 1 + random() % 7;
      for (std::uint32_t count : choices) {
        const bool named = random() % 4 != 0;
        std::vector<bool>& set = pattern.emplace_back(count, false);
        for (std::uint32_t c = 0; c < count; ++c) set[c] = named && random() % 10 < share;
      }
    }
    const ChoiceBits bits = bits_of(choices);
    const bool expected = avoidable(choices, patterns);
    const std::vector<Word> words = words_of(bits, patterns);
    ASSERT_EQ(avoidance.possible(bits, words), expected) << "case " << i;
    std::vector<Word> likely(bits.words(), 0);
    for (std::size_t m = 0; m < choices.size(); ++m) bits.set(m, random() % choices[m], likely.data());
    ASSERT_EQ(avoidance.possible(bits, words, likely), expected) << "case " << i << ", with a joint choice to try";
    possible += expected ? 1 : 0;
  }
  EXPECT_GT(possible, kCases / 8);
  EXPECT_LT(possible, kCases * 4 / 5);
}

TEST(Avoidance, OfOnlyThePatternThatNamesNobodyIsImpossible) {
  const Budget budget;
  Avoidance avoidance(budget);
  for (const std::vector<std::uint32_t>& choices : {std::vector<std::uint32_t>{3}, {3, 2}, {100}}) {
    const ChoiceBits bits = bits_of(choices);
    EXPECT_TRUE(avoidance.possible(bits, {}));
    EXPECT_FALSE(avoidance.possible(bits, std::vector<Word>(bits.words(), 0)));
  }
}

// n + 1 members with n choices each, no two of which may choose the same: a hard question for solvers of clauses.
std::vector<Word> pigeons(const ChoiceBits& bits, std::size_t holes) {
  std::vector<Word> words;
  for (std::size_t a = 0; a <= holes; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      for (std::size_t hole = 0; hole < holes; ++hole) {
        words.resize(words.size() + bits.words(), 0);
        bits.set(a, hole, &words[words.size() - bits.words()]);
        bits.set(b, hole, &words[words.size() - bits.words()]);
      }
    }
  }
  return words;
}

TEST(Avoidance, HasALimit) {
  const Budget budget;
  const ChoiceBits few = bits_of(std::vector<std::uint32_t>(5, 4));
  EXPECT_FALSE(Avoidance(budget).possible(few, pigeons(few, 4)));
  const ChoiceBits many = bits_of(std::vector<std::uint32_t>(15, 14));
  Avoidance limited(budget, 1'000'000);
  EXPECT_THROW(limited.possible(many, pigeons(many, 14)), LimitReached);
}

// Each member must not do as the one before: many joint choices, hardly any search.
TEST(Avoidance, DoesNotListJointChoices) {
  const Budget budget;
  constexpr std::size_t kMembers = 40;
  const ChoiceBits bits = bits_of(std::vector<std::uint32_t>(kMembers, 3));
  std::vector<Word> words;
  for (std::size_t m = 1; m < kMembers; ++m) {
    for (std::size_t c = 0; c < 3; ++c) {
      words.resize(words.size() + bits.words(), 0);
      bits.set(m - 1, c, &words[words.size() - bits.words()]);
      bits.set(m, c, &words[words.size() - bits.words()]);
    }
  }
  Avoidance avoidance(budget);
  EXPECT_TRUE(avoidance.possible(bits, words));
  EXPECT_LT(avoidance.work(), 2'000'000U);
}

}  // namespace
}  // namespace gnomon::test
