// Numbers as vectors of diagrams: exact integers and rationals that depend on the bits of a state.
//
// An Integer is a two's complement number, least significant bit first, whose last bit is the sign; results grow by the
// bits they need, so nothing overflows. A Rational is a fraction with a denominator >= 0; infinity is (+1 or -1)/0.
// With the language's rule 0/0 = 0, and inf - inf = 0 * inf = inf / inf = 0, every operation is total. Bit-wise
// construction costs what the diagrams cost; the domains are never enumerated.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "bdd/bdd.h"
#include "bdd/manager.h"

namespace gnomon::model {

class Integer {
 public:
  static Integer constant(bdd::Manager& manager, std::int64_t value);
  // An unsigned number from its bits, most significant first.
  static Integer unsigned_bits(bdd::Manager& manager, const std::vector<bdd::Bdd>& most_significant_first);

  bdd::Bdd is_zero() const;
  bdd::Bdd is_negative() const { return bits_.back(); }
  bool is_constant(std::int64_t value) const;
  std::size_t width() const { return bits_.size(); }
  // Bit i; the sign beyond the width.
  const bdd::Bdd& bit(std::size_t i) const { return bits_[i < bits_.size() ? i : bits_.size() - 1]; }

  friend Integer operator-(const Integer& a);
  friend Integer operator+(const Integer& a, const Integer& b);
  friend Integer operator-(const Integer& a, const Integer& b);
  friend Integer operator*(const Integer& a, const Integer& b);
  friend bdd::Bdd equal(const Integer& a, const Integer& b);
  friend bdd::Bdd less(const Integer& a, const Integer& b);
  friend Integer choose(const bdd::Bdd& condition, const Integer& then, const Integer& otherwise);
  // The quotient by a positive number, rounded down, and the remainder, which is never negative.
  friend std::pair<Integer, Integer> divide(const Integer& a, std::int64_t divisor);

 private:
  explicit Integer(std::vector<bdd::Bdd> bits) : bits_(std::move(bits)) { trim(); }
  static Integer sum(const Integer& a, const Integer& b, bool subtract);
  void trim();  // drops copies of the sign

  std::vector<bdd::Bdd> bits_;
};

class Rational {
 public:
  explicit Rational(Integer integer);

  // The numbers are equal; the first is less.
  friend bdd::Bdd equal(const Rational& a, const Rational& b);
  friend bdd::Bdd less(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a);
  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  friend Rational operator/(const Rational& a, const Rational& b);
  friend Rational choose(const bdd::Bdd& condition, const Rational& then, const Rational& otherwise);

  bool whole() const { return denominator_.is_constant(1); }
  const Integer& numerator() const { return numerator_; }

 private:
  Rational(Integer numerator, Integer denominator);  // brings x/0 into the form above; requires denominator >= 0
  bdd::Bdd infinite() const { return denominator_.is_zero(); }

  Integer numerator_;
  Integer denominator_;
};

}  // namespace gnomon::model
