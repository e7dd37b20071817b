#include "explicit/rational.h"

namespace gnomon::explicit_state {

namespace {

static_assert(sizeof(long) == sizeof(std::int64_t), "GMP converts 64-bit integers through long");

}  // namespace

Rational::Rational(const mpq_class& value) {
  if (value.get_den() == 1 && value.get_num().fits_slong_p()) {
    value_ = static_cast<std::int64_t>(value.get_num().get_si());
  } else {
    value_ = value;
  }
}

mpq_class Rational::fraction() const {
  if (const auto* small = std::get_if<std::int64_t>(&value_)) return mpq_class(static_cast<long>(*small));
  return std::get<mpq_class>(value_);
}

std::optional<std::int64_t> Rational::integer() const {
  if (const auto* small = std::get_if<std::int64_t>(&value_)) return *small;
  return std::nullopt;
}

int Rational::sign() const {
  if (const auto* small = std::get_if<std::int64_t>(&value_)) return (*small > 0) - (*small < 0);
  if (const auto* infinite = std::get_if<Infinite>(&value_)) return infinite->sign;
  return sgn(std::get<mpq_class>(value_));
}

Rational operator-(const Rational& a) {
  return Rational(0) - a;
}

Rational operator+(const Rational& a, const Rational& b) {
  if (a.is_infinite() && b.is_infinite()) return a.sign() == b.sign() ? a : Rational(0);
  if (a.is_infinite()) return a;
  if (b.is_infinite()) return b;
  const auto* x = std::get_if<std::int64_t>(&a.value_);
  const auto* y = std::get_if<std::int64_t>(&b.value_);
  std::int64_t sum = 0;
  if (x && y && !__builtin_add_overflow(*x, *y, &sum)) return sum;
  return Rational(mpq_class(a.fraction() + b.fraction()));
}

Rational operator-(const Rational& a, const Rational& b) {
  if (b.is_infinite()) return a + Rational::infinity(-b.sign());
  if (a.is_infinite()) return a;
  const auto* x = std::get_if<std::int64_t>(&a.value_);
  const auto* y = std::get_if<std::int64_t>(&b.value_);
  std::int64_t difference = 0;
  if (x && y && !__builtin_sub_overflow(*x, *y, &difference)) return difference;
  return Rational(mpq_class(a.fraction() - b.fraction()));
}

Rational operator*(const Rational& a, const Rational& b) {
  int sign = a.sign() * b.sign();
  if (sign == 0) return 0;
  if (a.is_infinite() || b.is_infinite()) return Rational::infinity(sign);
  const auto* x = std::get_if<std::int64_t>(&a.value_);
  const auto* y = std::get_if<std::int64_t>(&b.value_);
  std::int64_t product = 0;
  if (x && y && !__builtin_mul_overflow(*x, *y, &product)) return product;
  return Rational(mpq_class(a.fraction() * b.fraction()));
}

Rational operator/(const Rational& a, const Rational& b) {
  if (b.is_infinite()) return 0;
  if (b.sign() == 0) return a.sign() == 0 ? Rational(0) : Rational::infinity(a.sign());
  if (a.is_infinite()) return Rational::infinity(a.sign() * b.sign());
  return Rational(mpq_class(a.fraction() / b.fraction()));
}

std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
  const auto* x = std::get_if<std::int64_t>(&a.value_);
  const auto* y = std::get_if<std::int64_t>(&b.value_);
  if (x && y) return *x <=> *y;
  if (a.is_infinite() || b.is_infinite()) {
    int left = a.is_infinite() ? a.sign() : 0;
    int right = b.is_infinite() ? b.sign() : 0;
    return left <=> right;
  }
  return cmp(a.fraction(), b.fraction()) <=> 0;
}

}  // namespace gnomon::explicit_state
