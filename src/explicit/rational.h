// Exact arithmetic of ISPL expressions: the rationals with plus and minus infinity.
//
// Division is a * (1/b) with 1/0 = +inf and 1/inf = 0. Where the usual rules give no value the result is 0, as the
// language says for 0/0:
//     inf - inf = 0      0 * inf = 0      inf / inf = 0      0 / 0 = 0
// All other cases are the usual ones: x / 0 is infinite by the sign of x, x / inf = 0 for finite x, inf + x = inf,
// inf * x is infinite by the sign of x, inf = inf, and -inf < x < inf for every finite x.
//
// Almost every number of a run is a small integer, so integers that fit 64 bits are kept as such; everything else is an
// mpq_class. The representation is canonical: an integer that fits is never stored as a fraction.
#pragma once

#include <compare>
#include <cstdint>
#include <gmpxx.h>
#include <optional>
#include <variant>

namespace gnomon::explicit_state {

class Rational {
 public:
  Rational() = default;
  Rational(std::int64_t value) : value_(value) {}  // NOLINT: integers are rationals
  static Rational infinity(int sign) { return Rational(Infinite{sign}); }

  bool is_infinite() const { return std::holds_alternative<Infinite>(value_); }
  // The integer, if the number is one and fits 64 bits.
  std::optional<std::int64_t> integer() const;
  int sign() const;  // -1, 0, 1

  friend Rational operator-(const Rational& a);
  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  friend Rational operator/(const Rational& a, const Rational& b);
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);
  friend bool operator==(const Rational& a, const Rational& b) { return (a <=> b) == std::strong_ordering::equal; }

 private:
  struct Infinite {
    int sign;
  };
  explicit Rational(Infinite value) : value_(value) {}
  explicit Rational(const mpq_class& value);
  mpq_class fraction() const;  // requires a finite number

  std::variant<std::int64_t, mpq_class, Infinite> value_ = std::int64_t{0};
};

}  // namespace gnomon::explicit_state
