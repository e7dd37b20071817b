// Goals of path quantifiers: E f on infinite paths and on finite traces.
#include "automata/simplify.h"
#include "logic/simplify.h"
#include "logic/unfold.h"
#include "sat/goals.h"

namespace gnomon::sat {

using logic::Family;
using logic::Formula;
using logic::Node;
using logic::Op;

void Goals::too_large() {
  throw LimitReached(Limit::Size, "the automaton of a path formula is too large for a SAT solver");
}

namespace {

// Tests of state formulas do not look anywhere.
bool tests_paths(const logic::FormulaPool& pool, Formula f) {
  for (Formula part : pool.path_part(f)) {
    if (pool[part].op == Op::Test && pool[pool[part].left].is_path) return true;
  }
  return false;
}

}  // namespace

GoalNode Goals::quantified_node(Op quantifier, Formula f) {
  logic::FormulaPool& pool = *pool_;
  if (!pool[f].is_path) return node_of(GoalKind::All, {state(f)});
  bool on_finite = quantifier == Op::PathEf;
  bool beyond = on_finite && options_.tests_look_beyond && tests_paths(pool, f);
  logic::Traces traces = !on_finite ? logic::Traces::Infinite
                         : beyond   ? logic::Traces::FiniteWithInfiniteTests
                                    : logic::Traces::Finite;
  // Simplification knows what is left of E f when f turns out not to depend on the path.
  Formula quantified = logic::simplify(pool, pool.make(quantifier, f));
  const Node simple = pool[quantified];
  if (simple.op != quantifier || !pool[simple.left].is_path) {
    return node_of(GoalKind::All, {state(logic::negation_normal_form(pool, quantified, normal_traces_))});
  }
  f = logic::negation_normal_form(pool, simple.left, traces);
  if (logic::has_path_bounds(pool, f)) {
    const Formula written_out = logic::unfolded_below(pool, quantifier, f, traces, options_.limits.budget);
    if (pool[written_out].op != quantifier) return node_of(GoalKind::All, {state(written_out)});
    f = pool[written_out].left;
  }
  switch (traces) {
    case logic::Traces::Infinite:
      return node_of(GoalKind::All, {goal(Form::Path, f)});
    case logic::Traces::Finite:
      return finite_node(f);
    case logic::Traces::FiniteWithInfiniteTests:
      break;
  }
  return automaton_node(f, traces);
}

Goal Goals::suffix(Formula f) {
  if ((*pool_)[f].is_path) return goal(Form::Path, f);
  return all(continued(state(f)));
}

GoalNode Goals::path_node(Formula f) {
  const Node node = (*pool_)[f];
  if (node.op == Op::Or) return disjunction_node(f);
  if (node.op == Op::And) return conjunction_node(f);
  GoalNode made;
  if (temporal_node(node, made)) return made;
  return automaton_node(f, logic::Traces::Infinite);
}

// E(f or g) = E f or E g. The operands are taken one level at a time, so that long chains do no harm.
GoalNode Goals::disjunction_node(Formula f) {
  const Node node = (*pool_)[f];
  return node_of(GoalKind::Any, {suffix(node.left), suffix(node.right)});
}

// E(p and f) = p and E f for a state formula p.
GoalNode Goals::conjunction_node(Formula f) {
  logic::FormulaPool& pool = *pool_;
  std::vector<Goal> parts;
  Formula rest;
  for (Formula part : pool.joined(Op::And, f)) {
    if (!pool[part].is_path) {
      parts.push_back(state(part));
    } else {
      rest = rest.is_none() ? part : pool.make(Op::And, rest, part);
    }
  }
  parts.push_back(goal(pool[rest].op == Op::And ? Form::Automaton : Form::Path, rest));
  return node_of(GoalKind::All, std::move(parts));
}

// Operators whose operands need no automaton: those that hold on the way must be state formulas, the one that holds
// from some position on may be any path formula.
bool Goals::temporal_node(const Node& node, GoalNode& made) {
  auto is_state = [&](Formula f) { return !(*pool_)[f].is_path; };
  switch (node.op) {
    case Op::X:
      made = node_of(GoalKind::Next, {suffix(node.left)});
      return true;
    case Op::F:
      made = until_node({}, {suffix(node.left)}, true, false);
      return true;
    case Op::G:
      if (!is_state(node.left)) return false;
      made = until_node({state(node.left)}, {}, false, true);
      return true;
    case Op::U:
    case Op::W:
      if (!is_state(node.left)) return false;
      made = until_node({state(node.left)}, {suffix(node.right)}, true, node.op == Op::W);
      return true;
    case Op::R:  // g up to and including a position with f, or for ever
      if (!is_state(node.right)) return false;
      made = until_node({state(node.right)}, {state(node.right), suffix(node.left)}, true, true);
      return true;
    case Op::Diamond: {
      if ((*pool_)[node.left].is_path) return false;
      std::optional<automata::Nfa> nfa = automata::build_nfa(*pool_, node.left, options_.limits);
      if (!nfa || nfa->has_path_tests()) return false;
      made = run_node(*nfa, {suffix(node.right)});
      return true;
    }
    case Op::Box:
      return false;
    default:
      // Bounds have been written out.
      static_assert(logic::covers(
          Family::Linear, {Op::X, Op::F, Op::G, Op::U, Op::W, Op::R, Op::Xn, Op::Fn, Op::Gn, Op::Un, Op::Wn, Op::Rn}));
      static_assert(logic::covers(Family::Dynamic, {Op::Diamond, Op::Box, Op::Diamondn, Op::Boxn}));
      return false;
  }
}

std::vector<Goal> Goals::guard_goals(const automata::Guard& guard) {
  std::vector<Goal> goals;
  for (const automata::Literal& literal : guard) {
    goals.push_back(literal.positive ? state(literal.letter) : negation(literal.letter));  // letters are in normal form
  }
  return goals;
}

GoalNode Goals::run_node(const automata::Nfa& nfa, const std::vector<Goal>& last) {
  PathAutomaton run;
  run.states = static_cast<std::uint32_t>(nfa.states.size());
  run.initial = nfa.initial;
  for (std::uint32_t q = 0; q < run.states; ++q) {
    for (const automata::Nfa::Edge& edge : nfa.states[q].edges) {
      run.edges.push_back({q, edge.target, guard_goals(edge.condition.guard), 0});
    }
    for (const automata::Condition& accepting : nfa.states[q].accepting) {
      std::vector<Goal> condition = guard_goals(accepting.guard);
      condition.insert(condition.end(), last.begin(), last.end());
      run.ends.push_back({q, std::move(condition)});
    }
  }
  return {GoalKind::Path, {}, {}, add(std::move(run)), {}};
}

// Some finite trace, the beginning of an infinite path, satisfies f.
GoalNode Goals::finite_node(Formula f) {
  std::optional<automata::Nfa> nfa = automata::build_finite(*pool_, f, options_.limits);
  if (!nfa) too_large();
  return run_node(*nfa, {with_path()});
}

// A run loops through the marks, or ends where every continuation is accepted.
GoalNode Goals::automaton_node(Formula f, logic::Traces traces) {
  std::optional<automata::Buchi> buchi = automata::build_buchi(*pool_, f, traces, {}, options_.limits);
  if (!buchi) too_large();
  automata::Classification classes = automata::classify(*buchi);
  PathAutomaton run;
  run.states = static_cast<std::uint32_t>(buchi->states.size());
  run.initial = buchi->initial;
  run.loops = true;
  run.mark_count = buchi->set_count;
  for (std::uint32_t q = 0; q < run.states; ++q) {
    for (const automata::Buchi::Edge& edge : buchi->states[q].edges) {
      run.edges.push_back({q, edge.target, guard_goals(edge.guard), edge.marks});
    }
    if (classes.kind_of(q) == automata::ComponentKind::Universal) run.ends.push_back({q, {with_path()}});
  }
  return {GoalKind::Path, {}, {}, add(std::move(run)), {}};
}

}  // namespace gnomon::sat
