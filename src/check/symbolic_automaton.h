// A Büchi automaton in diagram variables, and its product with the system.
//
// The automaton has variables x of its own (pairs x, x' in the manager, below the system's). Its steps are a
// conjunction of relations that read, besides x and x', the state s that is left, or the state s' that is entered. A
// preimage of the product takes two steps, of which one does not know the automaton and the other not the system's
// steps:
//
//   reads s:    Pre(Z)(s, x)  =  exists x'.  A(s, x, x')  and  exists s'. T(s, s') and Z(s', x')
//   reads s':   Pre(Z)(s, x)  =  exists s'.  T(s, s')  and  exists x'. A(s', x, x') and Z(s', x')
//
// Goals are sets of product states to be visited infinitely often.
#pragma once

#include <utility>
#include <vector>

#include "check/frame.h"

namespace gnomon::check {

// A set of product states: a diagram over the system's current bits and the automaton's x.
class SymbolicSet {
 public:
  explicit SymbolicSet(bdd::Bdd bdd) : bdd_(std::move(bdd)) {}
  const bdd::Bdd& bdd() const { return bdd_; }
  bool empty() const { return bdd_.is_false(); }
  bool operator==(const SymbolicSet&) const = default;
  SymbolicSet operator&(const SymbolicSet& other) const { return SymbolicSet(bdd_ & other.bdd_); }
  SymbolicSet operator|(const SymbolicSet& other) const { return SymbolicSet(bdd_ | other.bdd_); }
  SymbolicSet operator-(const SymbolicSet& other) const { return SymbolicSet(bdd_.minus(other.bdd_)); }

 private:
  bdd::Bdd bdd_;
};

class SymbolicAutomaton {
 public:
  enum class Reads : std::uint8_t { Source, Successor };

  // `bits` pairs of variables, taken from `reserve` and added to it where it has too few: the next automaton uses them
  // again, so that a run with many formulas does not pile them up.
  SymbolicAutomaton(const Frame& frame, std::vector<std::pair<bdd::Var, bdd::Var>>& reserve, std::size_t bits,
                    Reads reads);

  using Set = SymbolicSet;  // a graph for check/fixpoints.h
  SymbolicSet predecessors(const SymbolicSet& set) const { return step_back(set, false); }
  SymbolicSet recurrent_predecessors(const SymbolicSet& set) const { return step_back(set, true); }

  bdd::Bdd now(std::size_t bit) const;   // x
  bdd::Bdd next(std::size_t bit) const;  // x'
  void add_relation(bdd::Bdd relation) { relations_.push_back(std::move(relation)); }
  void add_goal(bdd::Bdd visited) { goals_.emplace_back(std::move(visited)); }
  // Ends the construction: schedules the quantification of x' over the relations.
  void finish();

  // The states s of the frame from which, for some x with initial(s, x), a fair path of the product visits all goals
  // (and the frame's fairness sets) infinitely often.
  StateSet accepted_from(const bdd::Bdd& initial) const;
  // The same for a finite path of the product that ends in `last`.
  StateSet matched_from(const bdd::Bdd& initial, const bdd::Bdd& last) const;

 private:
  SymbolicSet step_back(const SymbolicSet& set, bool recurrent) const;
  bdd::Bdd automaton_step_back(bdd::Bdd set) const;  // exists x'. A and set

  const Frame* frame_;
  Reads reads_;
  std::vector<std::pair<bdd::Var, bdd::Var>> pairs_;
  bdd::VarMap up_;
  bdd::VarSet now_vars_;
  std::vector<bdd::Bdd> relations_;
  std::vector<bdd::VarSet> quantify_;  // after each relation
  bdd::VarSet unmentioned_;
  std::vector<SymbolicSet> goals_;
};

}  // namespace gnomon::check
