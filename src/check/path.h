// Path quantifiers: which states have a path that satisfies a path formula. The cheapest sound method is chosen:
//
//   set        a formula without path operators needs no path
//   fixpoint   E over one X, F, G, U, W or R of state formulas: a fixpoint on sets of states; with a bound on the
//              steps an iterate of it (check/bounded.h); and E<rho>f with large counts or bounds (check/matches.h)
//   nfa        E<rho>f with state formulas as tests and f: an NFA for rho, a least fixpoint over one set per NFA state;
//              and every formula on finite traces
//   explicit   a Büchi automaton of the formula, explicit, times the symbolic system
//   tableau    when that automaton grows too large and the formula is one of LTL: a tableau in diagram variables
//   symbolic   likewise, for any formula: the breakpoint construction in diagram variables
//   counters   the same for a formula with bounds that are not small: obligations carry the steps they have left
//
// Where sets of the space cannot speak about diagram variables (check/space.h), the last three do not apply, and an
// automaton that grows too large raises LimitReached.
//
// Before: negation normal form, simplification, letters evaluated and folded (check/letters.h), disjunctions split
// (E(f or g) = E f or E g), state formulas split off conjunctions. Where bounds occur, E F f is EF E f, and so on; those
// that no fixpoint takes are counted, or written out (logic/unfold.h) before an automaton is built. Which method was taken is recorded for `--explain`.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "automata/limits.h"
#include "check/labelling.h"
#include "check/symbolic_automaton.h"
#include "logic/nnf.h"

namespace gnomon::check {

enum class PathEngine : std::uint8_t { Automatic, Fixpoint, Nfa, Explicit, Tableau, Symbolic, Counters };

struct PathOptions {
  // Fixpoint and Nfa fall back to Explicit where they do not apply, Tableau and Counters to Symbolic.
  PathEngine engine = PathEngine::Automatic;
  bool tests_look_beyond = false;  // on finite traces, tests look along the infinite path beyond the end
  automata::Limits limits;         // of explicit automata
};

// What a path quantifier ranges over.
logic::Traces traces_of(logic::Op quantifier, const PathOptions& options);

// At which positions of a path a subformula is read, the first being 0.
struct Horizon {
  std::size_t first = 0;
  std::size_t last = 0;
};
// The horizons of the subformulas of a path formula in negation normal form; none if it has path operators other
// than X and those with a bound that is not too large.
std::optional<std::unordered_map<logic::Formula, Horizon>> horizons(const logic::FormulaPool& pool, logic::Formula f);

// How one quantified path formula was evaluated.
struct PathReport {
  logic::Formula formula;  // the argument of E
  bool finite = false;
  PathEngine engine = PathEngine::Automatic;
  std::size_t automaton_states = 0;
  std::size_t automaton_edges = 0;
  std::string note;  // strength of the automaton, why another engine was taken
};

template <Space S>
class PathCheckerOf {
 public:
  using Set = typename S::Set;

  // Automata in diagram variables take these from the reserve, which another checker on the same manager may share.
  explicit PathCheckerOf(PathOptions options = {},
                         std::shared_ptr<VariableReserve> reserve = std::make_shared<VariableReserve>())
      : options_(options), reserve_(std::move(reserve)) {}

  // The states of the space with some infinite fair path (or, for `PathEf`, some finite trace) that satisfies f.
  // `labelling` gives the sets of the state formulas in f. If `asked` is given, the answer counts in these states only.
  Set exists_path(LabellingOf<S>& labelling, logic::Op quantifier, logic::Formula f, const Set* asked = nullptr);

  const PathOptions& options() const { return options_; }
  const std::vector<PathReport>& reports() const { return reports_; }
  const std::shared_ptr<VariableReserve>& reserve() const { return reserve_; }

 private:
  using Answer = std::optional<Set>;  // none: the method does not apply

  Set infinite(LabellingOf<S>& labelling, logic::Formula f, const Set* asked = nullptr);
  Set unsplit(LabellingOf<S>& labelling, logic::Formula f, const Set* asked);
  Set finite(LabellingOf<S>& labelling, logic::Formula f, const Set* asked = nullptr);
  Answer by_fixpoint(LabellingOf<S>& labelling, logic::Formula f, const Set* asked);
  // The same for an operator with a bound, or above one. Not for finite traces whose tests look beyond.
  Answer by_iterates(LabellingOf<S>& labelling, logic::Formula f, logic::Traces traces);
  Answer by_matches(LabellingOf<S>& labelling, logic::Formula f, logic::Traces traces);
  // Some path that goes on from there satisfies the operand.
  Set some_path(LabellingOf<S>& labelling, logic::Formula operand, logic::Traces traces);
  Answer by_nfa(LabellingOf<S>& labelling, logic::Formula f, const Set* asked);
  // By an automaton with counters, for a formula with bounds; not if they are small and may be written out.
  Answer by_counters(LabellingOf<S>& labelling, logic::Formula f, logic::Traces traces);
  // By the explicit automaton if it can be had, otherwise by a symbolic one. With FiniteWithInfiniteTests: for some
  // last position.
  Set by_automaton(LabellingOf<S>& labelling, logic::Formula f, logic::Traces traces, const Set* asked);
  bool tries(PathEngine engine) const { return options_.engine == PathEngine::Automatic || options_.engine == engine; }
  bool tries_explicit() const {
    if constexpr (!ExtensibleSpace<S>) return true;
    return options_.engine != PathEngine::Symbolic && options_.engine != PathEngine::Tableau &&
           options_.engine != PathEngine::Counters;
  }
  void report(logic::Formula f, bool finite, PathEngine engine, std::size_t states = 0, std::size_t edges = 0,
              std::string note = {}) {
    reports_.push_back({f, finite, engine, states, edges, std::move(note)});
  }

  PathOptions options_;
  std::shared_ptr<VariableReserve> reserve_;
  std::vector<PathReport> reports_;
  std::size_t nested_ = 0;  // iterates within iterates
};

using PathChecker = PathCheckerOf<Frame>;

}  // namespace gnomon::check
