// LTL path formulas by a tableau in diagram variables (Clarke, Grumberg, Hamaguchi 1997; Lichtenstein and Pnueli 1985).
//
// One variable x_t per temporal subformula t of the negation normal form: "what t leaves to the next position is
// promised". The truth of a formula at a position is a set over letters and promises:
//
//   sat(X g) = x      sat(F g) = g or x             sat(f U g) = g or (f and x)      sat(f W g) = g or (f and x)
//                     sat(G g) = g and x            sat(f R g) = g and (f or x)
//
// Consistency: a promise made is kept at the next position, x_t -> sat(t)' (for X g: x -> sat(g)'). Since the formula
// is positive in its promises, implication is enough. An F or U must not be promised for ever: infinitely often x is
// not promised or g holds. Variables are linear in the formula.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "check/labelling.h"
#include "check/symbolic_automaton.h"

namespace gnomon::check {

// X F G U W R.
bool is_linear_operator(logic::Op op);

// Whether the formula, in negation normal form, has no path operators but these.
bool in_tableau_fragment(const logic::FormulaPool& pool, logic::Formula f);

template <ExtensibleSpace S>
class Tableau {
 public:
  // Requires in_tableau_fragment.
  Tableau(LabellingOf<S>& labelling, logic::Formula f, VariableReserve& reserve)
      : labelling_(&labelling),
        root_(f),
        nodes_(labelling.pool().path_part(f)),
        promise_(promises()),
        automaton_(labelling.space(), reserve, promise_.size(), SymbolicAutomaton<S>::Reads::Successor) {
    const logic::FormulaPool& pool = labelling.pool();
    const Truth now = truth([&](std::size_t bit) { return automaton_.now(bit); });
    const Truth next = truth([&](std::size_t bit) { return automaton_.next(bit); });
    for (logic::Formula t : nodes_) {
      const logic::Node node = pool[t];
      if (!is_linear_operator(node.op)) continue;
      const Set x = automaton_.now(promise_.at(t));
      automaton_.add_relation(automaton_.implies(x, next.at(node.op == logic::Op::X ? node.left : t)));
      if (node.op != logic::Op::F && node.op != logic::Op::U) continue;
      goals_.push_back(automaton_.implies(x, now.at(node.op == logic::Op::F ? node.left : node.right)));
      automaton_.add_goal(goals_.back());
    }
    automaton_.finish();
    initial_ = now.at(root_);
  }

  std::size_t variables() const { return promise_.size(); }
  std::size_t goals() const { return goals_.size(); }
  // The states of the space with a fair path that satisfies the formula.
  typename S::Set accepted_from() const { return automaton_.accepted_from(initial_); }

  // For explanations: the automaton, where its paths begin, and what they visit infinitely often.
  using Set = typename SymbolicAutomaton<S>::Set;
  const SymbolicAutomaton<S>& automaton() const { return automaton_; }
  const Set& initial() const { return initial_; }
  const std::vector<Set>& goal_sets() const { return goals_; }

 private:
  using Truth = std::unordered_map<logic::Formula, Set>;

  std::unordered_map<logic::Formula, std::size_t> promises() const {
    std::unordered_map<logic::Formula, std::size_t> found;
    for (logic::Formula f : nodes_) {
      if (is_linear_operator(labelling_->pool()[f].op)) found.emplace(f, found.size());
    }
    return found;
  }

  // Where the subformulas are true, over the current promises or the next ones.
  template <class Promise>
  Truth truth(Promise&& promise) const {
    Truth found;
    for (logic::Formula f : nodes_) {
      const logic::Node& node = labelling_->pool()[f];
      if (!node.is_path) {
        found.emplace(f, Set(labelling_->states(f)));
        continue;
      }
      const Set& left = found.at(node.left);
      const Set& right = node.right.is_none() ? left : found.at(node.right);
      const Set x = is_linear_operator(node.op) ? promise(promise_.at(f)) : left;
      found.emplace(f, combined(node.op, left, right, x));
    }
    return found;
  }

  static Set combined(logic::Op op, const Set& left, const Set& right, const Set& x) {
    using logic::Op;
    if (op == Op::And) return left & right;
    if (op == Op::Or) return left | right;
    if (op == Op::X) return x;
    if (op == Op::F) return left | x;
    if (op == Op::G) return left & x;
    if (op == Op::U || op == Op::W) return right | (left & x);
    return right & (left | x);  // R
  }

  LabellingOf<S>* labelling_;
  logic::Formula root_;
  std::vector<logic::Formula> nodes_;
  std::unordered_map<logic::Formula, std::size_t> promise_;
  SymbolicAutomaton<S> automaton_;
  Set initial_;
  std::vector<Set> goals_;
};

}  // namespace gnomon::check
