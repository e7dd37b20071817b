#include "sat/search.h"

#include <utility>

#include "check/frame.h"
#include "check/labelling.h"
#include "check/preservation.h"
#include "logic/fragment.h"
#include "logic/simplify.h"
#include "sat/demands.h"
#include "sat/evidence.h"
#include "sat/goals.h"
#include "sat/induction.h"
#include "sat/model.h"
#include "sat/solver.h"

namespace gnomon::sat {

using logic::Formula;
using logic::Node;
using logic::Op;
using model::StateSet;

std::string Search::unsupported(const logic::FormulaPool& pool, Formula property, const std::vector<Formula>& fairness,
                                bool finite_traces) {
  logic::Fragment fragment = logic::classify(pool, property);
  if (fragment.strategic) return "strategic operators are not checked by SAT";
  if (fragment.observation) return "changes of observation are not checked by SAT";
  check::Preservation kept = check::preservation(pool, property);
  if (!kept.existential && !kept.universal) {
    return "it is neither existential nor universal: no part of the model can show whether it holds";
  }
  if (finite_traces) return {};
  for (Formula constraint : fairness) {
    if (!logic::classify(pool, constraint).is_propositional()) {
      return "a fairness constraint is not a Boolean combination of propositions";
    }
  }
  return {};
}

namespace {

// The p of AG p and of A G p, if the formula is one of these and p a Boolean combination of atoms.
Formula invariant_of(const logic::FormulaPool& pool, Formula f) {
  const Node* node = &pool[f];
  if (node->op == Op::PathA || node->op == Op::PathAf) {
    node = &pool[node->left];
    if (node->op != Op::G) return {};
  } else if (node->op != Op::AG) {
    return {};
  }
  return logic::classify(pool, node->left).is_propositional() ? node->left : Formula{};
}

GoalOptions goal_options(const Options& options) {
  GoalOptions made{options.tests_look_beyond, options.limits};
  if (made.limits.budget == nullptr) made.limits.budget = options.budget;
  return made;
}

}  // namespace

struct Search::Engine {
  Engine(model::SymbolicModel& model, logic::FormulaPool& pool, Formula property, const std::vector<Formula>& fairness,
         const Options& options)
      : symbolic(model),
        refuting(check::preservation(pool, property).universal),
        fair(!fairness.empty()),
        budget(options.budget),
        sat_model(model),
        goals(model, pool, fairness, goal_options(options)),
        solver(options.budget),
        demands(solver, sat_model, goals),
        covered(model.none()),
        evidence(model.none()) {
    Formula simple = logic::simplify(pool, property);
    check::Preservation kept = check::preservation(pool, simple);
    if (kept.existential && kept.universal) {
      check::Frame start(model, model.initial());
      always_true = model.initial().subset_of(check::Labelling(start, pool, nullptr).states(simple));
    }
    Goal goal = goals.demand(property, !refuting);
    root = demands.add_state(sat_model.new_state(solver), Solver::kTrue, {});
    sat_model.initial(solver, Solver::kTrue, demands.state(root));
    solver.add({demands.need(goal, root)});
    if (refuting) prepare_induction(pool, simple, options);
  }

  // The search is the base of the induction only if it finds every path to a state without p by its number of steps,
  // also those that no infinite or fair path continues.
  void prepare_induction(logic::FormulaPool& pool, Formula simple, const Options& options) {
    Formula invariant = invariant_of(pool, simple);
    if (invariant.is_none()) return;
    Op op = pool[simple].op;
    bool needs_loop = op != Op::AG && !never_stops(symbolic);
    bool needs_more = op == Op::PathAf && options.tests_look_beyond;
    bool finds_all = !fair && !needs_loop && !needs_more;
    plain_goals = std::make_unique<Goals>(symbolic, pool, std::vector<Formula>{}, goal_options(options));
    Goal holds = plain_goals->demand(invariant, true);
    Goal fails = plain_goals->demand(invariant, false);
    induction = std::make_unique<Induction>(sat_model, *plain_goals, holds, fails, !finds_all, options.budget);
  }

  // Takes over what the solver has found and excludes this initial state from now on.
  void collect() {
    Demands::Shown shown = demands.shown();
    evidence |= shown.states;
    for (const StateSet& state : shown.continuing) evidence |= paths.from(symbolic, state, budget);
    covered |= sat_model.read(solver, demands.state(root));
    std::vector<Lit> other;
    for (Lit bit : demands.state(root)) other.push_back(solver.value(bit) ? !bit : bit);
    solver.add(other);
  }

  model::SymbolicModel& symbolic;
  bool refuting;  // looking for one initial state without the property; otherwise for all with it
  bool fair;
  bool always_true = false;  // by looking at the initial states
  const Budget* budget;
  Model sat_model;
  Goals goals;
  Solver solver;
  Demands demands;
  StateRef root;
  StateSet covered;  // initial states with what was looked for
  StateSet evidence;
  EndlessPaths paths;
  std::unique_ptr<Goals> plain_goals;
  std::unique_ptr<Induction> induction;
};

Search::Search(model::SymbolicModel& model, logic::FormulaPool& pool, Formula property,
               const std::vector<Formula>& fairness, Options options)
    : engine_(std::make_unique<Engine>(model, pool, property, fairness, options)) {}

Search::~Search() = default;

std::optional<Answer> Search::advance() {
  if (stopped_ != nullptr) std::rethrow_exception(stopped_);
  try {
    std::optional<Answer> answer = try_bound();
    ++bound_;
    return answer;
  } catch (...) {
    // Clauses may be missing where it stopped.
    stopped_ = std::current_exception();
    throw;
  }
}

std::optional<Answer> Search::try_bound() {
  Engine& e = *engine_;
  const StateSet& initial = e.symbolic.initial();
  if (initial.empty() || e.always_true) return Answer{true, bound_, false, initial};
  Lit within_bound = e.demands.grow(bound_);
  while (e.solver.solve(within_bound)) {
    e.collect();
    if (e.refuting) return Answer{false, bound_, false, e.evidence};
    if (initial.subset_of(e.covered)) return Answer{true, bound_, false, e.evidence};
  }
  constexpr int kConflictsForExhaustion = 500;
  if (e.goals.complete() && e.solver.contradictory(kConflictsForExhaustion)) {
    if (e.refuting) return Answer{true, bound_, true, {}};
    if (!e.fair) return Answer{false, bound_, true, {}};
  }
  e.demands.nothing_within_bound();
  if (e.induction && e.induction->advance()) return Answer{true, bound_, true, {}};
  return std::nullopt;
}

Statistics Search::statistics() const {
  Statistics sum{engine_->solver.variables(), engine_->solver.clauses(), engine_->solver.calls()};
  if (engine_->induction) {
    const Solver& other = engine_->induction->solver();
    sum.variables += other.variables();
    sum.clauses += other.clauses();
    sum.solver_calls += other.calls();
  }
  return sum;
}

}  // namespace gnomon::sat
