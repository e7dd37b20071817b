// Branching-time operators on the sets of a space; R is its set of states.
//
//   EX f       = { s : some successor in R is in f }          AX f       = not EX not f
//   E(f U g)   = mu Z. g or (f and EX Z)                      A(f U g)   = not (E(not g U not f and not g) or EG not g)
//   EF f       = E(true U f)                                  AG f       = not EF not f
//   EG f       = states with an infinite fair path inside f   AF f       = not EG not f
//
// If only some states are asked about, a search ends when it has met them all. Complements are within R. EF, EU and AG
// look along finite paths too, so a deadlock is an ordinary state for them.
#pragma once

#include "check/fixpoints.h"

namespace gnomon::check {

template <Space S, class Set = typename S::Set>
Set exists_next(const S& space, const Set& f) {
  return space.predecessors(f);
}

template <Space S, class Set = typename S::Set>
Set forall_next(const S& space, const Set& f) {
  return space.complement(space.predecessors(space.ahead() - f));
}

template <Space S, class Set = typename S::Set>
Set exists_until(const S& space, const Set& f, const Set& g, const Set* asked = nullptr) {
  return until(space, f, g, Edges::All, asked);
}

template <Space S, class Set = typename S::Set>
Set exists_finally(const S& space, const Set& f, const Set* asked = nullptr) {
  return until(space, Set(space.states()), f, Edges::All, asked);
}

template <Space S, class Set = typename S::Set>
Set forall_globally(const S& space, const Set& f) {
  return space.complement(exists_finally(space, space.complement(f)));
}

// A hull inside f lies in the hull of all states, where the space has computed that.
template <Space S, class Set = typename S::Set>
Set exists_globally(const S& space, const Set& f) {
  if constexpr (requires { space.fair_core(); }) {
    return until(space, f, fair_hull(space, f & space.fair_core(), VisitGoals<Set>{space.fairness()}));
  } else {
    return fair_globally(space, f, space.fairness());
  }
}

template <Space S, class Set = typename S::Set>
Set forall_finally(const S& space, const Set& f) {
  return space.complement(exists_globally(space, space.complement(f)));
}

template <Space S, class Set = typename S::Set>
Set forall_until(const S& space, const Set& f, const Set& g) {
  Set not_g = space.complement(g);
  Set fails_now = not_g - f;
  return space.complement(exists_until(space, not_g, fails_now) | exists_globally(space, not_g));
}

}  // namespace gnomon::check
