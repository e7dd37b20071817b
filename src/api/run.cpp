// The run behind the facade: text to checked model to symbolic model to verdicts, each step on first demand.
//
// Verdicts. Fairness formulas are labelled on the plain frame (all reachable states, all paths); the frame of the
// properties is made of these sets. A property is true iff it holds in every initial state of its frame. Properties of
// finite traces have no use for fairness and are evaluated on the plain frame.
#include <fmt/format.h>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "api/activity.h"
#include "api/automaton_text.h"
#include "api/describe.h"
#include "api/memory_text.h"
#include "api/reporter.h"
#include "api/witness_text.h"
#include "check/frame.h"
#include "check/labelling.h"
#include "check/path.h"
#include "gnomon/gnomon.h"
#include "ispl/load.h"
#include "logic/fragment.h"
#include "logic/mode.h"
#include "model/symbolic_model.h"
#include "recall/memory_checker.h"
#include "witness/explain.h"

namespace gnomon::api {

namespace {

// A frame with the sets of states that were computed on it.
struct Evaluation {
  Evaluation(check::Frame with_frame, logic::FormulaPool& pool, const check::PathOptions& path_options,
             const check::StrategyOptions& strategies)
      : frame(std::move(with_frame)), paths(path_options), labels(frame, pool, &paths, strategies) {}
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;

