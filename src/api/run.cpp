// The facade: reads the text, lists its formulas, and hands everything else to run_check.cpp.
#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <utility>

#include "api/convert.h"
#include "api/describe.h"
#include "api/engines.h"
#include "api/run_impl.h"
#include "engine/choice_text.h"
#include "ispl/load.h"
#include "ispl/property_file.h"
#include "logic/fragment.h"
#include "logic/mode.h"
#include "logic/parameters.h"
#include "model/reach_file.h"
#include "slices/host.h"

namespace gnomon::api {

namespace {

// The names of the engines in api/engines.h.
std::string_view engine_name(Engine engine) {
  switch (engine) {
    case Engine::Automatic:
    case Engine::Portfolio:
      return "auto";
    case Engine::Explicit:
      return "explicit";
    case Engine::Diagrams:
      return "whole";
    case Engine::Ic3:
      return "ic3";
  }
  return {};
}

std::string_view engine_name(BoundedEngine engine) {
  switch (engine) {
    case BoundedEngine::Diagrams:
      return "bounded";
    case BoundedEngine::Sat:
      return "sat";
    case BoundedEngine::Explicit:
      return "listing";
  }
  return {};
}

}  // namespace

Run::Impl::Impl(std::string file, std::string text, RunOptions run_options)
    : options(std::move(run_options)),
      activity(limits(options, text.size()), options.interrupt, progress_function()),
      reporter(options.warnings),
      source(std::move(file), std::move(text)) {}

engine::Activity::OnProgress Run::Impl::progress_function() {
  if (!options.progress) return {};
  return [this](const engine::Progress& state) {
    Progress now = progress(state);
    now.complete = system && system->figures().reachable_states.has_value();
    options.progress(now);
  };
}

void Run::Impl::load() {
  stopped = activity.perform(engine::Phase::Parse, [&] {
    gnomon::Diagnostics found;
    ispl::LoadOptions load_options{options.finite_traces, &activity.budget(), options.parameters};
    for (const StepRange& range : options.step_ranges) {
      load_options.step_ranges.push_back({range.name, range.first, range.last});
    }
    model = ispl::load_model(source, load_options, found);
    if (reporter.add(found, source)) model.reset();
  });
  if (!model) return;
  make_system();
  for (const ispl::Formula& formula : model->fairness) {
    if (!logic::needs_memory(model->pool, formula.property)) continue;
    reporter.warn_at(source, formula.span, "unsupported", system->fairness_problem());
  }
  for (ispl::Formula& formula : model->formulas) {
    choose_knowledge(formula);
    list(formula, source, false);
  }
}

void Run::Impl::make_system() {
  system = std::make_unique<engine::System>(*model, activity, system_options(options));
  full = make_full_engine(options, *system);
}

void Run::Impl::take_over(Impl& other) {
  other.settled.clear();
  other.full.reset();
  other.system.reset();
  reporter = std::move(other.reporter);
  added = std::move(other.added);
  formulas = std::move(other.formulas);
  model = std::move(other.model);
  other.model.reset();
  make_system();
}

std::string Run::Impl::refusal(std::size_t index, std::string_view engine) const {
  require_model();
  listed(index);
  const std::optional<engine::Reason> why = make_engine(engine, *system)->refuses(property(index));
  return why ? why->words : std::string();
}

void Run::Impl::require_model() const {
  if (!model) throw UsageError("the model has errors: see diagnostics()");
}

void Run::Impl::list(const ispl::Formula& formula, const Source& from, bool is_added) {
  Position at = from.position(formula.span.begin);
  FormulaResult result;
  result.index = formulas.size() + 1;
  result.text = formula.text;
  result.name = formula.name;
  result.expected = formula.expected;
  if (!is_added) {
    result.file = from.name();
    result.line = at.line;
    result.column = at.column;
  }
  result.logic = logic::logic_name(model->pool, formula.property);
  result.strategic = logic::classify(model->pool, formula.property.formula).strategic;
  formulas.push_back(std::move(result));
  std::string refused = recall::unsupported(model->pool, formula.property.formula, formula.property.knowledge);
  if (!refused.empty()) reporter.warn_at(from, formula.span, "unsupported", refused);
  if (logic::is_finite(formula.property.mode) && !model->fairness.empty()) {
    reporter.warn_at(from, formula.span, "finite-fairness", "fairness is ignored on finite traces");
  }
}

void Run::Impl::choose_knowledge(ispl::Formula& formula) const {
  if (!formula.property.knowledge_given) formula.property.knowledge = knowledge_semantics(options.knowledge);
}

std::optional<ispl::Formula> Run::Impl::read_formula(const Source& from) {
  std::optional<ispl::Formula> formula;
  const bool good = read_text(from, [&](gnomon::Diagnostics& found) {
    formula = ispl::load_formula(*model, from, {options.finite_traces, &activity.budget(), {}}, found);
  });
  return good ? std::move(formula) : std::nullopt;
}

bool Run::Impl::read_text(const Source& from, const std::function<void(gnomon::Diagnostics&)>& read) {
  gnomon::Diagnostics found;
  stopped = activity.perform(engine::Phase::Parse, [&] { read(found); });
  if (stopped) found.error(Span{}, stopped->words);
  return !reporter.add(found, from) && !stopped;
}

const logic::Property& Run::Impl::property(std::size_t index) const {
  std::size_t in_file = model->formulas.size();
  return (index <= in_file ? model->formulas[index - 1] : *added[index - in_file - 1]).property;
}

FormulaResult Run::Impl::listed(std::size_t index) const {
  if (index == 0 || index > formulas.size()) throw UsageError(fmt::format("there is no formula {}", index));
  return formulas[index - 1];
}

Run::Run(std::string file, std::string text, RunOptions options)
    : impl_(std::make_unique<Impl>(std::move(file), std::move(text), std::move(options))) {
  impl_->load();
}
Run::Run(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Run::~Run() = default;
Run::Run(Run&&) noexcept = default;
Run& Run::operator=(Run&&) noexcept = default;

Run Run::with_settings(RunOptions options) {
  impl_->require_model();
  const RunOptions& read = impl_->options;
  options.parameters = read.parameters;
  options.step_ranges = read.step_ranges;
  options.finite_traces = read.finite_traces;
  options.knowledge = read.knowledge;
  options.warnings = read.warnings;
  auto made = std::make_unique<Impl>(impl_->source.name(), std::string(impl_->source.text()), std::move(options));
  made->take_over(*impl_);
  return Run(std::move(made));
}

std::string Run::refusal(std::size_t index, Engine engine) const {
  return impl_->refusal(index, engine_name(engine));
}

std::string Run::refusal(std::size_t index, BoundedEngine engine) const {
  return impl_->refusal(index, engine_name(engine));
}

const std::string& Run::file() const {
  return impl_->source.name();
}
const RunOptions& Run::options() const {
  return impl_->options;
}

std::string Run::fingerprint() const {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (char c : impl_->source.text()) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return fmt::format("{:016x}", hash);
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
  impl_->begin_call({});  // the limits of the call before are over
  Source from(std::move(label), std::move(text));
  std::optional<ispl::Formula> formula = impl_->read_formula(from);
  if (!formula) return std::nullopt;
  impl_->choose_knowledge(*formula);
  impl_->list(*formula, from, true);
  impl_->added.push_back(std::make_unique<ispl::Formula>(std::move(*formula)));
  return impl_->formulas.size();
}

std::optional<std::vector<std::size_t>> Run::add_formulas(std::string text, std::string file) {
  impl_->begin_call({});
  Source from(std::move(file), std::move(text));
  std::vector<ispl::Formula> formulas;
  const ispl::LoadOptions with{impl_->options.finite_traces, &impl_->activity.budget(), {}};
  const bool good = impl_->read_text(
      from, [&](gnomon::Diagnostics& found) { formulas = ispl::load_formulas(*impl_->model, from, with, found); });
  if (!good) return std::nullopt;
  std::vector<std::size_t> indices;
  for (ispl::Formula& formula : formulas) {
    impl_->choose_knowledge(formula);
    impl_->list(formula, from, false);
    impl_->added.push_back(std::make_unique<ispl::Formula>(std::move(formula)));
    indices.push_back(impl_->formulas.size());
  }
  return indices;
}

void Run::find_vacuity(FormulaResult& result, const CallLimits& limits) {
  impl_->find_vacuity(result, limits);
}

std::string Run::print() const {
  impl_->require_model();
  return ispl::print_model(*impl_->model);
}

ElaboratedModel Run::elaborate() const {
  impl_->require_model();
  try {
    return {ispl::elaborated_text(*impl_->model), {}};
  } catch (const LimitReached& limit) {
    return {{}, limit.what()};
  }
}

std::vector<ParameterFacts> Run::parameters() const {
  impl_->require_model();
  std::vector<ParameterFacts> found;
  for (const ispl::ModelParameter& one : impl_->model->parameters) {
    found.push_back({one.name, one.type, one.value, one.standard});
  }
  return found;
}

std::vector<AgentFacts> Run::agents() const {
  impl_->require_model();
  return describe_agents(*impl_->model);
}

std::vector<VariableFacts> Run::variables() const {
  impl_->require_model();
  return describe_variables(*impl_->model);
}

UnusedNames Run::unused() const {
  impl_->require_model();
  return unused_names(*impl_->model);
}

bool Run::build(const CallLimits& call) {
  return impl_->build(call);
}

void Run::expect(const std::vector<std::size_t>& indices, bool all_states) {
  impl_->expect(indices, all_states);
}

FormulaResult Run::check(std::size_t index, const CallLimits& call) {
  return impl_->check(index, call);
}

void Run::explain(FormulaResult& result, const WitnessOptions& options, const CallLimits& call) {
  impl_->explain(result, options, call);
}

std::optional<std::string> Run::save_reachable(const CallLimits& limits) {
  impl_->begin_call(limits);
  std::string bytes;
  std::optional<engine::Reason> failed = impl_->activity.perform(engine::Phase::Reach, [&] {
    impl_->full->bring_together();
    bytes = impl_->system->saved_reachable();
  });
  if (!failed) return bytes;
  impl_->stopped = failed;
  return std::nullopt;
}

std::string Run::load_reachable(std::string_view bytes, const CallLimits& limits) {
  impl_->begin_call(limits);
  std::string problem;
  std::optional<engine::Reason> failed = impl_->activity.perform(engine::Phase::Reach, [&] {
    try {
      impl_->system->load_reachable(bytes);
    } catch (const model::ReachFileError& wrong) {
      problem = wrong.what();
    }
  });
  if (!failed) return problem;
  impl_->stopped = failed;
  return failed->words;
}

std::vector<std::string> Run::unused_step_ranges() const {
  impl_->require_model();
  const logic::FormulaPool& pool = impl_->model->pool;
  std::vector<std::string> unused;
  for (const logic::ParameterRange& range : pool.ranges()) {
    bool used = false;
    for (std::size_t i = 1; i <= impl_->formulas.size() && !used; ++i) {
      const std::vector<logic::Parameter> all = logic::parameters_of(pool, impl_->property(i).formula);
      used = std::any_of(all.begin(), all.end(), [&](const logic::Parameter& one) { return one.name == range.name; });
    }
    if (!used) unused.push_back(pool.text(range.name));
  }
  return unused;
}

std::vector<FormulaResult> Run::check_all() {
  impl_->require_model();
  std::vector<FormulaResult> results;
  std::vector<std::size_t> all(impl_->formulas.size());
  std::iota(all.begin(), all.end(), 1);
  impl_->expect(all, false);
  for (std::size_t i : all) results.push_back(impl_->check(i, {}));
  return results;
}

void Run::check_bounded(const std::vector<std::size_t>& indices, const BoundedOptions& options,
                        const OnDecided& decided, const CallLimits& call) {
  impl_->check_bounded(indices, options, decided, call);
}

bool Run::find_deadlocks() {
  impl_->require_model();
  bool known = impl_->deadlocks.has_value();
  if (!impl_->search(engine::Phase::Deadlocks, &engine::FullEngine::deadlocks, impl_->deadlocks)) return false;
  const StatesFound& found = *impl_->deadlocks;
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
  return impl_->search(engine::Phase::Overflows, &engine::FullEngine::overflows, impl_->overflows);
}

void Run::explain_deadlock(const WitnessOptions& options, const CallLimits& limits) {
  impl_->require_model();
  impl_->explain_search(engine::Phase::Deadlocks, &model::SymbolicModel::deadlocks, options, limits, impl_->deadlocks);
}

void Run::explain_overflow(const WitnessOptions& options, const CallLimits& limits) {
  impl_->require_model();
  impl_->explain_search(engine::Phase::Overflows, &model::SymbolicModel::overflows, options, limits, impl_->overflows);
}

ModelFacts Run::facts() const {
  return impl_->facts();
}

Statistics Run::statistics() const {
  using engine::Phase;
  const engine::Activity& activity = impl_->activity;
  Statistics statistics;
  statistics.parse_seconds = activity.seconds(Phase::Parse);
  statistics.encode_seconds = activity.seconds(Phase::Encode);
  statistics.reach_seconds = activity.seconds(Phase::Reach);
  statistics.check_seconds = activity.seconds(Phase::Fairness) + activity.seconds(Phase::Check);
  statistics.analysis_seconds = activity.seconds(Phase::Deadlocks) + activity.seconds(Phase::Overflows);
  statistics.total_seconds = activity.elapsed();
  if (impl_->system && impl_->system->encoded()) {
    bdd::Statistics diagrams = impl_->system->symbolic().manager().statistics();
    statistics.peak_nodes = diagrams.peak_nodes;
    statistics.reorderings = diagrams.reorderings;
    statistics.choices = engine::choice_text(impl_->system->symbolic());
  }
  if (impl_->full) {
    statistics.not_cut = impl_->full->not_cut();
    if (const std::optional<engine::SliceReport> report = impl_->full->slices()) {
      statistics.slicing = slicing_facts(*report);
      for (const SliceFacts& slice : statistics.slicing->slices) statistics.peak_nodes += slice.peak_nodes;
    }
  }
  statistics.peak_memory_bytes = peak_resident_memory();
  return statistics;
}

std::string Run::work_on_slices(Post& post) {
  impl_->require_model();
  model::ModelOptions with = impl_->system->options().model;
  with.budget = impl_->activity.budget();
  return slices::Host(*impl_->model, with, post).work();
}

std::string Run::stopped() const {
  return impl_->stopped ? impl_->stopped->words : std::string();
}

}  // namespace gnomon::api
