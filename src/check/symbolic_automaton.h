// An automaton in diagram variables, and its product with a space.
//
// The automaton has variables x of its own (pairs x, x' in the manager, below the system's). Its steps are a
// conjunction of relations that read, besides x and x', the state s that is left, or the state s' that is entered. A
// preimage of the product takes two steps, of which one does not know the automaton and the other not the space's
// steps:
//
//   reads s:    Pre(Z)(s, x)  =  exists x'.  A(s, x, x')  and  exists s'. T(s, s') and Z(s', x')
//   reads s':   Pre(Z)(s, x)  =  exists s'.  T(s, s')  and  exists x'. A(s', x, x') and Z(s', x')
//
// Relations, goals and sets of product states are all sets of the space extended by x and x' (ExtensibleSpace in
// check/space.h): one diagram where sets of the space are one diagram, one per vertex where they are one per vertex.
// Goals are sets of product states to be visited infinitely often.
#pragma once

#include <utility>
#include <vector>

#include "bdd/manager.h"
#include "check/fixpoints.h"

namespace gnomon::check {

// Pairs of variables for automata. Each automaton uses the same ones again and adds what is missing, so that a run with
// many formulas does not pile them up.
using VariableReserve = std::vector<std::pair<bdd::Var, bdd::Var>>;

// A set of states with values of the automaton's variables.
template <class Set>
class ExtendedSet {
 public:
  ExtendedSet() = default;
  explicit ExtendedSet(Set set) : set_(std::move(set)) {}
  const Set& set() const { return set_; }
  bool empty() const { return set_.empty(); }
  bool operator==(const ExtendedSet&) const = default;
  ExtendedSet operator&(const ExtendedSet& other) const { return ExtendedSet(set_ & other.set_); }
  ExtendedSet operator|(const ExtendedSet& other) const { return ExtendedSet(set_ | other.set_); }
  ExtendedSet operator-(const ExtendedSet& other) const { return ExtendedSet(set_ - other.set_); }
  ExtendedSet& operator&=(const ExtendedSet& other) { return *this = *this & other; }
  ExtendedSet& operator|=(const ExtendedSet& other) {
    set_ |= other.set_;
    return *this;
  }

 private:
  Set set_;
};

template <ExtensibleSpace S>
class SymbolicAutomaton {
 public:
  enum class Reads : std::uint8_t { Source, Successor };
  using Set = ExtendedSet<typename S::Set>;  // a graph for check/fixpoints.h

  // With `bits` pairs of variables.
  SymbolicAutomaton(const S& space, VariableReserve& reserve, std::size_t bits, Reads reads)
      : space_(&space), reads_(reads), within_(space.states()) {
    bdd::Manager& manager = space.manager();
    while (reserve.size() < bits) {
      bdd::Var pair[2] = {manager.new_var(), manager.new_var()};
      manager.group(pair);
      reserve.emplace_back(pair[0], pair[1]);
    }
    pairs_.assign(reserve.begin(), reserve.begin() + static_cast<std::ptrdiff_t>(bits));
    up_ = manager.map(pairs_);
    std::vector<bdd::Var> now;
    for (const auto& [x, y] : pairs_) now.push_back(x);
    now_vars_ = manager.set(now);
  }

  // Every state, with all values or none.
  Set constant(bool value) const { return everywhere(space_->manager().constant(value)); }
  Set now(std::size_t bit) const { return everywhere(space_->manager().literal(pairs_[bit].first)); }    // x
  Set next(std::size_t bit) const { return everywhere(space_->manager().literal(pairs_[bit].second)); }  // x'
  Set negation(const Set& set) const { return constant(true) - set; }
  Set implies(const Set& a, const Set& b) const { return negation(a) | b; }

  void add_relation(Set relation) { relations_.push_back(std::move(relation)); }
  void add_goal(Set visited) { goals_.push_back(std::move(visited)); }
  // Ends the construction: schedules the quantification of x' over the relations.
  void finish();

  Set predecessors(const Set& set) const { return product_step_back(set, Edges::All); }
  Set recurrent_predecessors(const Set& set) const { return product_step_back(set, Edges::Recurrent); }

  // The product states from which paths can be of use: a set outside of which there are none.
  void restrict_to(const Set& useful) { within_ = within_ & useful; }
  const Set& within() const { return within_; }
  // What is to be visited infinitely often, the space's fairness sets included.
  std::vector<Set> goals() const {
    std::vector<Set> goals = goals_;
    for (const typename S::Set& fair : space_->fairness()) goals.emplace_back(fair);
    return goals;
  }

  // The states s of the space from which, for some x with initial(s, x), a fair path of the product visits all goals
  // infinitely often.
  typename S::Set accepted_from(const Set& initial) const {
    return initial_states(fair_globally(*this, within_, goals()), initial);
  }
  // The same for a finite path of the product that ends in `last`.
  typename S::Set matched_from(const Set& initial, const Set& last) const {
    return initial_states(until(*this, within_, last & within_), initial);
  }
  // The states s of the space with some x for which (s, x) is in both sets.
  typename S::Set initial_states(const Set& set, const Set& initial) const {
    return space_->and_exists(set.set(), initial.set(), now_vars_);
  }

 private:
  Set everywhere(const bdd::Bdd& assignments) const { return Set(space_->everywhere(assignments)); }
  Set product_step_back(const Set& set, Edges edges) const;
  typename S::Set automaton_step_back(typename S::Set set) const;  // exists x'. A and set

  const S* space_;
  Reads reads_;
  Set within_;
  VariableReserve pairs_;
  bdd::VarMap up_;
  bdd::VarSet now_vars_;
  std::vector<Set> relations_;
  std::vector<bdd::VarSet> quantify_;  // after each relation
  bdd::VarSet unmentioned_;
  std::vector<Set> goals_;
};

template <ExtensibleSpace S>
void SymbolicAutomaton<S>::finish() {
  bdd::Manager& manager = space_->manager();
  std::vector<std::size_t> last(manager.var_count(), relations_.size());
  for (std::size_t r = 0; r < relations_.size(); ++r) {
    for (bdd::Var var : space_->mentioned(relations_[r].set())) last[var.index()] = r;
  }
  std::vector<std::vector<bdd::Var>> after(relations_.size() + 1);
  for (const auto& [x, y] : pairs_) after[last[y.index()]].push_back(y);
  for (std::size_t r = 0; r < relations_.size(); ++r) quantify_.push_back(manager.set(after[r]));
  unmentioned_ = manager.set(after[relations_.size()]);
}

template <ExtensibleSpace S>
typename S::Set SymbolicAutomaton<S>::automaton_step_back(typename S::Set set) const {
  if (!unmentioned_.empty()) set = space_->and_exists(set, set, unmentioned_);
  for (std::size_t r = 0; r < relations_.size() && !set.empty(); ++r) {
    set = space_->and_exists(set, relations_[r].set(), quantify_[r]);
  }
  return set;
}

template <ExtensibleSpace S>
typename SymbolicAutomaton<S>::Set SymbolicAutomaton<S>::product_step_back(const Set& set, Edges edges) const {
  typename S::Set after = space_->renamed(set.set(), up_);
  if (reads_ == Reads::Successor) after = automaton_step_back(std::move(after));
  typename S::Set before = step_back(*space_, after, edges);
  if (reads_ == Reads::Source) before = automaton_step_back(std::move(before));
  return Set(std::move(before));
}

}  // namespace gnomon::check
