// Bounded checking behind the facade: one exploration for all formulas (bounded/explore.h), or one SAT search per
// formula and bound (sat/search.h).
//
// Either engine decides a formula on a part of the reachable states. The part is kept with the verdict, so that the
// explanation is found on it and replayed like any other. What the SAT solver found is evaluated once more, by the
// ordinary checker on the states of the evidence: two engines must agree before a verdict is told.
#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "api/run_impl.h"
#include "bounded/explore.h"
#include "logic/fragment.h"
#include "logic/mode.h"
#include "logic/simplify.h"
#include "sat/search.h"

namespace gnomon::api {

namespace {

bounded::CheckPolicy check_policy(const BoundedOptions& options) {
  bounded::CheckPolicy policy;
  switch (options.when) {
    case CheckWhen::Adaptive:
      policy.when = bounded::CheckWhen::Adaptive;
      break;
    case CheckWhen::EveryNth:
      policy.when = bounded::CheckWhen::EveryNth;
      break;
    case CheckWhen::Once:
      policy.when = bounded::CheckWhen::Once;
      break;
    case CheckWhen::States:
      policy.when = bounded::CheckWhen::States;
      break;
    case CheckWhen::Memory:
      policy.when = bounded::CheckWhen::Memory;
      break;
    case CheckWhen::Time:
      policy.when = bounded::CheckWhen::Time;
      break;
  }
  policy.depth = options.depth;
  policy.growth = options.growth;
  return policy;
}

constexpr const char* kOnlyWhole = "a formula that is neither universal nor existential needs the whole model";

}  // namespace

check::Preservation Run::Impl::preservation_of(std::size_t index, check::Extent extent) const {
  const logic::Property& wanted = property(index);
  logic::Fragment fragment = logic::classify(model->pool, wanted.formula);
  bool uniform = fragment.strategic && options.strategies == Strategies::Uniform;
  if (extent == check::Extent::Open && (uniform || needs_memory(model->pool, wanted))) return {false, false};
  return check::preservation(model->pool, wanted.formula, fairness_for(wanted), extent);
}

std::vector<logic::Formula> Run::Impl::fairness_for(const logic::Property& wanted) const {
  std::vector<logic::Formula> constraints;
  if (logic::is_finite(wanted.mode)) return constraints;
  for (const ispl::Formula& formula : model->fairness) constraints.push_back(formula.property.formula);
  return constraints;
}

LabelledFrame& Run::Impl::evaluation_in(check::Extent extent, const model::StateSet& states,
                                        const logic::Property& property) {
  return extent == check::Extent::Part ? evaluation_on_part(states, property)
                                       : evaluation_in_the_open(states, property);
}

LabelledFrame& Run::Impl::evaluation_on_part(const model::StateSet& states, const logic::Property& property) {
  if (!part || !(part->states() == states)) {
    part = std::make_unique<Scope>(check::Frame(*symbolic, states), model->pool, paths, strategy_options());
  }
  if (wants_fairness() && !logic::is_finite(property.mode)) part->add_fairness(model->fairness);
  return part->of(property);
}

// What does not depend on the known states is computed once, everywhere.
LabelledFrame& Run::Impl::evaluation_in_the_open(const model::StateSet& known, const logic::Property& property) {
  if (!everywhere) {
    everywhere = std::make_unique<Scope>(check::Frame(*symbolic, symbolic->valid()).knowing(symbolic->none()),
                                         model->pool, paths, strategy_options());
  }
  bool fair = wants_fairness() && !logic::is_finite(property.mode);
  if (fair) everywhere->add_fairness(model->fairness);
  if (!in_the_open || !(in_the_open->known() == known) || (fair && !in_the_open->has_fairness())) {
    in_the_open = std::make_unique<Scope>(*everywhere, known);
  }
  LabelledFrame& evaluation = in_the_open->of(property);
  for (logic::Formula f : check::local_parts(model->pool, logic::simplify(model->pool, property.formula))) {
    if (!evaluation.labels.known(f)) evaluation.labels.define(f, everywhere->of(property).labels.states(f));
  }
  return evaluation;
}

void Run::Impl::check_bounded(const std::vector<std::size_t>& indices, const BoundedOptions& how,
                              const OnDecided& decided) {
  std::vector<FormulaResult> undecided;
  std::vector<FormulaResult> unknown;
  for (std::size_t index : indices) {
    FormulaResult result = listed(index);
    result.reason = refusal(index);
    (result.reason.empty() ? undecided : unknown).push_back(std::move(result));
  }
  activity.state().formulas = formulas.size();
  if (!build_stopped.empty() || !encode()) {
    if (build_stopped.empty()) build_stopped = activity.stopped();
    for (FormulaResult& result : undecided) result.reason = build_stopped;
  } else if (how.engine == BoundedEngine::Sat) {
    search_by_sat(undecided, how, decided);
  } else {
    explore(undecided, how, decided);
  }
  for (FormulaResult& result : undecided) {
    if (result.verdict == Verdict::Unknown) unknown.push_back(std::move(result));
  }
  std::sort(unknown.begin(), unknown.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
  for (FormulaResult& result : unknown) decided(result);
}

void Run::Impl::explore(std::vector<FormulaResult>& undecided, const BoundedOptions& how, const OnDecided& decided) {
  class Evaluator : public bounded::Judge {
   public:
    Evaluator(Impl& impl, std::vector<FormulaResult>& results, const OnDecided& on_decided)
        : impl_(impl), results_(results), decided_(on_decided) {}

    Trial evaluate(std::size_t formula, check::Extent extent, const model::StateSet& states) override {
      FormulaResult& result = results_[formula];
      const logic::Property& wanted = impl_.property(result.index);
      impl_.activity.state().formula = result.index;
      double before = impl_.activity.seconds(Phase::Check);
      Trial trial;
      result.explanation.clear();
      impl_.activity.attribute(Phase::Check, [&] {
        LabelledFrame& evaluation = impl_.evaluation_in(extent, states, wanted);
        check::Labelling::Initially answer = impl_.decide_and_tell(wanted, evaluation, result);
        bool all_initial = impl_.symbolic->initial().subset_of(evaluation.frame.states());
        trial.fails_somewhere = !answer.holds;
        trial.holds_everywhere = answer.holds && !answer.counts_on_known && all_initial;
      });
      result.seconds += impl_.activity.seconds(Phase::Check) - before;
      return trial;
    }

    void forget() override {
      impl_.part.reset();
      impl_.in_the_open.reset();
    }

    void decided(std::size_t formula, bool holds, std::size_t depth, check::Extent extent,
                 const model::StateSet& states) override {
      FormulaResult& result = results_[formula];
      result.verdict = holds ? Verdict::True : Verdict::False;
      result.basis = Basis::Part;
      result.depth = depth;
      result.rounds = impl_.symbolic->explores_by_rounds();
      impl_.shown_on[result.index] = {extent, states};
      decided_(result);
    }

   private:
    Impl& impl_;
    std::vector<FormulaResult>& results_;
    const OnDecided& decided_;
  };

  std::vector<bounded::Extents> extents;
  for (const FormulaResult& result : undecided) {
    extents.push_back(
        {preservation_of(result.index, check::Extent::Part), preservation_of(result.index, check::Extent::Open)});
  }
  bounded::ExploreOptions wanted;
  wanted.policy = check_policy(how);
  wanted.max_depth = how.bound;
  wanted.elapsed = activity.elapsed();
  bounded::Explored found;
  Evaluator evaluator(*this, undecided, decided);
  bool done = activity.perform(Phase::Reach, [&] { bounded::explore(*symbolic, extents, evaluator, wanted, found); });
  BoundedFacts told;
  told.engine = BoundedEngine::Diagrams;
  told.depth = found.depth;
  told.rounds = symbolic->explores_by_rounds();
  told.complete = found.complete;
  if (found.states.valid()) {
    try {
      told.states = symbolic->count(found.states).get_str();
    } catch (const LimitReached&) {
      // The search has run out already; then the number remains untold.
    }
  }
  told.checks = found.checks;
  told.check_seconds = found.check_seconds;
  facts.bounded = told;
  for (std::size_t i = 0; i < undecided.size(); ++i) {
    FormulaResult& result = undecided[i];
    if (result.verdict != Verdict::Unknown) continue;
    if (found.complete) {
      double before = result.seconds;
      result = check(result.index);
      result.seconds += before;
      if (result.verdict == Verdict::Unknown) continue;
      result.depth = found.depth;
      result.rounds = told.rounds;
      decided(result);
    } else {
      result.reason = !done ? activity.stopped()
                            : fmt::format("not decided within {} {}", told.rounds ? "round" : "depth", found.depth);
      bool useless = !extents[i].is_useful(check::Extent::Part) && !extents[i].is_useful(check::Extent::Open);
      if (done && useless) result.reason += fmt::format("; {}", kOnlyWhole);
    }
  }
  if (found.complete) build();  // also where every formula left before the end
}

void Run::Impl::search_by_sat(std::vector<FormulaResult>& undecided, const BoundedOptions& how,
                              const OnDecided& decided) {
  std::vector<std::unique_ptr<sat::Search>> searches(undecided.size());
  std::size_t last = how.bound.value_or(BoundedOptions::kDefaultBound);
  sat::Options wanted;
  wanted.tests_look_beyond = path_options().tests_look_beyond;
  wanted.limits = path_options().limits;
  wanted.budget = &activity.budget();
  BoundedFacts told;
  told.engine = BoundedEngine::Sat;
  auto attempt = [&](FormulaResult& result, auto&& work) {
    activity.state().formula = result.index;
    double before = activity.seconds(Phase::Check);
    bool done = activity.perform(Phase::Check, work);
    result.seconds += activity.seconds(Phase::Check) - before;
    told.check_seconds += activity.seconds(Phase::Check) - before;
    if (!done) result.reason = activity.stopped();
    return done;
  };
  for (std::size_t i = 0; i < undecided.size(); ++i) {
    const logic::Property& property = this->property(undecided[i].index);
    std::vector<logic::Formula> fairness = fairness_for(property);
    undecided[i].reason =
        needs_memory(model->pool, property)
            ? "knowledge with memory is not checked by SAT"
            : sat::Search::unsupported(model->pool, property.formula, fairness, logic::is_finite(property.mode));
    if (!undecided[i].reason.empty()) continue;
    attempt(undecided[i], [&] {
      try {
        searches[i] = std::make_unique<sat::Search>(*symbolic, model->pool, property.formula, fairness, wanted);
      } catch (const LimitReached& limit) {
        // Without a limit of the user's it is the automaton of a path formula that is too large.
        if (limit.limit() != Limit::Memory || options.memory_bytes != 0) throw;
        undecided[i].reason = limit.what();
      }
    });
  }
  auto searching = [&] {
    return std::any_of(searches.begin(), searches.end(), [](const auto& s) { return s != nullptr; });
  };
  for (std::size_t bound = 0; bound <= last && searching(); ++bound) {
    activity.state().depth = told.depth = bound;
    for (std::size_t i = 0; i < undecided.size(); ++i) {
      if (!searches[i]) continue;
      FormulaResult& result = undecided[i];
      const logic::Property& property = this->property(result.index);
      std::optional<sat::Answer> answer;
      bool done = attempt(result, [&] {
        answer = searches[i]->advance();
        if (!answer || answer->by_induction) return;
        if (decide_and_tell(property, evaluation_on_part(answer->evidence, property), result).holds != answer->holds) {
          throw std::logic_error("the states that a SAT solver found do not show what they should");
        }
      });
      if (done && !answer) continue;
      told.checks += searches[i]->statistics().solver_calls;
      searches[i].reset();
      if (!done) continue;
      result.verdict = answer->holds ? Verdict::True : Verdict::False;
      result.basis = answer->by_induction ? Basis::Induction : Basis::Part;
      result.depth = answer->depth;
      if (!answer->by_induction) shown_on[result.index] = {check::Extent::Part, answer->evidence};
      decided(result);
    }
  }
  for (std::size_t i = 0; i < undecided.size(); ++i) {
    if (!searches[i]) continue;
    told.checks += searches[i]->statistics().solver_calls;
    undecided[i].reason = fmt::format("not decided within bound {}", last);
  }
  facts.bounded = told;
}

}  // namespace gnomon::api
