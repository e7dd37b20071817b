// The definitions of check/path.h, for the files that instantiate them for a space.
#pragma once

#include "automata/simplify.h"
#include "base/assert.h"
#include "check/bounded.h"
#include "check/breakpoint.h"
#include "check/letters.h"
#include "check/matches.h"
#include "check/path.h"
#include "check/product.h"
#include "check/tableau.h"
#include "check/temporal.h"
#include "logic/parameters.h"
#include "logic/simplify.h"
#include "logic/unfold.h"

namespace gnomon::check {

// Raises LimitReached if it is too large. It is linear in the formula but for the tests that meet at one position.
automata::AlternatingAutomaton alternating_automaton(const logic::FormulaPool& pool, logic::Formula f,
                                                     logic::Traces traces, automata::Limits limits);
std::size_t term_count(const automata::AlternatingAutomaton& automaton);

// Whether the bounds of a path formula are so small that they may be written out.
bool bounds_are_small(const logic::FormulaPool& pool, logic::Formula path_formula);

template <Space S>
typename S::Set PathCheckerOf<S>::exists_path(LabellingOf<S>& labelling, logic::Op quantifier, logic::Formula f,
                                              const Set* asked) {
  logic::FormulaPool& pool = labelling.pool();
  bool on_finite = quantifier == logic::Op::PathEf;
  logic::Traces traces = traces_of(quantifier, options_);
  const Budget* budget = options_.limits.budget;
  f = logic::negation_normal_form(pool, over_known_letters(labelling, f), traces, budget);
  if (pool[f].is_path) f = logic::simplify(pool, f, traces, budget);
  if (!pool[f].is_path) {
    // The letters decided f: what is left is whether there is a path at all.
    Set holds = labelling.states(f) & labelling.space().with_path();
    report(f, on_finite, PathEngine::Automatic, 0, 0, "decided by sets of states");
    return holds;
  }
  f = logic::negation_normal_form(pool, f, traces, budget);
  switch (traces) {
    case logic::Traces::Infinite:
      return infinite(labelling, f, asked);
    case logic::Traces::Finite:
      return finite(labelling, f, asked);
    case logic::Traces::FiniteWithInfiniteTests:
      break;
  }
  return by_automaton(labelling, f, traces, asked);
}

// E(f or g) = E f or E g;  E(p and f) = p and E f for a state formula p.
template <Space S>
typename S::Set PathCheckerOf<S>::infinite(LabellingOf<S>& labelling, logic::Formula root, const Set* asked) {
  using logic::Op;
  logic::FormulaPool& pool = labelling.pool();
  const bool split = options_.engine == PathEngine::Automatic;
  struct Part {
    logic::Formula f;
    std::optional<Set> where;  // the states in which it counts; none: all
    Set within(const Set& set) const { return where ? *where & set : set; }
    const Set* asked() const { return where ? &*where : nullptr; }
  };
  Set result = labelling.space().none();
  std::vector<Part> parts{{root, asked ? std::optional<Set>(*asked) : std::nullopt}};
  while (!parts.empty()) {
    Part part = std::move(parts.back());
    parts.pop_back();
    const logic::Node node = pool[part.f];
    if (!node.is_path) {
      result |= part.within(labelling.states(part.f) & labelling.space().with_path());
    } else if (split && node.op == Op::Or) {
      const std::vector<logic::Formula> all = pool.joined(Op::Or, part.f);
      for (auto f = all.rbegin(); f != all.rend(); ++f) parts.push_back({*f, part.where});
    } else if (split && node.op == Op::And) {
      logic::Formula rest;
      for (logic::Formula f : pool.joined(Op::And, part.f)) {
        if (!pool[f].is_path) {
          part.where = part.within(labelling.states(f));
        } else {
          rest = rest.is_none() ? f : pool.make(Op::And, rest, f);
        }
      }
      if (part.where && part.where->empty()) continue;
      if (pool[rest].op == Op::And) {
        result |= part.within(unsplit(labelling, rest, asked ? part.asked() : nullptr));
      } else {
        parts.push_back({rest, std::move(part.where)});
      }
    } else {
      result |= part.within(unsplit(labelling, part.f, asked ? part.asked() : nullptr));
    }
  }
  return result;
}

template <Space S>
typename S::Set PathCheckerOf<S>::unsplit(LabellingOf<S>& labelling, logic::Formula f, const Set* asked) {
  const bool bounded = logic::has_path_bounds(labelling.pool(), f);
  if (tries(PathEngine::Fixpoint)) {
    Answer found = bounded ? by_iterates(labelling, f, logic::Traces::Infinite) : by_fixpoint(labelling, f, asked);
    if (found) return std::move(*found);
  }
  if (bounded) {
    if (labelling.space().closed()) {
      if (Answer found = by_counters(labelling, f, logic::Traces::Infinite)) return std::move(*found);
    }
    return infinite(labelling, logic::unfolded(labelling.pool(), f, logic::Traces::Infinite, options_.limits.budget),
                    asked);
  }
  if (tries(PathEngine::Nfa)) {
    if (Answer found = by_nfa(labelling, f, asked)) return std::move(*found);
  }
  // In an open space paths break off. A formula that looks a bounded number of steps ahead is one about the beginnings
  // of paths.
  if (!labelling.space().closed()) {
    GNOMON_ASSERT(horizons(labelling.pool(), f), "this formula needs a closed space");
    return finite(labelling, f, asked);
  }
  return by_automaton(labelling, f, logic::Traces::Infinite, asked);
}

// CTL shapes. An infinite path must continue from where the formula is satisfied.
template <Space S>
typename PathCheckerOf<S>::Answer PathCheckerOf<S>::by_fixpoint(LabellingOf<S>& labelling, logic::Formula f,
                                                                const Set* asked) {
  using logic::Op;
  const logic::FormulaPool& pool = labelling.pool();
  const S& space = labelling.space();
  const logic::Node node = pool[f];
  if (!is_linear_operator(node.op) || pool[node.left].is_path) return std::nullopt;
  const bool binary = !node.right.is_none();
  if (binary && pool[node.right].is_path) return std::nullopt;
  const Set left = labelling.states(node.left);
  const Set right = binary ? labelling.states(node.right) : left;
  auto on_paths = [&](const Set& through) { return asked ? labelling.cones().met(*asked, through) : through; };
  auto continued = [&](const Set& set) { return set.empty() ? set : set & space.with_path(); };
  report(f, false, PathEngine::Fixpoint);
  if (node.op == Op::X) return exists_next(space, continued(left));
  if (node.op == Op::F) return exists_finally(space, continued(left), asked);
  if (node.op == Op::G) return exists_globally(space, on_paths(left));
  if (node.op == Op::U) return exists_until(space, on_paths(left - right), continued(right), asked);
  if (node.op == Op::W) {
    const Set through = on_paths(left);
    return exists_until(space, through, continued(right) | exists_globally(space, through), asked);
  }
  // f R g: g up to and including a state with f, or for ever
  const Set through = on_paths(right);
  return exists_until(space, through, continued(left & through) | exists_globally(space, through), asked);
}

// Operators whose operands may be any path formulas where a path goes on from a state with E of them:
//   E X f = EX E f      E F f = EF E f      E(p U f) = E(p U E f)      E(f R p) = E(p U (p and E f)) or EG p
// and with bounds likewise. What holds on the way, p, must be a state formula. In G and W, and in R, p alone may go on
// for ever; on finite traces these are left to others.
template <Space S>
typename PathCheckerOf<S>::Answer PathCheckerOf<S>::by_iterates(LabellingOf<S>& labelling, logic::Formula f,
                                                                logic::Traces traces) {
  using logic::Op;
  constexpr std::size_t kDeepest = 200;
  const logic::FormulaPool& pool = labelling.pool();
  const S& space = labelling.space();
  const logic::Node node = pool[f];
  if (nested_ > kDeepest) return std::nullopt;
  if (logic::family_of(node.op) == logic::Family::Dynamic) return by_matches(labelling, f, traces);
  if (logic::family_of(node.op) != logic::Family::Linear) return std::nullopt;
  const Op plain = logic::without_bound(node.op);
  const bool finite = traces != logic::Traces::Infinite;
  if (finite && (plain == Op::G || plain == Op::W || plain == Op::R)) return std::nullopt;
  const logic::Interval interval = logic::has_bound(node.op) ? pool.interval(node)
                                   : plain == Op::X          ? logic::Interval::exactly(1)
                                                             : logic::Interval{};
  const logic::Formula on_the_way = plain == Op::R                     ? node.right
                                    : plain == Op::X || plain == Op::F ? logic::Formula{}
                                                                       : node.left;
  if (!on_the_way.is_none() && pool[on_the_way].is_path) return std::nullopt;
  report(f, finite, PathEngine::Fixpoint);
  const Set p = on_the_way.is_none() ? Set(space.states()) : labelling.states(on_the_way);
  auto lasting = [&](const logic::Interval& steps) {
    return exists_globally(space, p, steps.is_open() ? p : p & space.with_path(), steps);
  };
  switch (plain) {
    case Op::X:
    case Op::F:
      return exists_finally(space, some_path(labelling, node.left, traces), interval);
    case Op::G:
      return lasting(interval);
    case Op::U:
      return exists_until(space, p, some_path(labelling, node.right, traces), interval);
    case Op::W:
      return exists_until(space, p, some_path(labelling, node.right, traces), interval) | lasting({0, interval.last});
    default:
      static_assert(logic::covers(logic::Family::Linear, {Op::X, Op::F, Op::G, Op::U, Op::W, Op::R, Op::Xn, Op::Fn,
                                                          Op::Gn, Op::Un, Op::Wn, Op::Rn}));
      break;
  }
  // f R[a,b] p: before the a-th step E f or one step more, then p and the same.
  const Set released = some_path(labelling, node.left, traces);
  auto outer = [&](const Set& z) { return released | exists_next(space, z); };
  return through_interval(
      interval, Set(p & space.with_path()),
      [&] { return exists_until(space, p, (p & released) | exists_globally(space, p)); },
      [&](const Set& z) { return p & outer(z); }, outer);
}

template <Space S>
typename S::Set PathCheckerOf<S>::some_path(LabellingOf<S>& labelling, logic::Formula operand, logic::Traces traces) {
  struct Deeper {
    explicit Deeper(std::size_t& count) : depth(count) { ++depth; }
    ~Deeper() { --depth; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    std::size_t& depth;
  };
  const Deeper deeper(nested_);
  const bool is_path = labelling.pool()[operand].is_path;
  return traces == logic::Traces::Finite && is_path ? finite(labelling, operand) : infinite(labelling, operand);
}

// E<rho>f = E<rho>E f, where the tests of rho are state formulas. Small counts and bounds are written out instead.
template <Space S>
typename PathCheckerOf<S>::Answer PathCheckerOf<S>::by_matches(LabellingOf<S>& labelling, logic::Formula f,
                                                               logic::Traces traces) {
  using logic::Op;
  logic::FormulaPool& pool = labelling.pool();
  const logic::Node node = pool[f];
  if (logic::without_bound(node.op) != Op::Diamond || pool[node.left].is_path) return std::nullopt;
  if (options_.engine == PathEngine::Automatic && bounds_are_small(pool, f)) return std::nullopt;
  const bool on_finite = traces != logic::Traces::Infinite;
  const bool counts = logic::has_path_bounds(pool, pool.make(Op::Diamond, node.left, pool.truth(true)));
  if (node.op == Op::Diamond && counts) {
    if (!is_shallow(pool, node.left)) return std::nullopt;
    report(f, on_finite, PathEngine::Fixpoint);
    return matched_before(labelling, node.left, some_path(labelling, node.right, traces));
  }
  // Steps are counted on the way through the automaton of rho, in which counts are written out.
  const logic::Formula written =
      logic::unfolded(pool, pool.make(Op::Diamond, node.left, pool.truth(true)), traces, options_.limits.budget);
  std::optional<automata::Nfa> nfa = automata::build_nfa(pool, pool[written].left, options_.limits);
  if (!nfa || nfa->has_path_tests()) return std::nullopt;
  report(f, on_finite, PathEngine::Fixpoint, nfa->states.size(), nfa->edge_count());
  const logic::Interval interval = logic::has_bound(node.op) ? pool.interval(node) : logic::Interval{};
  return matched_within(labelling, *nfa, interval, some_path(labelling, node.right, traces));
}

// E<rho>g with state formulas as tests and g.
template <Space S>
typename PathCheckerOf<S>::Answer PathCheckerOf<S>::by_nfa(LabellingOf<S>& labelling, logic::Formula f,
                                                           const Set* asked) {
  const logic::FormulaPool& pool = labelling.pool();
  const logic::Node node = pool[f];
  if (node.op != logic::Op::Diamond || pool[node.left].is_path || pool[node.right].is_path) return std::nullopt;
  std::optional<automata::Nfa> nfa = automata::build_nfa(pool, node.left, options_.limits);
  if (!nfa || nfa->has_path_tests()) return std::nullopt;
  Set last = labelling.states(node.right);
  if (!last.empty()) last = last & labelling.space().with_path();
  report(f, false, PathEngine::Nfa, nfa->states.size(), nfa->edge_count());
  return matched_from(labelling, *nfa, last, asked);
}

template <Space S>
typename PathCheckerOf<S>::Answer PathCheckerOf<S>::by_counters(LabellingOf<S>& labelling, logic::Formula f,
                                                                logic::Traces traces) {
  if constexpr (ExtensibleSpace<S>) {
    logic::FormulaPool& pool = labelling.pool();
    const bool forced = options_.engine == PathEngine::Counters;
    const bool wanted = forced || (options_.engine == PathEngine::Automatic && !bounds_are_small(pool, f));
    if (!wanted || !logic::has_path_bounds(pool, f)) return std::nullopt;
    const Budget* budget = options_.limits.budget;
    const std::optional<logic::Formula> limited = logic::with_limits_dropped(pool, f);
    if (!limited) {
      throw LimitReached(Limit::Size,
                         "bounds of 2^62 of both directions below one path quantifier have no common limit");
    }
    const logic::Formula counted = logic::unfolded_for_counters(pool, *limited, traces, budget);
    if (!pool[counted].is_path) return labelling.states(counted) & labelling.space().with_path();
    automata::AlternatingAutomaton alternating = alternating_automaton(pool, counted, traces, options_.limits);
    report(f, traces != logic::Traces::Infinite, PathEngine::Counters, alternating.states.size(),
           term_count(alternating));
    Breakpoint<S> breakpoint(labelling, alternating, *reserve_);
    return traces == logic::Traces::Finite ? breakpoint.matched_from(labelling.space().with_path())
                                           : breakpoint.accepted_from();
  } else {
    return std::nullopt;
  }
}

template <Space S>
typename S::Set PathCheckerOf<S>::by_automaton(LabellingOf<S>& labelling, logic::Formula f, logic::Traces traces,
                                               const Set* asked) {
  logic::FormulaPool& pool = labelling.pool();
  if (Answer found = by_counters(labelling, f, traces)) return std::move(*found);
  f = logic::unfolded(pool, f, traces, options_.limits.budget);
  if (!pool[f].is_path) return labelling.states(f) & labelling.space().with_path();
  bool on_finite = traces != logic::Traces::Infinite;
  std::string why;
  if (tries_explicit()) {
    std::optional<automata::Buchi> buchi = automata::build_buchi(pool, f, traces, {}, options_.limits, &why);
    if (buchi) {
      report(f, on_finite, PathEngine::Explicit, buchi->states.size(), buchi->edge_count(),
             automata::strength_name(automata::classify(*buchi).strength));
      return accepted_from(labelling, *buchi, asked);
    }
  }
  if constexpr (ExtensibleSpace<S>) {
    const bool may_be_tableau = options_.engine != PathEngine::Symbolic && options_.engine != PathEngine::Counters;
    if (may_be_tableau && !on_finite && in_tableau_fragment(pool, f)) {
      Tableau<S> tableau(labelling, f, *reserve_);
      report(f, false, PathEngine::Tableau, tableau.variables(), tableau.goals(), why);
      return tableau.accepted_from();
    }
    automata::AlternatingAutomaton alternating = alternating_automaton(pool, f, traces, options_.limits);
    report(f, on_finite, PathEngine::Symbolic, alternating.states.size(), term_count(alternating), why);
    return Breakpoint<S>(labelling, alternating, *reserve_).accepted_from();
  } else {
    throw LimitReached(Limit::Size, why);
  }
}

// Some finite trace, the beginning of an infinite path, satisfies f: a least fixpoint over an automaton of the traces.
template <Space S>
typename S::Set PathCheckerOf<S>::finite(LabellingOf<S>& labelling, logic::Formula f, const Set* asked) {
  logic::FormulaPool& pool = labelling.pool();
  const bool iterates = options_.engine == PathEngine::Fixpoint ||
                        (options_.engine == PathEngine::Automatic && !bounds_are_small(pool, f));
  if (iterates && logic::has_path_bounds(pool, f)) {
    if (Answer found = by_iterates(labelling, f, logic::Traces::Finite)) return std::move(*found);
  }
  if (Answer found = by_counters(labelling, f, logic::Traces::Finite)) return std::move(*found);
  f = logic::unfolded(pool, f, logic::Traces::Finite, options_.limits.budget);
  if (!pool[f].is_path) return labelling.states(f) & labelling.space().with_path();
  const Set& last = labelling.space().with_path();
  std::string why;
  if (tries_explicit()) {
    if (std::optional<automata::Nfa> nfa = automata::build_finite(pool, f, options_.limits, &why)) {
      report(f, true, PathEngine::Nfa, nfa->states.size(), nfa->edge_count());
      return matched_from(labelling, *nfa, last, asked);
    }
  }
  if constexpr (ExtensibleSpace<S>) {
    automata::AlternatingAutomaton alternating = alternating_automaton(pool, f, logic::Traces::Finite, options_.limits);
    report(f, true, PathEngine::Symbolic, alternating.states.size(), term_count(alternating), why);
    return Breakpoint<S>(labelling, alternating, *reserve_).matched_from(last);
  } else {
    throw LimitReached(Limit::Size, why);
  }
}

}  // namespace gnomon::check
