// Guards: what an automaton asks of one position of a word.
//
// To the automata of this folder a state formula is an opaque letter, true or false at a position. A guard is a
// conjunction of letters and negated letters, kept as a sorted vector without repetitions; the empty guard is true, and
// a contradictory guard (p and !p) is never built. Letters are taken as independent: a guard over the letters
// `p or q` and `!p`, `!q` counts as satisfiable although no state satisfies it, which costs an edge and nothing else.
#pragma once

#include <compare>
#include <optional>
#include <vector>

#include "logic/formula.h"

namespace gnomon::automata {

struct Literal {
  logic::Formula letter;  // a state formula, not a constant, not a negation
  bool positive = true;
  auto operator<=>(const Literal&) const = default;
};

using Guard = std::vector<Literal>;

inline Literal negated(Literal literal) {
  return {literal.letter, !literal.positive};
}

// Makes a guard of any list of literals: sorts it and removes repetitions. False if the literals contradict each other.
bool normalise(Guard& literals);

// Both guards at once; nullopt if they contradict each other.
std::optional<Guard> conjoin(const Guard& a, const Guard& b);

// Every literal of `weak` is in `strong`: wherever `strong` holds, `weak` does.
bool implies(const Guard& strong, const Guard& weak);

// The guard that says that a state formula is true (false, if not `positive`); nullopt if it cannot be. Negations are
// absorbed and small conjunctions are split into their conjuncts, so that contradictions show; everything else is one
// letter. A formula such as Delta over a path formula is a letter, too, whose meaning the caller must know.
std::optional<Guard> guard_of(const logic::FormulaPool& pool, logic::Formula state_formula, bool positive = true);

// Whether the guard holds where `truth(letter)` tells which letters are true.
template <class Truth>
bool holds(const Guard& guard, Truth&& truth) {
  for (const Literal& literal : guard) {
    if (truth(literal.letter) != literal.positive) return false;
  }
  return true;
}

}  // namespace gnomon::automata
