// Numbers against the rationals of src/explicit, which are of other making.
#include "enumerate/number.h"

#include <gtest/gtest.h>
#include <vector>

#include "explicit/rational.h"

namespace gnomon::enumerate {
namespace {

using explicit_state::Rational;

struct Pair {
  Number number;
  Rational rational;
};

std::vector<Pair> samples() {
  std::vector<Pair> all{{infinity(1), Rational::infinity(1)}, {infinity(-1), Rational::infinity(-1)}};
  for (std::int64_t n = -6; n <= 6; ++n) {
    for (std::int64_t d = 1; d <= 4; ++d) all.push_back({fraction(n, d), Rational(n) / Rational(d)});
  }
  return all;
}

bool same(const Number& number, const Rational& rational) {
  if (number.infinite() || rational.is_infinite()) {
    return number.infinite() == rational.is_infinite() && number.sign() == rational.sign();
  }
  return Rational(number.numerator) / Rational(number.denominator) == rational &&
         number.whole() == rational.integer().has_value();
}

TEST(Numbers, ComputeAsRationalsDo) {
  for (const Pair& a : samples()) {
    EXPECT_TRUE(same(-a.number, -a.rational));
    for (const Pair& b : samples()) {
      EXPECT_TRUE(same(a.number + b.number, a.rational + b.rational));
      EXPECT_TRUE(same(a.number - b.number, a.rational - b.rational));
      EXPECT_TRUE(same(a.number * b.number, a.rational * b.rational));
      EXPECT_TRUE(same(a.number / b.number, a.rational / b.rational));
      EXPECT_EQ(a.number < b.number, a.rational < b.rational);
      EXPECT_EQ(a.number == b.number, a.rational == b.rational);
    }
  }
}

}  // namespace
}  // namespace gnomon::enumerate
