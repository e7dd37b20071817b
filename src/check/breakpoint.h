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
//
// A running state (automata/alternating.h) has a counter c of the steps that it has left, in binary. That successor t in
// S' is asked for by q says, with the bound b of the group,
//
//              from outside the group        within the group
//   urgent     t in S' and c'_t <= b - 1     c_q > 0  and  t in S' and c'_t < c_q
//   otherwise  t in S' and c'_t >= b - 1     c_q = 0  or  (t in S' and c'_t >= c_q - 1)
//
// An urgent state can only be due where its group can end at all, however many steps that takes: without this the search
// would find out by counting to the end.
//
// The largest bound there is stands for every number that is large enough. Of G R [rho] it becomes a counter of the
// changes of a colour, of which one is left at first; the paths that are looked for then are those of check/blocks.h.
// Where the formula grows with it, the caller drops it, unless its promises must be kept within a number of steps that
// others do not depend on. Such a state is owed a breakpoint of its own kind, by the rules above with a set P in place of
// O: when P is empty, all that was promised at the time before has been kept.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "automata/alternating.h"
#include "check/blocks.h"
#include "check/counter.h"
#include "check/product.h"
#include "check/symbolic_automaton.h"
#include "logic/question.h"

namespace gnomon::check {

template <ExtensibleSpace S>
class Breakpoint {
 public:
  Breakpoint(LabellingOf<S>& labelling, const automata::AlternatingAutomaton& alternating, VariableReserve& reserve)
      : labelling_(&labelling),
        alternating_(&alternating),
        layout_(alternating),
        automaton_(labelling.space(), reserve, layout_.bits, SymbolicAutomaton<S>::Reads::Source) {}

  using Set = typename SymbolicAutomaton<S>::Set;

  std::size_t variables() const { return layout_.bits; }
  const SymbolicAutomaton<S>& automaton() const { return automaton_; }

  // Makes the automaton on infinite words, and returns where its paths begin. Only one of these two may be called, once.
  Set begin_paths() {
    Set all_paid = automaton_.constant(true);
    for (std::size_t q = alternating_->states.size(); q > 0; --q) {
      if (alternating_->states[q - 1].rejecting) all_paid = all_paid - automaton_.now(layout_.owed[q - 1]);
    }
    automaton_.add_goal(all_paid);
    if (layout_.some_prompt) automaton_.add_goal(promises_kept());
    add_relations(all_paid);
    return initial_set() & all_paid;
  }

  // The same on finite traces: where they begin, and where they may end among the states `last` of the space.
  std::pair<Set, Set> begin_traces(const typename S::Set& last) {
    add_relations(automaton_.constant(true));
    Set ends(last);
    for (std::size_t q = 0; q < alternating_->states.size(); ++q) {
      Set may_end = automaton_.constant(false);
      for (const automata::Guard& guard : alternating_->states[q].ending) may_end |= guard_set(guard);
      ends &= automaton_.implies(automaton_.now(layout_.due[q]), may_end);
    }
    return {initial_set(), ends};
  }

  // The states of the space with a fair path that the automaton (on infinite words) accepts.
  typename S::Set accepted_from() {
    const Set initial = begin_paths();
    if (!layout_.colour) return automaton_.accepted_from(initial);
    return automaton_.initial_states(blocks().lasting(automaton_.within(), automaton_.goals()), initial);
  }

  // The states with a finite path of the space that the automaton (on finite traces) accepts and that ends in `last`.
  typename S::Set matched_from(const typename S::Set& last) {
    const auto [initial, ends] = begin_traces(last);
    if (!layout_.colour) return automaton_.matched_from(initial, ends);
    return automaton_.initial_states(blocks().ending(automaton_.within(), ends), initial);
  }

 private:
  using States = typename S::Set;

  static bool is_limit(const automata::Obligations::Group& group) { return group.limit >= logic::kLargestBound; }

  Blocks<S> blocks() const {
    return {automaton_, automaton_.now(*layout_.colour),
            layout_.some_prompt ? std::optional<Set>(promises_kept()) : std::nullopt};
  }

  // What each variable stands for: membership in S of each state, with the counter of a running one; membership in O of
  // the rejecting ones side by side with it; whether this position is the last one of the trace (the letter kLast, a
  // guess of the automaton); and the colour, likewise a guess. The counter of a limit has one bit: whether a change of
  // colour is left, or membership in P.
  struct Layout {
    std::vector<std::size_t> due, owed;
    std::vector<typename Counter<S>::Place> counter;
    std::size_t last = 0;
    std::optional<std::size_t> colour;
    bool some_prompt = false;
    std::size_t bits = 0;

    explicit Layout(const automata::AlternatingAutomaton& automaton)
        : owed(automaton.states.size(), 0), counter(automaton.states.size()) {
      for (std::size_t q = 0; q < automaton.states.size(); ++q) {
        const automata::AlternatingAutomaton::Node& node = automaton.states[q];
        due.push_back(bits++);
        if (node.rejecting) owed[q] = bits++;
        if (node.group != 0 && counter[q].bits == 0) add_counters(automaton, node.group);
      }
      if (automaton.traces == logic::Traces::FiniteWithInfiniteTests) last = bits++;
      auto some_limit = [&](bool urgent) {
        return std::any_of(automaton.states.begin(), automaton.states.end(), [&](const auto& node) {
          const automata::Obligations::Group& group = automaton.groups[node.group];
          return node.group != 0 && is_limit(group) && group.urgent == urgent;
        });
      };
      if (some_limit(false)) colour = bits++;
      some_prompt = some_limit(true);
    }

