// Matches of path expressions that lead to a set of states, with counts and bounds that are not written out.
//
// A path expression whose tests and steps are state formulas maps a set Z to the states from which some match ends in Z:
//
//   f: f and EX Z       f?: f and Z       r + s: both       r;s: r of s of Z       r*: mu Y. Z or r(Y)
//   r{n,m}: n times r after m - n times Y -> Z or r(Y), from Z
//
// Counts are iterates (check/bounded.h): a large one costs no more than it takes until the sets stay the same or return. The
// number of steps of a match is counted in the product with the automaton of the expression, by iterates of its steps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <unordered_map>

#include "automata/nfa.h"
#include "check/bounded.h"
#include "check/product.h"

namespace gnomon::check {

// Whether an expression is nested so little that it may be evaluated like this: by recursion, and with fixpoints inside of
// fixpoints.
inline bool is_shallow(const logic::FormulaPool& pool, logic::Formula rho) {
  constexpr std::size_t kDeepest = 200;
  constexpr std::size_t kMostLoops = 4;
  struct Depth {
    std::size_t parts = 0;
    std::size_t loops = 0;
  };
  std::unordered_map<logic::Formula, Depth> depths;
  for (logic::Formula part : pool.subformulas(rho)) {
    const logic::Node& node = pool[part];
    Depth& depth = depths[part];
    if (!logic::is_path_expression(node.op)) continue;
    for (logic::Formula operand : {node.left, node.right}) {
      if (operand.is_none()) continue;
      depth.parts = std::max(depth.parts, depths.at(operand).parts);
      depth.loops = std::max(depth.loops, depths.at(operand).loops);
    }
    ++depth.parts;
    if (node.op == logic::Op::Star || node.op == logic::Op::Repeat) ++depth.loops;
  }
  return depths.at(rho).parts <= kDeepest && depths.at(rho).loops <= kMostLoops;
}

// The states from which a match of the expression, which is shallow, ends in `last`.
template <Space S>
typename S::Set matched_before(LabellingOf<S>& labelling, logic::Formula rho, const typename S::Set& last) {
  using logic::Op;
  using Set = typename S::Set;
  const logic::Node node = labelling.pool()[rho];
  auto inner = [&](const Set& z) { return matched_before(labelling, node.left, z); };
  auto closure = [&] {
    Set reached = last;
    for (Set frontier = last; !frontier.empty(); reached |= frontier) frontier = inner(frontier) - reached;
    return reached;
  };
  switch (node.op) {
    case Op::Step:
      return labelling.states(node.left) & labelling.space().predecessors(last);
    case Op::Test:
      return labelling.states(node.left) & last;
    case Op::Alt:
      return inner(last) | matched_before(labelling, node.right, last);
    case Op::Seq:
      return inner(matched_before(labelling, node.right, last));
    case Op::Star:
      return closure();
    default:
      static_assert(
          logic::covers(logic::Family::PathExpression, {Op::Step, Op::Test, Op::Alt, Op::Seq, Op::Star, Op::Repeat}));
      return through_interval(
          labelling.pool().interval(node), last, closure, [&](const Set& z) { return last | inner(z); }, inner);
  }
}

// The states from which a match with so many steps ends in `last`. Requires an automaton without tests of path formulas.
template <Space S>
typename S::Set matched_within(LabellingOf<S>& labelling, const automata::Nfa& automaton,
                               const logic::Interval& interval, const typename S::Set& last) {
  using Set = typename ProductOf<S>::Set;
  if (automaton.states.empty()) return labelling.space().none();
  const ProductGoalOf<S> goal = product_goal(labelling, automaton, last);
  const Set found = through_interval(
      interval, goal.target, [&] { return until(goal.product, goal.product.everything(), goal.target); },
      [&](const Set& z) { return goal.target | goal.product.predecessors(z); },
      [&](const Set& z) { return goal.product.predecessors(z); });
  return found[goal.initial];
}

}  // namespace gnomon::check
