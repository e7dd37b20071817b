// Temporal and strategic operators with a bound on the steps: iterates of the fixpoints that the operators without one
// are (Emerson, Mok, Sistla, Srinivasan 1992). With N for EX, AX or <g>X:
//
//                 a > 0                     a = 0, b > 0                 a = b = 0    b open
//   F[a,b] f      N F[a-1,b-1] f            f or N F[0,b-1] f            f            a times N, then the operator
//   G[a,b] f      N G[a-1,b-1] f            f and N G[0,b-1] f           f            without a bound
//   f U[a,b] g    f and N (f U[a-1,b-1] g)  g or (f and N (f U[0,b-1] g))  g
//
// So from the inside out: b - a times an inner step, which makes the sets grow or shrink, then a times an outer one. The
// first ends where a set repeats the one before: a larger b changes nothing. The outer step is not monotone; its sets
// return sooner or later, and from then on only the remainder modulo the period counts. Large numbers therefore cost no
// more than the fixpoint, or the period, is deep. A strategy may depend on the number of steps made.
#pragma once

#include <cstdint>
#include <utility>

#include "check/temporal.h"
#include "logic/formula.h"

namespace gnomon::check {

// The set after so many steps of a function. A period is found as by Brent (1980): a set is compared with the one at
// the last power of two, so that two sets are kept and at most three times as many steps are made as the sets take to
// return.
template <class Set, class Step>
Set iterated(Set z, std::uint64_t times, Step&& step) {
  Set landmark = z;
  std::uint64_t since = 0;
  std::uint64_t until_next = 1;
  while (times > 0) {
    Set next = step(z);
    --times;
    if (next == z) return next;
    z = std::move(next);
    ++since;
    if (z == landmark) {
      times %= since;  // back where it was so many steps ago
      for (; times > 0; --times) z = step(z);
      return z;
    }
    if (since == until_next) {
      landmark = z;
      since = 0;
      until_next *= 2;
    }
  }
  return z;
}

// The inner step so often as the interval is long, from `seed`, or what it leads to in the end if the interval is
// open; then the outer step so often as the interval begins late.
template <class Set, class Limit, class Inner, class Outer>
Set through_interval(const logic::Interval& interval, const Set& seed, Limit&& limit, Inner&& inner, Outer&& outer) {
  const Set first = interval.is_open() ? Set(limit()) : iterated(seed, interval.last - interval.first, inner);
  return iterated(first, interval.first, outer);
}

// E(f U[a,b] g). New states only are followed backwards, as without a bound.
template <Space S, class Set = typename S::Set>
Set exists_until(const S& space, const Set& f, const Set& g, const logic::Interval& interval) {
  Set reached = g;
  if (interval.is_open()) {
    reached = exists_until(space, f, g);
  } else {
    Set frontier = g;
    for (std::uint64_t k = interval.first; k < interval.last && !frontier.empty(); ++k) {
      frontier = (space.predecessors(frontier) & f) - reached;
      reached |= frontier;
    }
  }
  return iterated(reached, interval.first, [&](const Set& z) { return f & exists_next(space, z); });
}

template <Space S, class Set = typename S::Set>
Set exists_finally(const S& space, const Set& f, const logic::Interval& interval) {
  return exists_until(space, Set(space.states()), f, interval);
}

// EG[a,b] f; `last` are the states of f in which a path may stop, all of them if only b steps count.
template <Space S, class Set = typename S::Set>
Set exists_globally(const S& space, const Set& f, const Set& last, const logic::Interval& interval) {
  return through_interval(
      interval, last, [&] { return exists_globally(space, f); },
      [&](const Set& z) { return f & exists_next(space, z); }, [&](const Set& z) { return exists_next(space, z); });
}

template <Space S, class Set = typename S::Set>
Set forall_until(const S& space, const Set& f, const Set& g, const logic::Interval& interval) {
  return through_interval(
      interval, g, [&] { return forall_until(space, f, g); },
      [&](const Set& z) { return g | (f & forall_next(space, z)); },
      [&](const Set& z) { return f & forall_next(space, z); });
}

// What a branching operator with a bound makes of its operands. AF, AG and AX are the duals of EG, EF and EX.
template <Space S, class Set = typename S::Set>
Set branching_within(const S& space, logic::Op op, const logic::Interval& interval, const Set& f, const Set& g) {
  using logic::Op;
  switch (op) {
    case Op::EXn:
    case Op::EFn:
      return exists_finally(space, f, interval);
    case Op::AXn:
    case Op::AGn:
      return space.complement(exists_finally(space, space.complement(f), interval));
    case Op::EGn:
      return exists_globally(space, f, f, interval);
    case Op::AFn: {
      const Set without = space.complement(f);
      return space.complement(exists_globally(space, without, without, interval));
    }
    case Op::EUn:
      return exists_until(space, f, g, interval);
    default:  // AUn
      static_assert(logic::covers(logic::Family::Branching,
                                  {Op::EX, Op::AX, Op::EF, Op::AF, Op::EG, Op::AG, Op::EU, Op::AU, Op::EXn, Op::AXn,
                                   Op::EFn, Op::AFn, Op::EGn, Op::AGn, Op::EUn, Op::AUn}));
      return forall_until(space, f, g, interval);
  }
}

}  // namespace gnomon::check
