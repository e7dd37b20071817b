// Path formulas by constructions on sets of alternating states, in diagram variables.
//
// The alternating automaton of a formula is linear in it. A state of the constructed automaton is a set S of its
// states: one variable for each member. For every alternating state q with terms (guard, successors):
//
//   q in S  ->  OR over terms:  guard  and  successors in S'
//
// Finite traces: the trace may end where every member of S has an ending guard that holds; a least fixpoint.
//
// Infinite traces (breakpoint construction, Miyano and Hayashi 1984): a set O of rejecting states that still owe a
// breakpoint, with one variable for each rejecting state, and the terms read
//
//   guard  and  successors in S'  and  ((q in O or O empty) -> rejecting successors in O')
//
// and O empty is to be visited infinitely often. S' and O' may be larger than asked for, which only makes acceptance
// harder; so every minimal choice is there. 2^(states + rejecting) automaton states, none of them ever listed.
#pragma once

#include <cstddef>
#include <vector>

#include "automata/alternating.h"
#include "check/product.h"
#include "check/symbolic_automaton.h"

namespace gnomon::check {

template <ExtensibleSpace S>
class Breakpoint {
 public:
  Breakpoint(LabellingOf<S>& labelling, const automata::AlternatingAutomaton& alternating, VariableReserve& reserve)
      : labelling_(&labelling),
        alternating_(&alternating),
        layout_(alternating),
        automaton_(labelling.space(), reserve, layout_.bits, SymbolicAutomaton<S>::Reads::Source) {}

  // The states of the space with a fair path that the automaton (on infinite words) accepts.
  typename S::Set accepted_from() {
    Set all_paid = automaton_.constant(true);
    for (std::size_t q = alternating_->states.size(); q > 0; --q) {
      if (alternating_->states[q - 1].rejecting) all_paid = all_paid - automaton_.now(layout_.owed[q - 1]);
    }
    automaton_.add_goal(all_paid);
    add_relations(all_paid);
    return automaton_.accepted_from(initial_set() & all_paid);
  }

  // The states with a finite path of the space that the automaton (on finite traces) accepts and that ends in `last`.
  typename S::Set matched_from(const typename S::Set& last) {
    add_relations(automaton_.constant(true));
    Set ends(last);
    for (std::size_t q = 0; q < alternating_->states.size(); ++q) {
      Set may_end = automaton_.constant(false);
      for (const automata::Guard& guard : alternating_->states[q].ending) may_end |= guard_set(guard);
      ends &= automaton_.implies(automaton_.now(layout_.due[q]), may_end);
    }
    return automaton_.matched_from(initial_set(), ends);
  }

 private:
  using Set = typename SymbolicAutomaton<S>::Set;

  // What each variable stands for: membership in S of each state, membership in O of the rejecting ones side by side
  // with it, and whether this position is the last one of the trace (the letter kLast, a guess of the automaton).
  struct Layout {
    std::vector<std::size_t> due, owed;
    std::size_t last = 0;
    std::size_t bits = 0;

    explicit Layout(const automata::AlternatingAutomaton& automaton) : owed(automaton.states.size(), 0) {
      for (std::size_t q = 0; q < automaton.states.size(); ++q) {
        due.push_back(bits++);
        if (automaton.states[q].rejecting) owed[q] = bits++;
      }
      if (automaton.traces == logic::Traces::FiniteWithInfiniteTests) last = bits++;
    }
  };

  Set guard_set(const automata::Guard& guard) const {
    automata::Guard letters;
    Set guess = automaton_.constant(true);
    for (const automata::Literal& literal : guard) {
      if (literal.letter != automata::kLast) {
        letters.push_back(literal);
        continue;
      }
      Set last = automaton_.now(layout_.last);
      guess = literal.positive ? guess & last : guess - last;
    }
    return Set(guard_states(*labelling_, letters)) & guess;
  }

  void add_relations(const Set& all_paid) {
    for (std::size_t q = 0; q < alternating_->states.size(); ++q) {
      const automata::AlternatingAutomaton::Node& node = alternating_->states[q];
      const Set follow = node.rejecting ? automaton_.now(layout_.owed[q]) | all_paid : all_paid;
      Set some_term = automaton_.constant(false);
      for (const auto& term : node.terms) {
        Set goes = guard_set(term.guard);
        Set owes = automaton_.constant(true);
        for (automata::State successor : term.items) {
          goes &= automaton_.next(layout_.due[successor]);
          if (alternating_->states[successor].rejecting) owes &= automaton_.next(layout_.owed[successor]);
        }
        some_term |= goes & automaton_.implies(follow, owes);
      }
      automaton_.add_relation(automaton_.implies(automaton_.now(layout_.due[q]), some_term));
    }
    automaton_.finish();
  }

  Set initial_set() const {
    Set initial = automaton_.constant(true);
    for (automata::State q : alternating_->initial) initial &= automaton_.now(layout_.due[q]);
    return initial;
  }

  LabellingOf<S>* labelling_;
  const automata::AlternatingAutomaton* alternating_;
  Layout layout_;
  SymbolicAutomaton<S> automaton_;
};

}  // namespace gnomon::check
