// Bounded model checking by a SAT solver: one formula, one bound after the other.
//
// (Biere, Cimatti, Clarke, Zhu, TACAS 1999; for branching time and knowledge Penczek, Woźna, Zbrzezny 2002 and Penczek,
// Lomuscio 2003.) A universal formula is refuted: the solver looks for an initial state with the negation, an
// existential one is confirmed: for every initial state it looks for what the formula says exists there. What is looked
// for consists of paths, loops and look-alikes with their own paths from initial states, each of at most as many steps
// as the bound; sat/goals.h says what, unrolling.h and demands.h how. Everything stays in one
// incremental solver: a larger bound adds clauses and changes one assumption.
//
// The states that the solver finds are the evidence: on the part of the model that they are, the diagram engine gives
// the same verdict by check/preservation.h. Answers without evidence come from k-induction (induction.h) for
// invariants, and from an exhausted search: if there is no model even without a bound, there is none at any.
//
// Under fairness a formula that is existential is confirmed only if every initial state has a fair path: whether one
// that shows none within the bound has one at all is not decided.
//
// Cost: the clauses of a formula with d nested temporal and epistemic operators are those of bound^d steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "automata/limits.h"
#include "base/budget.h"
#include "ispl/checked_model.h"
#include "logic/formula.h"
#include "model/state_set.h"
#include "model/symbolic_model.h"

namespace gnomon::sat {

struct Options {
  bool tests_look_beyond = false;  // on finite traces, tests look along the infinite path beyond the end
  automata::Limits limits;         // of explicit automata; without a budget of its own it gets the one below
  const Budget* budget = nullptr;  // polled while building and while solving; must outlive the search
};

struct Answer {
  bool holds = false;         // in all initial states
  std::size_t depth = 0;      // the bound at which it was found
  bool by_induction = false;  // shown without evidence: by induction, or because the search is exhausted
  model::StateSet evidence;   // otherwise: states, each reached from an initial one inside the set, on which
                              // check::Labelling over check::Frame(model, evidence) gives the same verdict
};

struct Statistics {
  std::size_t variables = 0;  // of the solvers, auxiliary ones included
  std::size_t clauses = 0;    // given to the solvers
  std::uint64_t solver_calls = 0;
};

class Search {
 public:
  // Why the formula cannot be treated, a sentence without full stop, or empty. Knowledge is taken as observational.
  // With `finite_traces` the formula is about finite traces, and fairness is ignored.
  static std::string unsupported(const logic::FormulaPool& pool, logic::Formula property,
                                 const std::vector<logic::Formula>& fairness, bool finite_traces);

  // Requires a formula that is supported; `fairness` must be empty if it is about finite traces. The model, the pool
  // and the budget must outlive the search. Throws LimitReached(Size) if a path formula's automaton is too large.
  Search(model::SymbolicModel& model, logic::FormulaPool& pool, logic::Formula property,
         const std::vector<logic::Formula>& fairness, Options options = {});
  ~Search();

  std::size_t bound() const { return bound_; }  // the next one to be tried, from 0
  // Tries the bound and moves on to the next. LimitReached passes through; after it, the search is over and every call
  // throws it again.
  std::optional<Answer> advance();
  Statistics statistics() const;

 private:
  struct Engine;

  std::optional<Answer> try_bound();

  std::unique_ptr<Engine> engine_;
  std::size_t bound_ = 0;
  std::exception_ptr stopped_;
};

}  // namespace gnomon::sat
