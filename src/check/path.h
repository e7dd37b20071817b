// Path quantifiers: which states have a path that satisfies a path formula. The cheapest sound method is chosen:
//
//   set        a formula without path operators needs no path
//   fixpoint   E over one X, F, G, U, W or R of state formulas: a fixpoint on sets of states
//   nfa        E<rho>f with state formulas as tests and f: an NFA for rho, a least fixpoint over one set per NFA state;
//              and every formula on finite traces
//   explicit   a Büchi automaton of the formula, explicit, times the symbolic system
//   tableau    when that automaton grows too large and the formula is one of LTL: a tableau in diagram variables
//   symbolic   likewise, for any formula: the breakpoint construction in diagram variables
//
// Before: negation normal form, simplification, letters evaluated and folded (check/letters.h), disjunctions split
// (E(f or g) = E f or E g), state formulas split off conjunctions. Which method was taken is recorded for `--explain`.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "automata/limits.h"
#include "check/labelling.h"
#include "logic/nnf.h"

namespace gnomon::check {

enum class PathEngine : std::uint8_t { Automatic, Fixpoint, Nfa, Explicit, Tableau, Symbolic };

struct PathOptions {
  // Fixpoint and Nfa fall back to Explicit where they do not apply, Tableau to Symbolic.
  PathEngine engine = PathEngine::Automatic;
  bool tests_look_beyond = false;  // on finite traces, tests look along the infinite path beyond the end
  automata::Limits limits;         // of explicit automata
};

// How one quantified path formula was evaluated.
struct PathReport {
  logic::Formula formula;  // the argument of E
  bool finite = false;
  PathEngine engine = PathEngine::Automatic;
  std::size_t automaton_states = 0;
  std::size_t automaton_edges = 0;
  std::string note;  // strength of the automaton, why another engine was taken
};

class PathChecker : public PathEvaluator {
 public:
  explicit PathChecker(PathOptions options = {}) : options_(options) {}

  StateSet exists_path(Labelling& labelling, logic::Op quantifier, logic::Formula f) override;
  const std::vector<PathReport>& reports() const { return reports_; }

 private:
  StateSet infinite(Labelling& labelling, logic::Formula f);
  StateSet finite(Labelling& labelling, logic::Formula f);
  bool try_fixpoint(Labelling& labelling, logic::Formula f, StateSet& result);
  bool try_nfa(Labelling& labelling, logic::Formula f, StateSet& result);
  // By the explicit automaton if it can be had, otherwise by a symbolic one. With FiniteWithInfiniteTests: for some
  // last position.
  StateSet by_automaton(Labelling& labelling, logic::Formula f, logic::Traces traces);
  bool explicit_wanted() const {
    return options_.engine != PathEngine::Symbolic && options_.engine != PathEngine::Tableau;
  }
  void report(logic::Formula f, bool finite, PathEngine engine, std::size_t states = 0, std::size_t edges = 0,
              std::string note = {});

  PathOptions options_;
  std::vector<std::pair<bdd::Var, bdd::Var>> reserve_;  // variables of symbolic automata
  std::vector<PathReport> reports_;
};

}  // namespace gnomon::check
