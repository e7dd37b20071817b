// Numbers as diagrams against plain numbers, for every assignment of two fields of four bits (values -8 to 7), and for
// compound expressions against the interpreter's exact rationals.
#include "model/arithmetic.h"

#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <vector>

#include "explicit/rational.h"

namespace gnomon::model {
namespace {

using bdd::Bdd;
using Number = explicit_state::Rational;

constexpr int kBits = 4;
constexpr std::int64_t kLow = -8;

class Arithmetic : public testing::Test {
 protected:
  Arithmetic() {
    for (int i = 0; i < 2 * kBits; ++i) vars_.push_back(manager_.new_var());
  }

  // The number kLow + the unsigned value of four of the bits.
  Integer field(int which) {
    std::vector<Bdd> bits;
    for (int b = 0; b < kBits; ++b)
      bits.push_back(manager_.literal(vars_[static_cast<std::size_t>(which * kBits + b)]));
    return Integer::unsigned_bits(manager_, bits) + constant(kLow);
  }
  Integer constant(std::int64_t value) { return Integer::constant(manager_, value); }

  // Calls with the values of both fields and the assignment, for every assignment.
  void for_all(const std::function<void(std::int64_t, std::int64_t, const std::vector<bool>&)>& visit) {
    for (int code = 0; code < 1 << (2 * kBits); ++code) {
      std::vector<bool> bits;
      for (int b = 2 * kBits - 1; b >= 0; --b) bits.push_back(((code >> b) & 1) != 0);
      visit((code >> kBits) + kLow, (code & ((1 << kBits) - 1)) + kLow, bits);
    }
  }

  static std::int64_t value(const Integer& number, const std::vector<bool>& bits) {
    std::int64_t result = 0;
    for (std::size_t i = 0; i < 62; ++i) {
      if (evaluate(number.bit(i), bits)) result += std::int64_t{1} << i;
    }
    return evaluate(number.is_negative(), bits) ? result - (std::int64_t{1} << 62) : result;
  }

  bdd::Manager manager_;
  std::vector<bdd::Var> vars_;
};

TEST_F(Arithmetic, Constants) {
  for (std::int64_t number : {std::int64_t{0}, std::int64_t{1}, std::int64_t{-1}, std::int64_t{-8}, std::int64_t{127},
                              std::int64_t{1} << 40, -(std::int64_t{1} << 40)}) {
    EXPECT_EQ(value(constant(number), std::vector<bool>(2 * kBits)), number);
    EXPECT_TRUE(constant(number).is_constant(number));
    EXPECT_FALSE(constant(number).is_constant(number + 1));
  }
  EXPECT_TRUE(constant(INT64_MIN).is_constant(INT64_MIN));
  EXPECT_TRUE(constant(INT64_MAX).is_constant(INT64_MAX));
  EXPECT_FALSE(constant(INT64_MAX).is_constant(-1));
  EXPECT_FALSE(field(0).is_constant(0));
  EXPECT_EQ(constant(0).width(), 1u);
  EXPECT_EQ(constant(-1).width(), 1u);
  EXPECT_EQ(constant(5).width(), 4u);
}

TEST_F(Arithmetic, IntegersOverAllAssignments) {
  Integer a = field(0), b = field(1);
  Integer sum = a + b, difference = a - b, product = a * b, negative = -a;
  Bdd same = equal(a, b), below = less(a, b), zero = a.is_zero(), sign = a.is_negative();
  Integer chosen = choose(below, a, constant(100));
  for_all([&](std::int64_t x, std::int64_t y, const std::vector<bool>& bits) {
    ASSERT_EQ(value(a, bits), x);
    ASSERT_EQ(value(sum, bits), x + y);
    ASSERT_EQ(value(difference, bits), x - y);
    ASSERT_EQ(value(product, bits), x * y);
    ASSERT_EQ(value(negative, bits), -x);
    ASSERT_EQ(value(chosen, bits), x < y ? x : 100);
    ASSERT_EQ(evaluate(same, bits), x == y);
    ASSERT_EQ(evaluate(below, bits), x < y);
    ASSERT_EQ(evaluate(zero, bits), x == 0);
    ASSERT_EQ(evaluate(sign, bits), x < 0);
  });
}

TEST_F(Arithmetic, ComparisonOfDifferentWidths) {
  Integer a = field(0);
  for (std::int64_t c = -40; c <= 40; ++c) {
    Bdd below = less(a, constant(c)), above = less(constant(c), a), same = equal(a, constant(c));
    for_all([&](std::int64_t x, std::int64_t, const std::vector<bool>& bits) {
      ASSERT_EQ(evaluate(below, bits), x < c);
      ASSERT_EQ(evaluate(above, bits), c < x);
      ASSERT_EQ(evaluate(same, bits), x == c);
    });
  }
}

// a / b covers 0/0, x/0 of both signs and fractions; the second operation covers all that can happen to infinities.
// Every result is compared with every other and with constants around and between the values that occur.
TEST_F(Arithmetic, RationalsOverAllAssignments) {
  Rational a{field(0)}, b{field(1)}, three{constant(3)};
  Rational q = a / b, r = b / a;
  std::vector<Rational> symbolic{q,     -q,    q + three, q - three, q * three, q / three, three / q,
                                 q + r, q - r, q * r,     q / r,     q - q,     q / q};
  constexpr std::size_t kExpressions = 13;
  std::vector<Number> probes;
  for (std::int64_t probe : {-64, -24, -8, -3, -1, 0, 1, 2, 7, 21, 64}) {
    probes.emplace_back(probe);
    symbolic.emplace_back(constant(probe));
  }
  struct Pair {
    std::size_t left, right;
    Bdd same, below;
  };
  std::vector<Pair> pairs;
  for (std::size_t k = 0; k < kExpressions; ++k) {
    for (std::size_t j = 0; j < symbolic.size(); ++j) {
      pairs.push_back({k, j, equal(symbolic[k], symbolic[j]), less(symbolic[k], symbolic[j])});
    }
  }
  for_all([&](std::int64_t x, std::int64_t y, const std::vector<bool>& bits) {
    Number m = Number(x) / Number(y);
    Number n = Number(y) / Number(x);
    Number t(3);
    std::vector<Number> plain{m, -m, m + t, m - t, m * t, m / t, t / m, m + n, m - n, m * n, m / n, m - m, m / m};
    plain.insert(plain.end(), probes.begin(), probes.end());
    for (const Pair& pair : pairs) {
      ASSERT_EQ(evaluate(pair.same, bits), plain[pair.left] == plain[pair.right])
          << pair.left << " = " << pair.right << " at " << x << ", " << y;
      ASSERT_EQ(evaluate(pair.below, bits), plain[pair.left] < plain[pair.right])
          << pair.left << " < " << pair.right << " at " << x << ", " << y;
    }
  });
}

}  // namespace
}  // namespace gnomon::model