    // The bits of a group's counters lie side by side.
    void add_counters(const automata::AlternatingAutomaton& automaton, std::uint32_t number) {
      const automata::Obligations::Group& group = automaton.groups[number];
      const std::size_t width = is_limit(group) ? 1 : std::max<std::size_t>(1, Counter<S>::bits_for(group.limit - 1));
      std::size_t members = 0;
      for (std::size_t q = 0; q < automaton.states.size(); ++q) {
        if (automaton.states[q].group == number) counter[q] = {bits + members++, 0, width};
      }
      for (std::size_t q = 0; q < automaton.states.size(); ++q) {
        if (automaton.states[q].group == number) counter[q].stride = members;
      }
      bits += members * width;
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
          goes &= asked_for(q, successor);
          if (alternating_->states[successor].rejecting) owes &= automaton_.next(layout_.owed[successor]);
        }
        some_term |= goes & automaton_.implies(follow, owes);
      }
      automaton_.add_relation(automaton_.implies(automaton_.now(layout_.due[q]), some_term));
    }
    automaton_.finish();
    restrict_urgent_states();
  }

  Counter<S> counter(std::size_t q) const { return Counter<S>(automaton_, layout_.counter[q]); }

  // That the term of q asks for the successor.
  Set asked_for(std::size_t q, automata::State successor) const {
    Set due = automaton_.next(layout_.due[successor]);
    const std::uint32_t number = alternating_->states[successor].group;
    if (number == 0) return due;
    const automata::Obligations::Group& group = alternating_->groups[number];
    const bool within = alternating_->states[q].group == number;
    if (is_limit(group)) {
      if (group.urgent) return due & automaton_.implies(must_be_prompt(q, within), next_bit(successor));
      return within ? one_change_less(q, successor, due) : due & automaton_.implies(same_colour(), next_bit(successor));
    }
    const Counter<S> there = counter(successor);
    const std::uint64_t most = group.limit - 1;
    if (!within) return due & (group.urgent ? there.next_at_most(most) : there.next_at_least(most));
    const Counter<S> here = counter(q);
    if (group.urgent) return due & here.above_next_of(there);
    return here.is_zero() | (due & here.at_most_one_above_next_of(there));
  }

  // P is empty.
  Set promises_kept() const {
    Set kept = automaton_.constant(true);
    for (std::size_t q = alternating_->states.size(); q-- > 0;) {
      const automata::Obligations::Group& group = alternating_->groups[alternating_->states[q].group];
      if (group.urgent && is_limit(group)) kept = kept - automaton_.now(layout_.counter[q].first);
    }
    return kept;
  }
  Set must_be_prompt(std::size_t q, bool within) const {
    return within ? automaton_.now(layout_.counter[q].first) | promises_kept() : promises_kept();
  }

  Set same_colour() const {
    const Set now = automaton_.now(*layout_.colour);
    const Set next = automaton_.next(*layout_.colour);
    return (now & next) | automaton_.negation(now | next);
  }
  Set next_bit(automata::State successor) const { return automaton_.next(layout_.counter[successor].first); }
  Set one_change_less(std::size_t q, automata::State successor, const Set& due) const {
    const Set left = automaton_.now(layout_.counter[q].first);
    const Set same = same_colour();
    return (same & due & automaton_.implies(left, next_bit(successor))) |
           (automaton_.negation(same) & automaton_.implies(left, due));
  }

  // For each urgent group the least solution of: some term that stays in the group leads to a state from which it can
  // be left, or some term leaves it.
  void restrict_urgent_states() {
    const auto& states = alternating_->states;
    const S& space = labelling_->space();
    std::vector<States> useful(states.size(), space.none());
    auto urgent = [&](std::size_t q) { return states[q].group != 0 && alternating_->groups[states[q].group].urgent; };
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t q = 0; q < states.size(); ++q) {
        if (!urgent(q)) continue;
        States found = useful[q];
        for (const auto& term : states[q].terms) found |= term_states(q, term, useful);
        if (found == useful[q]) continue;
        useful[q] = std::move(found);
        changed = true;
      }
    }
    for (std::size_t q = 0; q < states.size(); ++q) {
      if (urgent(q)) automaton_.restrict_to(automaton_.implies(automaton_.now(layout_.due[q]), Set(useful[q])));
    }
  }

  States term_states(std::size_t q, const automata::Clause<automata::State>& term,
                     const std::vector<States>& useful) const {
    automata::Guard letters;
    for (const automata::Literal& literal : term.guard) {
      if (literal.letter != automata::kLast) letters.push_back(literal);
    }
    States found = guard_states(*labelling_, letters);
    for (automata::State successor : term.items) {
      if (alternating_->states[successor].group != alternating_->states[q].group) continue;
      found = found & labelling_->space().predecessors(useful[successor]);
    }
    return found;
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
