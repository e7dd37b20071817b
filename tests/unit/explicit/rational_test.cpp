#include "explicit/rational.h"

#include <gtest/gtest.h>
#include <limits>

#include "support/rng.h"

namespace gnomon::explicit_state {
namespace {

const Rational kInf = Rational::infinity(1);
const Rational kMinusInf = Rational::infinity(-1);

TEST(Rational, IsExact) {
  EXPECT_EQ(Rational(3) / 2 * 2, Rational(3));
  EXPECT_EQ(Rational(1) / 3 + Rational(1) / 6, Rational(1) / 2);
  EXPECT_FALSE((Rational(3) / 2).integer());
  EXPECT_EQ((Rational(4) / 2).integer(), 2);
  EXPECT_GT(Rational(3) / 2, Rational(1));
  EXPECT_LT(Rational(3) / 2, Rational(2));
  EXPECT_EQ((-(Rational(7) / -7)).integer(), 1);
}

TEST(Rational, DivisionByZero) {
  EXPECT_EQ(Rational(0) / 0, Rational(0));
  EXPECT_EQ(Rational(5) / 0, kInf);
  EXPECT_EQ(Rational(-5) / 0, kMinusInf);
  EXPECT_FALSE((Rational(5) / 0).integer());
  EXPECT_EQ(kInf / 0, kInf);
  EXPECT_EQ(kMinusInf / 0, kMinusInf);
}

TEST(Rational, Infinity) {
  Rational huge(std::numeric_limits<std::int64_t>::max());
  EXPECT_GT(kInf, huge * huge * huge);
  EXPECT_LT(kMinusInf, -(huge * huge * huge));
  EXPECT_EQ(kInf, kInf);
  EXPECT_EQ(kInf + 3, kInf);
  EXPECT_EQ(Rational(3) - kInf, kMinusInf);
  EXPECT_EQ(kInf * -2, kMinusInf);
  EXPECT_EQ(kMinusInf * kMinusInf, kInf);
  EXPECT_EQ(kMinusInf / 2, kMinusInf);
  EXPECT_EQ(kInf / (Rational(-1) / 2), kMinusInf);
  EXPECT_EQ(Rational(7) / kInf, Rational(0));
  EXPECT_EQ(-kInf, kMinusInf);
}

TEST(Rational, WhatHasNoValueIsZero) {
  EXPECT_EQ(kInf - kInf, Rational(0));
  EXPECT_EQ(kInf + kMinusInf, Rational(0));
  EXPECT_EQ(Rational(0) * kInf, Rational(0));
  EXPECT_EQ(kMinusInf * 0, Rational(0));
  EXPECT_EQ(kInf / kMinusInf, Rational(0));
}

TEST(Rational, LeavesAndRegains64Bits) {
  Rational most(std::numeric_limits<std::int64_t>::max());
  Rational least(std::numeric_limits<std::int64_t>::min());
  EXPECT_FALSE((most + 1).integer());
  EXPECT_EQ((most + 1 - 1).integer(), std::numeric_limits<std::int64_t>::max());
  EXPECT_FALSE((-least).integer());
  EXPECT_EQ(-(-least), least);
  EXPECT_EQ(most * most / most, most);
  EXPECT_EQ((most * most / most).integer(), std::numeric_limits<std::int64_t>::max());
}

TEST(Rational, OrderedLikeItsCrossProducts) {
  test::Rng rng(1);
  for (int k = 0; k < 2000; ++k) {
    std::int64_t bound = k % 2 == 0 ? 4 : 1'000'000'000;
    std::int64_t a = rng.between(-bound, bound);
    std::int64_t b = rng.between(1, bound);
    std::int64_t c = rng.between(-bound, bound);
    std::int64_t d = rng.between(1, bound);
    Rational left = Rational(a) / b;
    Rational right = Rational(c) / d;
    EXPECT_EQ(left <=> right, a * d <=> c * b);
    EXPECT_EQ((left + right) * b * d, Rational(a * d) + Rational(c * b));
    EXPECT_EQ(left - right + right, left);
  }
}

}  // namespace
}  // namespace gnomon::explicit_state
