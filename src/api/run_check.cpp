// Verdicts, witnesses and searches of a run: engines are asked, advanced and listened to.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "api/advice.h"
#include "api/convert.h"
#include "api/describe.h"
#include "api/engines.h"
#include "api/run_impl.h"
#include "api/vacuity.h"
#include "api/witness_text.h"
#include "enumerate/evaluation.h"
#include "logic/parameters.h"
#include "logic/question.h"
#include "witness/explain.h"
#include "witness/search.h"
#include "witness/way.h"

namespace gnomon::api {

namespace {

bool has_limits(const CallLimits& call) {
  return call.timeout_seconds.has_value() || call.memory_bytes != 0;
}

}  // namespace

void Run::Impl::begin_call(const CallLimits& call) {
  require_model();
  activity.limit_call(limits(call));
  system->adopt_limits();
  activity.state().formulas = formulas.size();
}

bool Run::Impl::build(const CallLimits& call) {
  begin_call(call);
  if (build_failed) return false;
  std::optional<engine::Reason> failed = activity.perform_parts(engine::Phase::Reach, [&] { full->build(); });
  if (failed) {
    stopped = failed;
    if (!has_limits(call)) build_failed = failed;
    return false;
  }
  warn_without_initial_state();
  return true;
}

void Run::Impl::warn_without_initial_state() {
  if (warned_without_initial_state || !full->built()) return;
  warned_without_initial_state = true;
  switch (full->beginning()) {
    case engine::FullEngine::Beginning::Some:
      break;
    case engine::FullEngine::Beginning::NoInitialState:
      reporter.error_at(source, model->expressions[model->initial].span, "no state satisfies InitStates",
                        "every formula would be true; check the conditions that exclude each other");
      break;
    case engine::FullEngine::Beginning::NoFairPath:
      reporter.warn(source.name(), "initial-states-empty",
                    "no fair path starts in an initial state, so every formula is true");
      break;
  }
}

// Tells every answer once: decided ones as they come, those that remain unknown last, by index.
void Run::Impl::schedule(std::shared_ptr<engine::Engine> engine, const std::vector<std::size_t>& indices,
                         const OnDecided& decided) {
  std::map<std::size_t, FormulaResult> open;
  std::map<std::size_t, FormulaResult> unknown;
  for (std::size_t index : indices) {
    FormulaResult result = listed(index);
    if (std::optional<engine::Reason> refusal = engine->refuses(property(index))) {
      fill_in(result, engine::Outcome::unknown(*refusal));
      unknown.emplace(index, std::move(result));
    } else if (open.emplace(index, std::move(result)).second) {
      engine->ask({index, &property(index)});
    }
  }
  if (!open.empty()) activity.state().formula = open.begin()->first;
  std::optional<engine::Reason> failed = activity.over();
  bool more = !open.empty();
  while (more && !failed) {
    engine::Portion portion;
    failed = activity.perform_parts(engine::Phase::Check, [&] { portion = engine->advance(); });
    warn_without_initial_state();
    more = portion.more;
    for (engine::Answer& answer : portion.answers) {
      FormulaResult result = std::move(open.extract(answer.number).mapped());
      fill_in(result, answer.outcome);
      result.seconds = answer.seconds;
      if (result.verdict == Verdict::Unknown) {
        unknown.emplace(result.index, std::move(result));
        continue;
      }
      settled[result.index] = {result.verdict, engine};
      decided(result);
    }
  }
  if (failed) stopped = failed;
  for (auto& [index, result] : open) {
    if (failed) fill_in(result, engine::Outcome::unknown(*failed));
    unknown.emplace(index, std::move(result));
  }
  for (auto& [index, result] : unknown) {
    if (result.reason_kind) result.advice = advice(*result.reason_kind, options, engine != full);
    decided(result);
  }
}

// Where engines do not build the model: an error if there is no initial state.
void Run::Impl::report_contradiction(const CallLimits& call) {
  bool contradictory = false;
  activity.perform(engine::Phase::Encode, [&] { contradictory = system->symbolic().initial().empty(); });
  if (contradictory) build(call);
}

void Run::Impl::expect(const std::vector<std::size_t>& indices, bool all_states) {
  require_model();
  std::vector<const logic::Property*> properties;
  for (std::size_t index : indices) {
    listed(index);
    properties.push_back(&property(index));
  }
  full->expect(properties, all_states);
}

FormulaResult Run::Impl::check(std::size_t index, const CallLimits& call) {
  begin_call(call);
  FormulaResult result = listed(index);
  if (build_failed && !has_limits(call) && !system->undecidable(property(index))) {
    fill_in(result, engine::Outcome::unknown(*build_failed));
    result.advice = advice(*result.reason_kind, options, false);
    return result;
  }
  const OnDecided keep = [&](FormulaResult& decided) { result = std::move(decided); };
  if (options.engine == Engine::Ic3) {
    report_contradiction(call);
    schedule(make_engine("ic3", *system), {index}, keep);
    return result;
  }
  full->withdraw();
  schedule(full, {index}, keep);
  if (result.verdict == Verdict::Unknown && stopped && !full->built() && !has_limits(call)) {
    build_failed = stopped;
  }
  return result;
}

void Run::Impl::check_bounded(const std::vector<std::size_t>& indices, const BoundedOptions& bounds,
                              const OnDecided& decided, const CallLimits& call) {
  begin_call(call);
  for (std::size_t index : indices) listed(index);
  if (bounds.engine != BoundedEngine::Explicit) report_contradiction(call);
  std::shared_ptr<engine::Engine> engine = make_bounded_engine(bounds, *system, full);
  schedule(engine, indices, decided);
  const engine::Effort effort = engine->effort();
  bounded = bounded_facts(bounds.engine, effort);
  if (effort.listed) bounded->states = std::to_string(*effort.listed);
  if (effort.states) {
    // Where the limits are used up already the number remains unknown.
    activity.perform(engine::Phase::Reach,
                     [&] { bounded->states = system->symbolic().count(*effort.states).get_str(); });
  }
  if (effort.complete) build(call);  // also where every formula left before the end
}

void Run::Impl::find_vacuity(FormulaResult& result, const CallLimits& call) {
  begin_call(call);
  listed(result.index);
  const logic::Property& asked = property(result.index);
  const bool plain = asked.asks == logic::Asks::Truth && logic::parameters_of(model->pool, asked.formula).empty();
  if (result.verdict != Verdict::True || !plain) return;
  constexpr std::size_t kVariant = 0;  // formulas are numbered from 1
  result.vacuous = vacuous_parts(model->pool, asked, [&](const logic::Property& variant) {
    variants.push_back(std::make_unique<logic::Property>(variant));
    std::optional<bool> holds;
    std::optional<engine::Reason> failed = activity.over();
    if (failed || full->refuses(*variants.back())) return holds;
    full->withdraw();
    full->ask({kVariant, variants.back().get()});
    engine::Portion portion;
    while (portion.more && !failed && !holds) {
      failed = activity.perform_parts(engine::Phase::Check, [&] { portion = full->advance(); });
      for (const engine::Answer& answer : portion.answers) {
        if (answer.outcome.verdict != engine::Verdict::Unknown) holds = answer.outcome.verdict == engine::Verdict::True;
      }
      if (!portion.answers.empty()) break;
    }
    return holds;
  });
  for (const VacuousPart& part : result.vacuous) {
    reporter.warn(result.line > 0 ? fmt::format("{}:{}", result.file, result.line) : result.text, "vacuous",
                  fmt::format("the formula is true whatever `{}` says", part.formula),
                  fmt::format("it remains true with {} in its place", part.either ? "true or false"
                                                                      : part.by   ? "true"
                                                                                  : "false"));
  }
}

bool Run::Impl::search(engine::Phase phase, engine::StatesFound (engine::FullEngine::*find)(),
                       std::optional<StatesFound>& result) {
  if (result) return true;
  if (!build({})) return false;
  std::optional<engine::Reason> failed = activity.perform(phase, [&] {
    engine::StatesFound states = (full.get()->*find)();
    StatesFound found;
    found.count = states.count.get_str();
    if (states.example) found.example = describe_state(*model, *states.example);
    result = std::move(found);
  });
  if (failed) stopped = failed;
  return !failed;
}

void Run::Impl::explain_search(engine::Phase phase, model::StateSet (model::SymbolicModel::*find)(),
                               const WitnessOptions& form, const CallLimits& call, std::optional<StatesFound>& result) {
  begin_call(call);
  if (!result || !result->example || result->way) return;
  std::optional<engine::Reason> failed = activity.perform(phase, [&] {
    const std::size_t most = witness::ExplainOptions().max_steps;
    auto shortest = [&] {
      if (const enumerate::LabelledSpace* listed = full->listed()) {
        const enumerate::Space& space = listed->space;
        const bool stuck = phase == engine::Phase::Deadlocks;
        return witness::shortest_way(space, stuck ? space.deadlocks() : space.overflows(), most);
      }
      full->bring_together();
      return witness::shortest_way(system->whole().on_all_paths().frame, (system->symbolic().*find)(), most);
    };
    try {
      const explicit_state::Witness way = shortest();
      result->example = describe_state(*model, way.states.back());
      result->way = describe_witness(*model, way, form);
    } catch (const witness::NotShown& reason) {
      result->no_way = reason.what();
    }
  });
  if (failed) {
    stopped = failed;
    result->no_way = failed->words;
  }
}

ModelFacts Run::Impl::facts() const {
  ModelFacts facts;
  if (!model) return facts;
  facts.agents = declared_agents(*model);
  facts.variables = model->variables.size();
  const engine::Figures& figures = system->figures();
  auto text = [](const std::optional<BigInt>& number) {
    return number ? std::optional<std::string>(number->get_str()) : std::nullopt;
  };
  facts.state_bits = figures.state_bits;
  facts.initial_states = text(figures.initial_states);
  facts.reachable_states = text(figures.reachable_states);
  facts.depth = figures.depth;
  facts.fair_states = text(figures.fair_states);
  facts.deadlocks = deadlocks;
  facts.overflows = overflows;
  facts.bounded = bounded;
  return facts;
}

}  // namespace gnomon::api
