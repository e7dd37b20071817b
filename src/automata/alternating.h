// Alternating automata of path formulas, as plain data.
//
// A state is an obligation: an operand of a conjunction that must hold at the next position. Its transitions are a
// minimal DNF over letters and states: in a position where a term's guard holds, the state may be replaced by the
// term's set of successors, all of which must accept the rest of the word. A word is accepted if the initial states
// (all of them) accept it and
//
//   infinite traces: no branch of the run stays among rejecting states for ever. The automaton is weak: on every cycle
//                    all states are rejecting (least fixpoints: U and <rho>) or none is (greatest: R and [rho]). States
//                    of LTL formulas lie on no cycle but their own loop (`very_weak`).
//   finite traces:   at the last position, each state that is due there has an ending guard that holds.
//
// With Traces::FiniteWithInfiniteTests the automaton reads infinite words over the letters and kLast, which is true at
// the last position of the trace (see obligation.h); acceptance is as for infinite traces.
//
// Formulas with bounds [0,b] (automata/obligation.h) have *running* states, of a group. Such a state is due with a number
// c of steps left. From states outside its group one comes to it with b - 1 steps left, within the group with one step
// less: for c = 0 a way that asks for this does not exist if the group is urgent, and otherwise does not ask for it. Of
// several numbers with which a state is due only the least matters if the group is urgent, otherwise the largest. What
// lists the states of an automaton (automata/buchi.h) cannot count; check/breakpoint.h does.
//
// Build: critical sets of tests (nfa.h) and expansion of obligations (obligation.h). Any path formula will do, also one
// that is not in negation normal form. States are linear in the formula and the NFAs of its path expressions, terms are
// exponential in the number of conjuncts and disjuncts that meet at one position. Compare Vardi, "An automata-theoretic
// approach to linear temporal logic" (1996), and, for very weak automata, Gastin and Oddoux (CAV 2001).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "automata/clause.h"
#include "automata/limits.h"
#include "automata/obligation.h"
#include "logic/formula.h"

namespace gnomon::automata {

struct AlternatingAutomaton {
  struct Node {
    Dnf<State> terms;            // guard and successors (`items`); no term: false; the term with neither: true
    std::vector<Guard> ending;   // finite traces: the trace may end here where one of these holds
    bool rejecting = false;      // lies on a cycle of rejecting states; on finite traces always false
    bool very_weak = true;       // lies on no cycle but possibly its own loop
    std::uint32_t group = 0;     // of a running state, not 0
    std::vector<State> implied;  // some states that hold wherever this one does, as F p does where G F p holds
  };
  Traces traces = Traces::Infinite;
  std::vector<Obligations::Group> groups;  // by number
  std::vector<Node> states;
  std::vector<State> initial;  // a conjunction; empty: the formula is true
};

// Whether states that are alike become one (automata/quotient.h).
enum class Alike : std::uint8_t { Merged, Kept };

// The automaton of a path formula; state formulas outermost in it are letters. nullopt and a reason if it would pass the
// limits.
std::optional<AlternatingAutomaton> build_alternating(const logic::FormulaPool& pool, logic::Formula f, Traces traces,
                                                      const Limits& limits = {}, std::string* reason = nullptr,
                                                      Alike alike = Alike::Merged);

// The same inside a larger construction: spends from its meter and raises LimitReached.
AlternatingAutomaton build_alternating(const logic::FormulaPool& pool, logic::Formula f, Traces traces, Meter& meter,
                                       Alike alike = Alike::Merged);

}  // namespace gnomon::automata