  check::Frame frame;
  check::PathChecker paths;
  check::Labelling labels;
};

// Whether the semantics of knowledge matters and is not the observational one.
bool needs_memory(const logic::FormulaPool& pool, const logic::Property& property) {
  logic::Fragment fragment = logic::classify(pool, property.formula);
  return fragment.observation || (fragment.knowledge && property.knowledge != logic::KnowledgeSemantics::Observational);
}

// A fairness constraint is a set of states.
std::string unsupported_fairness(const logic::FormulaPool& pool, const logic::Property& property) {
  return needs_memory(pool, property) ? "knowledge with memory is about histories, not about states" : "";
}

logic::KnowledgeSemantics knowledge_semantics(Knowledge knowledge) {
  switch (knowledge) {
    case Knowledge::Observational:
      return logic::KnowledgeSemantics::Observational;
    case Knowledge::Clock:
      return logic::KnowledgeSemantics::Clock;
    case Knowledge::Recall:
      return logic::KnowledgeSemantics::Recall;
  }
  return logic::KnowledgeSemantics::Observational;
}

// What was built for a formula about knowledge with memory.
std::string growth_text(const recall::MemoryReport& report) {
  return fmt::format("{} information sets of {} knowers, {} views, alternation depth {}", report.nodes, report.knowers,
                     report.views, report.alternation);
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

struct Run::Impl {
  Impl(std::string file, std::string text, RunOptions run_options)
      : options(std::move(run_options)),
        activity(options),
        reporter(options.warnings),
        source(std::move(file), std::move(text)) {}

  void load();
  void require_model() const;
  void list(const ispl::Formula& formula, const Source& from, bool added);

  bool build();
  void encode();
  void reach();
  void make_fair();
  void warn_without_initial_state(const Evaluation& evaluation);

  void refuse_unsupported(const ispl::Formula& formula, const Source& from);
  FormulaResult check(std::size_t index);
  const logic::Property& property(std::size_t index) const;
  void choose_knowledge(ispl::Formula& formula) const;
  bool decide(const logic::Property& property, Evaluation& evaluation, FormulaResult& result);
  void explain(FormulaResult& result, const WitnessOptions& wanted);
  bool search(Phase phase, model::StateSet (model::SymbolicModel::*find)(), std::optional<StatesFound>& result);
  check::PathOptions path_options() const;
  check::StrategyOptions strategy_options() const;

  RunOptions options;
  Activity activity;
  Reporter reporter;
  Source source;
  bool has_errors = false;

  std::optional<ispl::CheckedModel> model;
  std::vector<ispl::Formula> added;     // formulas that are not in the file
  std::vector<FormulaResult> formulas;  // those of the file, then those added
  std::vector<std::string> refused;     // by formula: why it cannot be decided, or empty
  std::string refused_fairness;
  std::map<std::size_t, recall::Doubt> doubts;  // by formula: why a false one about knowledge with memory is false

  std::unique_ptr<model::SymbolicModel> symbolic;
  std::unique_ptr<Evaluation> plain;  // all reachable states
  std::unique_ptr<Evaluation> fair;   // with a Fairness section
  std::string build_stopped;          // why the model could not be built
  ModelFacts facts;
};

void Run::Impl::load() {
  activity.perform(Phase::Parse, [&] {
    gnomon::Diagnostics found;
    model = ispl::load_model(source, {options.finite_traces}, found);
    has_errors = reporter.add(found, source) || !model;
    if (has_errors) model.reset();
  });
  if (!activity.stopped().empty()) build_stopped = activity.stopped();
  if (!model) return;
  facts.agents = declared_agents(*model);
  facts.variables = model->variables.size();
  for (const ispl::Formula& formula : model->fairness) {
    std::string reason = unsupported_fairness(model->pool, formula.property);
    if (reason.empty()) continue;
    refused_fairness = fmt::format("in Fairness, {}", reason);
    reporter.warn_at(source, formula.span, "unsupported", refused_fairness);
  }
  for (ispl::Formula& formula : model->formulas) {
    choose_knowledge(formula);
    list(formula, source, false);
  }
}

void Run::Impl::require_model() const {
  if (!model) throw UsageError("the model has errors: see diagnostics()");
}

void Run::Impl::list(const ispl::Formula& formula, const Source& from, bool is_added) {
  Position at = from.position(formula.span.begin);
  FormulaResult result;
  result.index = formulas.size() + 1;
  result.text = formula.text;
  if (!is_added) {
    result.file = from.name();
    result.line = at.line;
    result.column = at.column;
  }
  result.logic = logic::logic_name(model->pool, formula.property);
  result.strategic = logic::classify(model->pool, formula.property.formula).strategic;
  formulas.push_back(std::move(result));
  refuse_unsupported(formula, from);
  if (logic::is_finite(formula.property.mode) && !model->fairness.empty()) {
    reporter.warn_at(from, formula.span, "finite-fairness", "fairness is ignored on finite traces");
  }
}

void Run::Impl::choose_knowledge(ispl::Formula& formula) const {
  if (!formula.property.knowledge_given) formula.property.knowledge = knowledge_semantics(options.knowledge);
}

void Run::Impl::refuse_unsupported(const ispl::Formula& formula, const Source& from) {
  refused.push_back(recall::unsupported(model->pool, formula.property.formula, formula.property.knowledge));
  if (!refused.back().empty()) reporter.warn_at(from, formula.span, "unsupported", refused.back());
}

check::PathOptions Run::Impl::path_options() const {
  check::PathOptions paths;
  paths.tests_look_beyond = options.finite_tests == FiniteTests::Infinite;
  paths.engine = path_engine(options.path_engine);
  paths.limits.budget = &activity.budget();
  return paths;
}

check::StrategyOptions Run::Impl::strategy_options() const {
  check::StrategyOptions strategies;
  strategies.uniform = options.strategies == Strategies::Uniform;
  return strategies;
}

bool Run::Impl::build() {
  if (!build_stopped.empty()) return false;
  if (plain) return true;
  bool done = activity.perform(Phase::Encode, [&] { encode(); }) && activity.perform(Phase::Reach, [&] { reach(); });
  if (done && !model->fairness.empty() && refused_fairness.empty()) {
    done = activity.perform(Phase::Fairness, [&] { make_fair(); });
  }
  if (!done) {
    build_stopped = activity.stopped();
    return false;
  }
  warn_without_initial_state(fair ? *fair : *plain);
  return true;
}

void Run::Impl::encode() {
  model::ModelOptions wanted;
  wanted.order = options.order == Order::Force ? model::OrderStrategy::Force : model::OrderStrategy::Declaration;
  wanted.auto_reorder = options.reorder == Reorder::Automatic;
  wanted.budget = activity.budget();
  wanted.reach.exploration = exploration(options.exploration);
  wanted.reach.on_step = [this](std::size_t depth, const model::StateSet&, const model::StateSet&) {
    Progress& state = activity.state();
    state.depth = depth;
    if (activity.display_due()) {
      state.nodes = symbolic->manager().statistics().live_nodes;
      activity.display();
    }
    return true;
  };
  symbolic = std::make_unique<model::SymbolicModel>(*model, std::move(wanted));
  facts.state_bits = symbolic->encoding().state_bits();
  facts.initial_states = symbolic->count(symbolic->initial()).get_str();
}

void Run::Impl::reach() {
  const model::Reachability& reachability = symbolic->reachability();
  facts.depth = reachability.depth;
  facts.reachable_states = symbolic->count(reachability.states).get_str();
  plain = std::make_unique<Evaluation>(check::Frame(*symbolic), model->pool, path_options(), strategy_options());
}

void Run::Impl::make_fair() {
  std::vector<model::StateSet> constraints;
  for (const ispl::Formula& formula : model->fairness) {
    constraints.push_back(plain->labels.states(formula.property.formula));
  }
  fair = std::make_unique<Evaluation>(check::Frame(plain->frame, std::move(constraints)), model->pool, path_options(),
                                      strategy_options());
  facts.fair_states = symbolic->count(fair->frame.states()).get_str();
}

void Run::Impl::warn_without_initial_state(const Evaluation& evaluation) {
  if (symbolic->initial().empty()) {
    reporter.warn(source.name(), "no-initial-state", "no state satisfies InitStates, so every formula is true");
  } else if (evaluation.frame.states().disjoint_from(symbolic->initial())) {
    reporter.warn(source.name(), "no-initial-state",
                  "no fair path starts in an initial state, so every formula is true");
  }
}

FormulaResult Run::Impl::check(std::size_t index) {
  if (index == 0 || index > formulas.size()) throw UsageError(fmt::format("there is no formula {}", index));
  FormulaResult result = formulas[index - 1];
  const logic::Property& property = this->property(index);
  bool finite = logic::is_finite(property.mode);
  result.reason = refused[index - 1];
  if (result.reason.empty() && !finite) result.reason = refused_fairness;
  if (!result.reason.empty()) return result;
  if (!build()) {
    result.reason = build_stopped;
    return result;
  }
  activity.state().formula = index;
  activity.state().formulas = formulas.size();
  double before = activity.seconds(Phase::Check);
  bool holds = false;
  Evaluation& evaluation = finite || !fair ? *plain : *fair;
  std::size_t reported = evaluation.paths.reports().size();
  bool done = activity.perform(Phase::Check, [&] { holds = decide(property, evaluation, result); });
  result.seconds = activity.seconds(Phase::Check) - before;
  for (std::size_t i = reported; i < evaluation.paths.reports().size(); ++i) {
    result.explanation.push_back(describe_path(model->pool, evaluation.paths.reports()[i]));
  }
  if (done) {
    result.verdict = holds ? Verdict::True : Verdict::False;
  } else {
    result.reason = activity.stopped();
  }
  return result;
}

bool Run::Impl::decide(const logic::Property& property, Evaluation& evaluation, FormulaResult& result) {
  if (!needs_memory(model->pool, property)) return evaluation.labels.holds_initially(property.formula);
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
  return found.holds;
}

const logic::Property& Run::Impl::property(std::size_t index) const {
  std::size_t in_file = model->formulas.size();
  return (index <= in_file ? model->formulas[index - 1] : added[index - in_file - 1]).property;
}

void Run::Impl::explain(FormulaResult& result, const WitnessOptions& wanted) {
  if (result.index == 0 || result.index > formulas.size()) {
    throw UsageError(fmt::format("there is no formula {}", result.index));
  }
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
  Evaluation& evaluation = logic::is_finite(property.mode) || !fair ? *plain : *fair;
  witness::ExplainOptions how;
  how.depth = wanted.depth;
  how.paths = path_options();
  witness::Explanation explanation;
  activity.state().formula = result.index;
  bool done = activity.perform(Phase::Check, [&] {
    explanation = witness::explain(evaluation.labels, property.formula, result.verdict == Verdict::True, how);
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

Run::Run(std::string file, std::string text, RunOptions options)
    : impl_(std::make_unique<Impl>(std::move(file), std::move(text), std::move(options))) {
  impl_->load();
}
Run::~Run() = default;

const std::string& Run::file() const {
  return impl_->source.name();
}
const std::vector<Diagnostic>& Run::diagnostics() const {
  return impl_->reporter.all();
}
bool Run::has_errors() const {
  return !impl_->model;
}
const std::vector<FormulaResult>& Run::formulas() const {
  return impl_->formulas;
}

std::optional<std::size_t> Run::add_formula(std::string text, std::string label) {
  impl_->require_model();
  Source from(std::move(label), std::move(text));
  gnomon::Diagnostics found;
  std::optional<ispl::Formula> formula = ispl::load_formula(*impl_->model, from, {impl_->options.finite_traces}, found);
  if (impl_->reporter.add(found, from) || !formula) return std::nullopt;
  impl_->choose_knowledge(*formula);
  impl_->list(*formula, from, true);
  impl_->added.push_back(std::move(*formula));
  return impl_->formulas.size();
}

std::string Run::print() const {
  impl_->require_model();
  return ispl::print_model(*impl_->model);
}

std::vector<AgentFacts> Run::agents() const {
  impl_->require_model();
  return describe_agents(*impl_->model);
}

UnusedNames Run::unused() const {
  impl_->require_model();
  return unused_names(*impl_->model);
}

bool Run::build() {
  impl_->require_model();
  return impl_->build();
}

FormulaResult Run::check(std::size_t index) {
  impl_->require_model();
  return impl_->check(index);
}

void Run::explain(FormulaResult& result, const WitnessOptions& options) {
  impl_->require_model();
  impl_->explain(result, options);
}

std::vector<FormulaResult> Run::check_all() {
  impl_->require_model();
  std::vector<FormulaResult> results;
  for (std::size_t i = 1; i <= impl_->formulas.size(); ++i) results.push_back(impl_->check(i));
  return results;
}

bool Run::find_deadlocks() {
  impl_->require_model();
  bool known = impl_->facts.deadlocks.has_value();
  if (!impl_->search(Phase::Deadlocks, &model::SymbolicModel::deadlocks, impl_->facts.deadlocks)) return false;
  const StatesFound& found = *impl_->facts.deadlocks;
  if (!known && found.example) {
    impl_->reporter.warn(file(), "deadlock",
                         found.count == "1" ? "1 reachable state has no successor"
                                            : fmt::format("{} reachable states have no successor", found.count),
                         "paths that end there count for EF, E(f U g) and AG, but not for A and E over path formulas");
  }
  return true;
}

bool Run::find_overflows() {
  impl_->require_model();
  return impl_->search(Phase::Overflows, &model::SymbolicModel::overflows, impl_->facts.overflows);
}

ModelFacts Run::facts() const {
  return impl_->facts;
}

Statistics Run::statistics() const {
  const Activity& activity = impl_->activity;
  Statistics statistics;
  statistics.parse_seconds = activity.seconds(Phase::Parse);
  statistics.encode_seconds = activity.seconds(Phase::Encode);
  statistics.reach_seconds = activity.seconds(Phase::Reach);
  statistics.check_seconds = activity.seconds(Phase::Fairness) + activity.seconds(Phase::Check);
  statistics.analysis_seconds = activity.seconds(Phase::Deadlocks) + activity.seconds(Phase::Overflows);
  statistics.total_seconds = activity.elapsed();
  if (impl_->symbolic) {
    bdd::Statistics diagrams = impl_->symbolic->manager().statistics();
    statistics.peak_nodes = diagrams.peak_nodes;
    statistics.reorderings = diagrams.reorderings;
  }
  statistics.peak_memory_bytes = peak_process_memory();
  return statistics;
}

std::string Run::stopped() const {
  return impl_->activity.stopped();
}

}  // namespace gnomon::api
