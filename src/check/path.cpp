#include "check/path.h"

#include <utility>

#include "automata/simplify.h"
#include "check/breakpoint.h"
#include "check/fixpoints.h"
#include "check/letters.h"
#include "check/product.h"
#include "check/tableau.h"
#include "check/temporal.h"
#include "logic/simplify.h"

namespace gnomon::check {

using logic::Formula;
using logic::Node;
using logic::Op;

void PathChecker::report(Formula f, bool finite, PathEngine engine, std::size_t states, std::size_t edges,
                         std::string note) {
  reports_.push_back({f, finite, engine, states, edges, std::move(note)});
}

StateSet PathChecker::exists_path(Labelling& labelling, Op quantifier, Formula f) {
  logic::FormulaPool& pool = labelling.pool();
  bool on_finite = quantifier == Op::PathEf;
  logic::Traces traces = !on_finite                   ? logic::Traces::Infinite
                         : options_.tests_look_beyond ? logic::Traces::FiniteWithInfiniteTests
                                                      : logic::Traces::Finite;
  const Budget* budget = options_.limits.budget;
  f = logic::negation_normal_form(pool, over_known_letters(labelling, f), traces, budget);
  // Simplification knows what is left of E f when f turns out not to depend on the path.
  Formula quantified =
      pool[f].is_path ? logic::simplify(pool, pool.make(quantifier, f), logic::Traces::Infinite, budget) : Formula{};
  if (quantified.is_none()) {
    // The letters decided f: what is left is whether there is a path at all.
    StateSet holds = labelling.states(f) & labelling.frame().with_path();
    report(f, on_finite, PathEngine::Automatic, 0, 0, "decided by sets of states");
    return holds;
  }
  if (pool[quantified].op != quantifier || !pool[pool[quantified].left].is_path) return labelling.states(quantified);
  f = logic::negation_normal_form(pool, pool[quantified].left, traces, budget);
  switch (traces) {
    case logic::Traces::Infinite:
      return infinite(labelling, f);
    case logic::Traces::Finite:
      return finite(labelling, f);
    case logic::Traces::FiniteWithInfiniteTests:
      break;
  }
  return by_automaton(labelling, f, traces);
}

// E(f or g) = E f or E g;  E(p and f) = p and E f for a state formula p.
StateSet PathChecker::infinite(Labelling& labelling, Formula f) {
  logic::FormulaPool& pool = labelling.pool();
  const Frame& frame = labelling.frame();
  const Node node = pool[f];
  if (!node.is_path) return labelling.states(f) & frame.with_path();
  bool split = options_.engine == PathEngine::Automatic;
  if (split && node.op == Op::Or) {
    StateSet result = frame.none();
    for (Formula part : pool.joined(Op::Or, f)) result |= infinite(labelling, part);
    return result;
  }
  if (split && node.op == Op::And) {
    StateSet condition = frame.states();
    Formula rest;
    for (Formula part : pool.joined(Op::And, f)) {
      if (!pool[part].is_path) {
        condition &= labelling.states(part);
      } else {
        rest = rest.is_none() ? part : pool.make(Op::And, rest, part);
      }
    }
    if (condition.empty()) return condition;
    if (rest != f && pool[rest].op != Op::And) return condition & infinite(labelling, rest);
    return condition & by_automaton(labelling, rest, logic::Traces::Infinite);
  }
  StateSet result = frame.none();
  bool fixpoint = options_.engine == PathEngine::Automatic || options_.engine == PathEngine::Fixpoint;
  if (fixpoint && try_fixpoint(labelling, f, result)) return result;
  bool nfa = options_.engine == PathEngine::Automatic || options_.engine == PathEngine::Nfa;
  if (nfa && try_nfa(labelling, f, result)) return result;
  return by_automaton(labelling, f, logic::Traces::Infinite);
}

// CTL shapes. An infinite path must continue from where the formula is satisfied.
bool PathChecker::try_fixpoint(Labelling& labelling, Formula f, StateSet& result) {
  const logic::FormulaPool& pool = labelling.pool();
  const Frame& frame = labelling.frame();
  const Node node = pool[f];
  bool unary = node.op == Op::X || node.op == Op::F || node.op == Op::G;
  bool binary = node.op == Op::U || node.op == Op::W || node.op == Op::R;
  if (!unary && !binary) return false;
  if (pool[node.left].is_path || (binary && pool[node.right].is_path)) return false;
  const StateSet left = labelling.states(node.left);
  const StateSet right = binary ? labelling.states(node.right) : left;
  auto continued = [&](const StateSet& set) { return set.empty() ? set : set & frame.with_path(); };
  switch (node.op) {
    case Op::X:
      result = exists_next(frame, continued(left));
      break;
    case Op::F:
      result = exists_finally(frame, continued(left));
      break;
    case Op::G:
      result = exists_globally(frame, left);
      break;
    case Op::U:
      result = exists_until(frame, left, continued(right));
      break;
    case Op::W:
      result = exists_until(frame, left, continued(right) | exists_globally(frame, left));
      break;
    default: {  // f R g: g up to and including a state with f, or for ever
      StateSet both = continued(left & right);
      result = exists_until(frame, right, both | exists_globally(frame, right));
    }
  }
  report(f, false, PathEngine::Fixpoint);
  return true;
}

// E<rho>g with state formulas as tests and g.
bool PathChecker::try_nfa(Labelling& labelling, Formula f, StateSet& result) {
  const logic::FormulaPool& pool = labelling.pool();
  const Node node = pool[f];
  if (node.op != Op::Diamond || pool[node.left].is_path || pool[node.right].is_path) return false;
  std::optional<automata::Nfa> nfa = automata::build_nfa(pool, node.left, options_.limits);
  if (!nfa || nfa->has_path_tests()) return false;
  StateSet last = labelling.states(node.right);
  if (!last.empty()) last &= labelling.frame().with_path();
  result = matched_from(labelling, *nfa, last);
  report(f, false, PathEngine::Nfa, nfa->states.size(), nfa->edge_count());
  return true;
}

namespace {

// The alternating automaton is linear in the formula but for the tests that meet at one position, so its limits only
// guard against those.
automata::AlternatingAutomaton alternating_automaton(const logic::FormulaPool& pool, Formula f, logic::Traces traces,
                                                     automata::Limits limits) {
  limits.states = limits.edges = limits.terms = std::size_t{1} << 24;
  limits.work = std::size_t{1} << 40;
  automata::Meter meter(limits);
  return automata::build_alternating(pool, f, traces, meter);
}

std::size_t term_count(const automata::AlternatingAutomaton& automaton) {
  std::size_t count = 0;
  for (const auto& state : automaton.states) count += state.terms.size();
  return count;
}

}  // namespace

StateSet PathChecker::by_automaton(Labelling& labelling, Formula f, logic::Traces traces) {
  const logic::FormulaPool& pool = labelling.pool();
  bool on_finite = traces != logic::Traces::Infinite;
  std::string why;
  if (explicit_wanted()) {
    std::optional<automata::Buchi> buchi = automata::build_buchi(pool, f, traces, {}, options_.limits, &why);
    if (buchi) {
      StateSet result = accepted_from(labelling, *buchi);
      report(f, on_finite, PathEngine::Explicit, buchi->states.size(), buchi->edge_count(),
             automata::strength_name(automata::classify(*buchi).strength));
      return result;
    }
  }
  if (options_.engine != PathEngine::Symbolic && !on_finite && in_tableau_fragment(pool, f)) {
    TableauSize size;
    StateSet result = tableau_accepted_from(labelling, f, reserve_, size);
    report(f, false, PathEngine::Tableau, size.variables, size.goals, why);
    return result;
  }
  automata::AlternatingAutomaton alternating = alternating_automaton(pool, f, traces, options_.limits);
  StateSet result = accepted_from(labelling, alternating, reserve_);
  report(f, on_finite, PathEngine::Symbolic, alternating.states.size(), term_count(alternating), why);
  return result;
}

// Some finite trace, the beginning of an infinite path, satisfies f: a least fixpoint over an automaton of the traces.
StateSet PathChecker::finite(Labelling& labelling, Formula f) {
  const logic::FormulaPool& pool = labelling.pool();
  const StateSet& last = labelling.frame().with_path();
  std::string why;
  if (explicit_wanted()) {
    if (std::optional<automata::Nfa> nfa = automata::build_finite(pool, f, options_.limits, &why)) {
      StateSet result = matched_from(labelling, *nfa, last);
      report(f, true, PathEngine::Nfa, nfa->states.size(), nfa->edge_count());
      return result;
    }
  }
  automata::AlternatingAutomaton alternating = alternating_automaton(pool, f, logic::Traces::Finite, options_.limits);
  StateSet result = matched_from(labelling, alternating, last, reserve_);
  report(f, true, PathEngine::Symbolic, alternating.states.size(), term_count(alternating), why);
  return result;
}

}  // namespace gnomon::check
