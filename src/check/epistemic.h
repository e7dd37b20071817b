// Knowledge and obligation on the sets of a space. Write s ~i t for "agent i sees the same in s and t", R for the
// states of the space and V for those that agents consider possible (R itself, unless a bounded engine says otherwise).
//
//   K(i, f)   = { s in R : every t in V with s ~i t is in f }           R - alike_i(V - f)
//   GK(g, f)  = AND i in g: K(i, f)
//   DK(g, f)  = { s in R : every t in V with s ~i t for all i in g is in f }
//   GCK(g, f) = f and the complement of  OR i in g: alike_i(Z),  Z = mu Z. (V - f) or (OR i in g: V and alike_i(Z)),
//               a chain from s to a state outside f
//   O(i, f)   = R if every green state of i in V is in f, otherwise empty
//
// One quantification per agent. An empty group: GK is true, GCK is f, DK is "f everywhere in V". K is DK of a group of
// one. Where agents remember, V and f are sets of other vertices than R (recall/memory_graph.h).
#pragma once

#include "check/space.h"

namespace gnomon::check {

template <Space S, class Set = typename S::Set>
Set distributed_knowledge(const S& space, const Coalition& group, const Set& f) {
  return space.states() - space.look_alikes(space.possible(group) - f, group);
}

template <Space S, class Set = typename S::Set>
Set everybody_knows(const S& space, const Coalition& group, const Set& f) {
  Set known = space.states();
  for (ispl::AgentId agent : group) known = known - space.look_alikes(space.possible({agent}) - f, {agent});
  return known;
}

template <Space S, class Set = typename S::Set>
Set common_knowledge(const S& space, const Coalition& group, const Set& f) {
  Set doubted = space.complement(f);
  if constexpr (requires { space.in_common(doubted, group); }) {
    return space.complement(space.in_common(doubted, group));
  }
  const Set& possible = space.possible(group);
  Set frontier = possible & doubted;
  while (!frontier.empty()) {
    Set alike = space.none();
    for (ispl::AgentId agent : group) alike |= space.look_alikes(frontier, {agent});
    frontier = (alike & possible) - doubted;
    doubted |= alike;
  }
  return space.complement(doubted);
}

template <Space S, class Set = typename S::Set>
Set ought(const S& space, ispl::AgentId agent, const Set& f) {
  const Set green = space.possible({agent}) - space.red(agent);
  return green.subset_of(f) ? Set(space.states()) : Set(space.none());
}

}  // namespace gnomon::check
