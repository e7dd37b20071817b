#include "check/breakpoint.h"

#include "check/fixpoints.h"
#include "check/product.h"
#include "check/symbolic_automaton.h"

namespace gnomon::check {

using automata::AlternatingAutomaton;
using bdd::Bdd;

namespace {

// Which variable says what: membership in S of each state, membership in O of the rejecting ones side by side with it,
// and whether this position is the last one of the trace (the letter kLast, a guess of the automaton).
struct Layout {
  std::vector<std::size_t> due, owed;
  std::size_t last = 0;
  std::size_t bits = 0;

  explicit Layout(const AlternatingAutomaton& automaton) : owed(automaton.states.size(), 0) {
    for (std::size_t q = 0; q < automaton.states.size(); ++q) {
      due.push_back(bits++);
      if (automaton.states[q].rejecting) owed[q] = bits++;
    }
    if (automaton.traces == logic::Traces::FiniteWithInfiniteTests) last = bits++;
  }
};

Bdd guard_diagram(Labelling& labelling, const automata::Guard& guard, const SymbolicAutomaton& symbolic,
                  const Layout& layout) {
  automata::Guard letters;
  Bdd guess = labelling.frame().model().manager().constant(true);
  for (const automata::Literal& literal : guard) {
    if (literal.letter != automata::kLast) {
      letters.push_back(literal);
      continue;
    }
    Bdd last = symbolic.now(layout.last);
    guess &= literal.positive ? last : !last;
  }
  return guard_states(labelling, letters).bdd() & guess;
}

Bdd nothing_owed(const AlternatingAutomaton& automaton, const SymbolicAutomaton& symbolic, const Layout& layout,
                 bdd::Manager& manager) {
  Bdd none = manager.constant(true);
  for (std::size_t q = automaton.states.size(); q > 0; --q) {
    if (automaton.states[q - 1].rejecting) none &= !symbolic.now(layout.owed[q - 1]);
  }
  return none;
}

void add_relations(Labelling& labelling, const AlternatingAutomaton& automaton, SymbolicAutomaton& symbolic,
                   const Layout& layout, const Bdd& all_paid) {
  bdd::Manager& manager = labelling.frame().model().manager();
  for (std::size_t q = 0; q < automaton.states.size(); ++q) {
    const AlternatingAutomaton::Node& node = automaton.states[q];
    Bdd follow = node.rejecting ? symbolic.now(layout.owed[q]) | all_paid : all_paid;
    Bdd some_term = manager.constant(false);
    for (const auto& term : node.terms) {
      Bdd goes = guard_diagram(labelling, term.guard, symbolic, layout);
      Bdd owes = manager.constant(true);
      for (automata::State successor : term.items) {
        goes &= symbolic.next(layout.due[successor]);
        if (automaton.states[successor].rejecting) owes &= symbolic.next(layout.owed[successor]);
      }
      some_term |= goes & follow.implies(owes);
    }
    symbolic.add_relation(symbolic.now(layout.due[q]).implies(some_term));
  }
  symbolic.finish();
}

Bdd initial_set(const AlternatingAutomaton& automaton, const SymbolicAutomaton& symbolic, const Layout& layout,
                bdd::Manager& manager) {
  Bdd initial = manager.constant(true);
  for (automata::State q : automaton.initial) initial &= symbolic.now(layout.due[q]);
  return initial;
}

}  // namespace

StateSet accepted_from(Labelling& labelling, const AlternatingAutomaton& automaton, VariableReserve& reserve) {
  bdd::Manager& manager = labelling.frame().model().manager();
  Layout layout(automaton);
  SymbolicAutomaton symbolic(labelling.frame(), reserve, layout.bits, SymbolicAutomaton::Reads::Source);
  Bdd all_paid = nothing_owed(automaton, symbolic, layout, manager);
  symbolic.add_goal(all_paid);
  add_relations(labelling, automaton, symbolic, layout, all_paid);
  return symbolic.accepted_from(initial_set(automaton, symbolic, layout, manager) & all_paid);
}

StateSet matched_from(Labelling& labelling, const AlternatingAutomaton& automaton, const StateSet& last,
                      VariableReserve& reserve) {
  bdd::Manager& manager = labelling.frame().model().manager();
  Layout layout(automaton);
  SymbolicAutomaton symbolic(labelling.frame(), reserve, layout.bits, SymbolicAutomaton::Reads::Source);
  add_relations(labelling, automaton, symbolic, layout, manager.constant(true));
  Bdd ends = last.bdd();
  for (std::size_t q = 0; q < automaton.states.size(); ++q) {
    Bdd may_end = manager.constant(false);
    for (const automata::Guard& guard : automaton.states[q].ending) {
      may_end |= guard_diagram(labelling, guard, symbolic, layout);
    }
    ends &= symbolic.now(layout.due[q]).implies(may_end);
  }
  return symbolic.matched_from(initial_set(automaton, symbolic, layout, manager), ends);
}

}  // namespace gnomon::check
