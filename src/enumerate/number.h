// Exact arithmetic of expressions: fractions n/d in lowest terms with d > 0, and n/0 with n = 1 or -1 for the two
// infinite values. The front end has proved that numerators and denominators fit 63 bits (ispl/expression.h).
//
// Where the usual rules give no value the result is 0:   inf - inf = 0 * inf = inf / inf = 0 / 0 = 0
#pragma once

#include <compare>
#include <cstdint>
#include <numeric>

namespace gnomon::enumerate {

struct Number {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;

  bool is_true() const { return numerator != 0; }
  bool infinite() const { return denominator == 0; }
  bool whole() const { return denominator == 1; }
  int sign() const { return numerator > 0 ? 1 : numerator < 0 ? -1 : 0; }
};

inline Number truth(bool value) {
  return {value ? 1 : 0, 1};
}

inline Number infinity(int sign) {
  return {sign, 0};
}

inline Number fraction(std::int64_t numerator, std::int64_t denominator) {
  if (denominator == 1) return {numerator, 1};
  const std::int64_t common = std::gcd(numerator, denominator);
  return denominator < 0 ? Number{-numerator / common, -denominator / common}
                         : Number{numerator / common, denominator / common};
}

inline Number operator-(const Number& a) {
  return {-a.numerator, a.denominator};
}

inline Number operator+(const Number& a, const Number& b) {
  if (a.whole() && b.whole()) return {a.numerator + b.numerator, 1};
  if (a.infinite() && b.infinite()) return a.sign() == b.sign() ? a : Number{};
  if (a.infinite()) return a;
  if (b.infinite()) return b;
  return fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

inline Number operator-(const Number& a, const Number& b) {
  return a + (-b);
}

inline Number operator*(const Number& a, const Number& b) {
  if (a.whole() && b.whole()) return {a.numerator * b.numerator, 1};
  if (!a.infinite() && !b.infinite()) return fraction(a.numerator * b.numerator, a.denominator * b.denominator);
  const int sign = a.sign() * b.sign();
  return sign == 0 ? Number{} : infinity(sign);
}

inline Number operator/(const Number& a, const Number& b) {
  if (b.infinite()) return {};
  if (b.sign() == 0) return a.sign() == 0 ? Number{} : infinity(a.sign());
  if (a.infinite()) return infinity(a.sign() * b.sign());
  return fraction(a.numerator * b.denominator, a.denominator * b.numerator);
}

inline std::strong_ordering operator<=>(const Number& a, const Number& b) {
  if (a.infinite() || b.infinite()) return (a.infinite() ? a.sign() : 0) <=> (b.infinite() ? b.sign() : 0);
  return a.numerator * b.denominator <=> b.numerator * a.denominator;
}

inline bool operator==(const Number& a, const Number& b) {
  return (a <=> b) == std::strong_ordering::equal;
}

}  // namespace gnomon::enumerate
