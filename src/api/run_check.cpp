// The model behind the facade, and the verdicts.
//
// Fairness formulas are labelled on the plain frame (all reachable states, all paths); the frame of the properties is
// made of these sets. A property is true iff it holds in every initial state of its frame. Properties of finite traces
// have no use for fairness and are evaluated on the plain frame.
#include <fmt/format.h>
#include <utility>

#include "api/automaton_text.h"
#include "api/describe.h"
#include "api/memory_text.h"
#include "api/run_impl.h"
#include "api/witness_text.h"
#include "logic/mode.h"
#include "witness/explain.h"

namespace gnomon::api {

namespace {

// What was built for a formula about knowledge with memory.
std::string growth_text(const recall::MemoryReport& report) {
  return fmt::format("{} information sets of {} knowers, {} extents, alternation depth {}", report.nodes,
                     report.knowers, report.views, report.alternation);
}

check::PathEngine path_engine(PathEngine engine) {
  switch (engine) {
    case PathEngine::Automatic:
      return check::PathEngine::Automatic;
    case PathEngine::Fixpoint:
      return check::PathEngine::Fixpoint;
    case PathEngine::Nfa:
      return check::PathEngine::Nfa;
    case PathEngine::Explicit:
      return check::PathEngine::Explicit;
    case PathEngine::Tableau:
      return check::PathEngine::Tableau;
    case PathEngine::Symbolic:
      return check::PathEngine::Symbolic;
  }
  return check::PathEngine::Automatic;
}

model::Exploration exploration(Exploration wanted) {
  switch (wanted) {
    case Exploration::Automatic:
      return model::Exploration::Automatic;
    case Exploration::BreadthFirst:
      return model::Exploration::BreadthFirst;
    case Exploration::Chaining:
      return model::Exploration::Chaining;
  }
  return model::Exploration::Automatic;
}

}  // namespace

check::PathOptions Run::Impl::path_options() const {
  check::PathOptions wanted;
  wanted.tests_look_beyond = options.finite_tests == FiniteTests::Infinite;
  wanted.engine = path_engine(options.path_engine);
  wanted.limits.budget = &activity.budget();
  return wanted;
}

check::StrategyOptions Run::Impl::strategy_options() const {
  check::StrategyOptions strategies;
  strategies.uniform = options.strategies == Strategies::Uniform;
  return strategies;
}

bool Run::Impl::build() {
  if (!build_stopped.empty()) return false;
  if (scope && scope->has_fairness() == wants_fairness()) return true;
  bool done = encode() && activity.perform(Phase::Reach, [&] { reach(); });
  if (done && wants_fairness()) done = activity.perform(Phase::Fairness, [&] { make_fair(); });
  if (!done) {
    build_stopped = activity.stopped();
    return false;
  }
  warn_without_initial_state();
  return true;
}

bool Run::Impl::encode() {
  if (symbolic) return true;
  return activity.perform(Phase::Encode, [&] {
    model::ModelOptions wanted;
    wanted.order = options.order == Order::Force ? model::OrderStrategy::Force : model::OrderStrategy::Declaration;
    wanted.auto_reorder = options.reorder == Reorder::Automatic;
    wanted.budget = activity.budget();
    wanted.reach.exploration = exploration(options.exploration);
    wanted.reach.on_step = [this](std::size_t depth, const model::StateSet&, const model::StateSet&) {
      Progress& state = activity.state();
      state.depth = depth;
      if (activity.display_due()) {
        state.nodes = symbolic->manager().recent_live_nodes();
        activity.display();
      }
      return true;
    };
    symbolic = std::make_unique<model::SymbolicModel>(*model, std::move(wanted));
    facts.state_bits = symbolic->encoding().state_bits();
    facts.initial_states = symbolic->count(symbolic->initial()).get_str();
  });
}

void Run::Impl::reach() {
  const model::Reachability& reachability = symbolic->reachability();
  facts.depth = reachability.depth;
  facts.reachable_states = symbolic->count(reachability.states).get_str();
  scope = std::make_unique<Scope>(check::Frame(*symbolic), model->pool, paths, strategy_options());
}

void Run::Impl::make_fair() {
  scope->add_fairness(model->fairness);
  facts.fair_states = symbolic->count(scope->on_fair_paths().frame.states()).get_str();
}

void Run::Impl::warn_without_initial_state() {
  if (symbolic->initial().empty()) {
    reporter.warn(source.name(), "no-initial-state", "no state satisfies InitStates, so every formula is true");
  } else if (scope->on_fair_paths().frame.states().disjoint_from(symbolic->initial())) {
    reporter.warn(source.name(), "no-initial-state",
                  "no fair path starts in an initial state, so every formula is true");
  }
}

std::string Run::Impl::refusal(std::size_t index) const {
  const std::string& reason = refused[index - 1];
  return !reason.empty() || logic::is_finite(property(index).mode) ? reason : refused_fairness;
}

FormulaResult Run::Impl::check(std::size_t index) {
  FormulaResult result = listed(index);
  result.reason = refusal(index);
  if (!result.reason.empty()) return result;
  if (!build()) {
    result.reason = build_stopped;
    return result;
  }
  activity.state().formula = index;
  activity.state().formulas = formulas.size();
  double before = activity.seconds(Phase::Check);
  bool holds = false;
  const logic::Property& wanted = property(index);
  bool done = activity.perform(Phase::Check, [&] { holds = decide_and_tell(wanted, scope->of(wanted), result).holds; });
  result.seconds = activity.seconds(Phase::Check) - before;
  if (done) {
    result.verdict = holds ? Verdict::True : Verdict::False;
  } else {
    result.reason = activity.stopped();
  }
  return result;
}

Run::Impl::Initially Run::Impl::decide_and_tell(const logic::Property& wanted, LabelledFrame& evaluation,
                                                FormulaResult& result) {
  std::size_t reported = paths.reports().size();
  Initially answer = decide(wanted, evaluation, result);
  for (std::size_t i = reported; i < paths.reports().size(); ++i) {
    result.explanation.push_back(describe_path(model->pool, paths.reports()[i]));
  }
  return answer;
}

Run::Impl::Initially Run::Impl::decide(const logic::Property& property, LabelledFrame& evaluation,
                                       FormulaResult& result) {
  if (!needs_memory(model->pool, property)) return evaluation.labels.initially(property.formula);
  recall::MemoryOptions how;
  how.paths = path_options();
  bool all = options.initial_information == InitialInformation::All;
  how.initial = all ? recall::InitialInformation::All : recall::InitialInformation::Own;
  recall::MemoryResult found =
      recall::MemoryChecker(evaluation.labels, how).check(property.formula, property.knowledge);
  result.explanation.push_back(growth_text(found.report));
  for (const check::PathReport& path : found.report.paths) {
    result.explanation.push_back(describe_path(model->pool, path));
  }
  if (found.doubt) doubts[result.index] = std::move(*found.doubt);
  return {found.holds, false};
}

void Run::Impl::explain(FormulaResult& result, const WitnessOptions& wanted) {
  listed(result.index);
  if (result.verdict == Verdict::Unknown) {
    result.no_witness = "the verdict is unknown";
    return;
  }
  const logic::Property& property = this->property(result.index);
  if (needs_memory(model->pool, property)) {
    auto doubt = doubts.find(result.index);
    if (doubt != doubts.end()) {
      result.witness = describe_doubt(*model, doubt->second);
    } else {
      result.no_witness = result.verdict == Verdict::True
                              ? "a true formula about knowledge with memory speaks of all histories"
                              : "no single doubt of an agent shows why the formula is false";
    }
    return;
  }
  if (result.basis == Basis::Induction) {
    result.no_witness = "the formula was decided by induction, which looks at no single path";
    return;
  }
  witness::ExplainOptions how;
  how.depth = wanted.depth;
  how.paths = path_options();
  witness::Explanation explanation;
  activity.state().formula = result.index;
  bool done = activity.perform(Phase::Check, [&] {
    auto shown = shown_on.find(result.index);
    LabelledFrame& where = shown == shown_on.end()
                               ? scope->of(property)
                               : evaluation_in(shown->second.extent, shown->second.states, property);
    explanation = witness::explain(where.labels, property.formula, result.verdict == Verdict::True, how);
  });
  result.no_witness = done ? explanation.reason : activity.stopped();
  if (explanation.witness) result.witness = describe_witness(*model, *explanation.witness, wanted);
}

bool Run::Impl::search(Phase phase, model::StateSet (model::SymbolicModel::*find)(),
                       std::optional<StatesFound>& result) {
  if (result) return true;
  return build() && activity.perform(phase, [&] {
    model::StateSet states = (*symbolic.*find)();
    StatesFound found;
    found.count = symbolic->count(states).get_str();
    if (!states.empty()) found.example = describe_state(*model, symbolic->pick(states));
    result = std::move(found);
  });
}

}  // namespace gnomon::api
