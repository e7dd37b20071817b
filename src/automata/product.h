// Sets of obligations and the choices they have. Internal to this folder: the common part of the subset construction on
// finite traces and of the breakpoint construction on infinite ones.
#pragma once

#include <cstdint>
#include <vector>

#include "automata/alternating.h"
#include "automata/guard.h"
#include "automata/limits.h"

namespace gnomon::automata {

// One choice of a term for each state of a set.
struct Choice {
  Guard guard;
  std::vector<State> next;     // all successors, sorted
  std::vector<State> tracked;  // successors of followed states that must be followed on, sorted
  std::uint64_t renewed = 0;   // very weak rejecting states that chose a term with themselves in it

  // What this asks for is no more than what the other does, in every respect; or in every respect but renewal.
  bool no_worse_than(const Choice& other) const;
  bool asks_no_more_than(const Choice& other) const;
};

// How the states of an alternating automaton take part in acceptance.
struct Roles {
  static constexpr std::uint8_t kNone = 255;
  static constexpr std::uint8_t kTracked = 254;
  std::vector<std::uint8_t> of;  // kNone, kTracked (breakpoint), or the number of the acceptance set
  std::vector<State> very_weak;  // per acceptance set, its state
  bool any_tracked = false;

  Roles(const AlternatingAutomaton& automaton, std::uint32_t max_very_weak_sets);
};

// The choices for the set `due`, of which the states in `followed` (a subset) are followed, without superfluous ones. A
// choice is superfluous if one that is no worse exists, and also if several that ask no more taken in turn are no
// worse: where p and q hold again and again, it does no harm to attend to p at one time and to q at another. So the
// choices for n states F p_1, ..., F p_n that are due for ever are n + 1 and not 2^n.
std::vector<Choice> choices(const AlternatingAutomaton& automaton, const Roles& roles, const std::vector<State>& due,
                            const std::vector<State>& followed, Meter& meter);

}  // namespace gnomon::automata
