// Numbers in the variables of a symbolic automaton: what a counter says now, and what it will say next.
//
// A counter c has bits, the highest first, each a pair of neighbours in the order (x for now, x' for next). Counters that
// are compared have their bits side by side. So the comparisons of what one will say, d', with what another says now, c,
// are diagrams with a few nodes per bit.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "check/symbolic_automaton.h"

namespace gnomon::check {

template <ExtensibleSpace S>
class Counter {
 public:
  using Set = typename SymbolicAutomaton<S>::Set;

  static std::size_t bits_for(std::uint64_t largest) { return static_cast<std::size_t>(std::bit_width(largest)); }

  // Which bits of the automaton: first, first + stride, ..., so many.
  struct Place {
    std::size_t first = 0;
    std::size_t stride = 1;
    std::size_t bits = 0;
  };
  Counter(const SymbolicAutomaton<S>& automaton, const Place& place) : automaton_(&automaton), place_(place) {}

  Set is_zero() const {  // c = 0
    Set zero = automaton_->constant(true);
    for (std::size_t b = place_.bits; b-- > 0;) zero = zero - now(b);
    return zero;
  }
  Set next_at_most(std::uint64_t number) const {  // c' <= number
    Set less = automaton_->constant(true);
    for (std::size_t b = place_.bits; b-- > 0;) less = digit(number, b) ? less | without(next(b)) : less - next(b);
    return less;
  }
  Set next_at_least(std::uint64_t number) const {  // c' >= number
    Set more = automaton_->constant(true);
    for (std::size_t b = place_.bits; b-- > 0;) more = digit(number, b) ? more & next(b) : more | next(b);
    return more;
  }
  // d' < c, for a counter d with as many bits.
  Set above_next_of(const Counter& d) const {
    Set less = automaton_->constant(false);
    for (std::size_t b = place_.bits; b-- > 0;) less = (now(b) - d.next(b)) | (less - (d.next(b) - now(b)));
    return less;
  }
  // d' >= c - 1, where c > 0: d' >= c or d' + 1 = c.
  Set at_most_one_above_next_of(const Counter& d) const {
    // From the lowest bit on: whether d' + 1 = c, and whether d' is 1..1 and c is 0..0, so that one is carried.
    Set successor = automaton_->constant(false);
    Set carries = automaton_->constant(true);
    for (std::size_t b = place_.bits; b-- > 0;) {
      const Set rises = now(b) - d.next(b);
      const Set falls = d.next(b) - now(b);
      successor = (successor - (rises | falls)) | (rises & carries);
      carries &= falls;
    }
    return successor | automaton_->negation(above_next_of(d));
  }

 private:
  static constexpr std::size_t kWord = 64;
  bool digit(std::uint64_t number, std::size_t b) const {
    const std::size_t shift = place_.bits - 1 - b;
    return shift < kWord && ((number >> shift) & 1) != 0;
  }
  Set now(std::size_t b) const { return automaton_->now(place_.first + b * place_.stride); }
  Set next(std::size_t b) const { return automaton_->next(place_.first + b * place_.stride); }
  Set without(const Set& set) const { return automaton_->negation(set); }

  const SymbolicAutomaton<S>* automaton_;
  Place place_;
};

}  // namespace gnomon::check
