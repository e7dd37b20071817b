#include "model/arithmetic.h"

#include <algorithm>
#include <utility>

namespace gnomon::model {

using bdd::Bdd;

// --- integers --------------------------------------------------------------------------------------------------------

Integer Integer::constant(bdd::Manager& manager, std::int64_t value) {
  std::vector<Bdd> bits;
  for (int i = 0; i < 64; ++i) bits.push_back(manager.constant(((value >> i) & 1) != 0));
  return Integer(std::move(bits));
}

Integer Integer::unsigned_bits(bdd::Manager& manager, const std::vector<Bdd>& most_significant_first) {
  std::vector<Bdd> bits(most_significant_first.rbegin(), most_significant_first.rend());
  bits.push_back(manager.constant(false));
  return Integer(std::move(bits));
}

void Integer::trim() {
  while (bits_.size() > 1 && bits_[bits_.size() - 1] == bits_[bits_.size() - 2]) bits_.pop_back();
}

Bdd Integer::is_zero() const {
  Bdd some = bits_[0];
  for (std::size_t i = 1; i < bits_.size(); ++i) some |= bits_[i];
  return !some;
}

bool Integer::is_constant(std::int64_t value) const {
  for (std::size_t i = 0; i < std::max<std::size_t>(bits_.size(), 64); ++i) {
    bool expected = ((value >> std::min<std::size_t>(i, 63)) & 1) != 0;
    if (!(expected ? bit(i).is_true() : bit(i).is_false())) return false;
  }
  return true;
}

// a + b, or a - b as a + !b + 1, with one bit more than the wider operand.
Integer Integer::sum(const Integer& a, const Integer& b, bool subtract) {
  bdd::Manager& manager = a.bits_[0].manager();
  std::size_t width = std::max(a.width(), b.width()) + 1;
  Bdd carry = manager.constant(subtract);
  std::vector<Bdd> bits;
  for (std::size_t i = 0; i < width; ++i) {
    const Bdd& x = a.bit(i);
    Bdd y = subtract ? !b.bit(i) : b.bit(i);
    Bdd half = x ^ y;
    bits.push_back(half ^ carry);
    carry = (x & y) | (half & carry);
  }
  return Integer(std::move(bits));
}

Integer operator+(const Integer& a, const Integer& b) {
  return Integer::sum(a, b, false);
}

Integer operator-(const Integer& a, const Integer& b) {
  return Integer::sum(a, b, true);
}

Integer operator-(const Integer& a) {
  return Integer::sum(Integer::constant(a.bits_[0].manager(), 0), a, true);
}

// Schoolbook: for each bit of b the shifted a, subtracted for the sign bit.
Integer operator*(const Integer& a, const Integer& b) {
  bdd::Manager& manager = a.bits_[0].manager();
  Integer product = Integer::constant(manager, 0);
  for (std::size_t i = 0; i < b.width(); ++i) {
    if (b.bits_[i].is_false()) continue;
    std::vector<Bdd> shifted(i, manager.constant(false));
    for (const Bdd& bit : a.bits_) shifted.push_back(bit & b.bits_[i]);
    product = Integer::sum(product, Integer(std::move(shifted)), i + 1 == b.width());
  }
  return product;
}

Bdd equal(const Integer& a, const Integer& b) {
  Bdd same = a.bits_[0].manager().constant(true);
  for (std::size_t i = 0; i < std::max(a.width(), b.width()); ++i) same &= a.bit(i).iff(b.bit(i));
  return same;
}

Bdd less(const Integer& a, const Integer& b) {
  std::size_t width = std::max(a.width(), b.width());
  Bdd below = a.bits_[0].manager().constant(false);
  for (std::size_t i = 0; i + 1 < width; ++i) below = ite(a.bit(i) ^ b.bit(i), b.bit(i), below);
  return ite(a.bit(width - 1) ^ b.bit(width - 1), a.bit(width - 1), below);
}

Integer choose(const Bdd& condition, const Integer& then, const Integer& otherwise) {
  std::vector<Bdd> bits;
  for (std::size_t i = 0; i < std::max(then.width(), otherwise.width()); ++i) {
    bits.push_back(ite(condition, then.bit(i), otherwise.bit(i)));
  }
  return Integer(std::move(bits));
}

// Long division, bit by bit. A multiple of the divisor is added first, so that the dividend is not negative:
// (a + d 2^k) div d = a div d + 2^k.
std::pair<Integer, Integer> divide(const Integer& a, std::int64_t divisor) {
  bdd::Manager& manager = a.bits_[0].manager();
  Integer by = Integer::constant(manager, divisor);
  std::size_t shift = a.width() > by.width() ? a.width() - by.width() + 1 : 1;
  std::vector<Bdd> power(shift + 2, manager.constant(false));
  power[shift] = manager.constant(true);
  Integer offset(std::move(power));
  Integer dividend = a + by * offset;
  Integer remainder = Integer::constant(manager, 0);
  std::vector<Bdd> quotient(dividend.width(), manager.constant(false));  // its sign bit is 0
  for (std::size_t i = dividend.width() - 1; i-- > 0;) {
    std::vector<Bdd> bits{dividend.bit(i)};
    bits.insert(bits.end(), remainder.bits_.begin(), remainder.bits_.end());
    Integer next(std::move(bits));
    quotient[i] = !less(next, by);
    remainder = choose(quotient[i], next - by, next);
  }
  return {Integer(std::move(quotient)) - offset, remainder};
}

// --- rationals -------------------------------------------------------------------------------------------------------

namespace {

Integer one_like(const Integer& a) {
  return Integer::constant(a.bit(0).manager(), 1);
}

// -1, 0 or 1.
Integer sign_of(const Integer& a) {
  bdd::Manager& manager = a.bit(0).manager();
  Integer positive = choose(a.is_zero(), Integer::constant(manager, 0), Integer::constant(manager, 1));
  return choose(a.is_negative(), Integer::constant(manager, -1), positive);
}

}  // namespace

Rational::Rational(Integer integer) : numerator_(std::move(integer)), denominator_(one_like(numerator_)) {}

Rational::Rational(Integer numerator, Integer denominator)
    : numerator_(std::move(numerator)), denominator_(std::move(denominator)) {
  Bdd no_denominator = denominator_.is_zero();
  if (no_denominator.is_false()) return;
  Integer sign = sign_of(numerator_);
  denominator_ = choose(no_denominator & sign.is_zero(), one_like(sign), denominator_);
  numerator_ = choose(no_denominator, sign, numerator_);
}

Bdd equal(const Rational& a, const Rational& b) {
  if (a.whole() && b.whole()) return equal(a.numerator_, b.numerator_);
  Bdd finite = equal(a.numerator_ * b.denominator_, b.numerator_ * a.denominator_);
  return ite(a.infinite() & b.infinite(), equal(a.numerator_, b.numerator_), finite);
}

Bdd less(const Rational& a, const Rational& b) {
  if (a.whole() && b.whole()) return less(a.numerator_, b.numerator_);
  Bdd finite = less(a.numerator_ * b.denominator_, b.numerator_ * a.denominator_);
  return ite(a.infinite() & b.infinite(), less(a.numerator_, b.numerator_), finite);
}

Rational operator-(const Rational& a) {
  return Rational(-a.numerator_, a.denominator_);
}

Rational operator+(const Rational& a, const Rational& b) {
  if (a.whole() && b.whole()) return Rational(a.numerator_ + b.numerator_);
  Integer finite = a.numerator_ * b.denominator_ + b.numerator_ * a.denominator_;
  Integer numerator = choose(a.infinite() & b.infinite(), a.numerator_ + b.numerator_, finite);
  return Rational(numerator, a.denominator_ * b.denominator_);
}

Rational operator-(const Rational& a, const Rational& b) {
  if (a.whole() && b.whole()) return Rational(a.numerator_ - b.numerator_);
  return a + -b;
}

Rational operator*(const Rational& a, const Rational& b) {
  if (a.whole() && b.whole()) return Rational(a.numerator_ * b.numerator_);
  return Rational(a.numerator_ * b.numerator_, a.denominator_ * b.denominator_);
}

// (a/b) / (c/d) = (a d sign(c)) / (b |c|), with x / 0 infinite by the sign of x, and x / inf = 0.
Rational operator/(const Rational& a, const Rational& b) {
  Integer sign = sign_of(b.numerator_);
  Bdd by_zero = b.numerator_.is_zero();
  Bdd by_infinity = b.infinite();
  Integer zero = Integer::constant(by_zero.manager(), 0);
  Integer numerator = choose(by_zero, a.numerator_, a.numerator_ * b.denominator_ * sign);
  Integer denominator = a.denominator_ * (b.numerator_ * sign);
  return Rational(choose(by_infinity, zero, numerator), choose(by_infinity, one_like(zero), denominator));
}

Rational choose(const Bdd& condition, const Rational& then, const Rational& otherwise) {
  return Rational(choose(condition, then.numerator_, otherwise.numerator_),
                  choose(condition, then.denominator_, otherwise.denominator_));
}

}  // namespace gnomon::model
