#include "api/convert.h"

namespace gnomon::api {

namespace {

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
    case PathEngine::Counters:
      return check::PathEngine::Counters;
  }
  return check::PathEngine::Automatic;
}

model::Exploration exploration(Exploration exploration) {
  switch (exploration) {
    case Exploration::Automatic:
      return model::Exploration::Automatic;
    case Exploration::BreadthFirst:
      return model::Exploration::BreadthFirst;
    case Exploration::Chaining:
      return model::Exploration::Chaining;
  }
  return model::Exploration::Automatic;
}

bounded::CheckWhen check_when(CheckWhen when) {
  switch (when) {
    case CheckWhen::Adaptive:
      return bounded::CheckWhen::Adaptive;
    case CheckWhen::EveryNth:
      return bounded::CheckWhen::EveryNth;
    case CheckWhen::Once:
      return bounded::CheckWhen::Once;
    case CheckWhen::States:
      return bounded::CheckWhen::States;
    case CheckWhen::Memory:
      return bounded::CheckWhen::Memory;
    case CheckWhen::Time:
      return bounded::CheckWhen::Time;
  }
  return bounded::CheckWhen::Adaptive;
}

Verdict verdict(engine::Verdict verdict) {
  switch (verdict) {
    case engine::Verdict::True:
      return Verdict::True;
    case engine::Verdict::False:
      return Verdict::False;
    case engine::Verdict::Unknown:
      return Verdict::Unknown;
  }
  return Verdict::Unknown;
}

Basis basis(engine::Basis basis) {
  switch (basis) {
    case engine::Basis::Whole:
      return Basis::Whole;
    case engine::Basis::Part:
      return Basis::Part;
    case engine::Basis::Induction:
      return Basis::Induction;
  }
  return Basis::Whole;
}

Phase phase(engine::Phase phase) {
  switch (phase) {
    case engine::Phase::Parse:
      return Phase::Parse;
    case engine::Phase::Encode:
      return Phase::Encode;
    case engine::Phase::Reach:
      return Phase::Reach;
    case engine::Phase::Fairness:
      return Phase::Fairness;
    case engine::Phase::Check:
      return Phase::Check;
    case engine::Phase::Deadlocks:
      return Phase::Deadlocks;
    case engine::Phase::Overflows:
      return Phase::Overflows;
  }
  return Phase::Parse;
}

}  // namespace

engine::Limits limits(const RunOptions& options, std::size_t text_bytes) {
  return {options.timeout_seconds, options.memory_bytes, text_bytes};
}

engine::Limits limits(const CallLimits& options) {
  return {options.timeout_seconds, options.memory_bytes, 0};
}

engine::SystemOptions system_options(const RunOptions& options) {
  engine::SystemOptions result;
  result.model.order = options.order == Order::Force ? model::OrderStrategy::Force : model::OrderStrategy::Declaration;
  result.model.auto_reorder = options.reorder == Reorder::Automatic;
  result.model.reach.exploration = exploration(options.exploration);
  result.paths.tests_look_beyond = options.finite_tests == FiniteTests::Infinite;
  result.paths.engine = path_engine(options.path_engine);
  result.strategies.uniform = options.strategies == Strategies::Uniform;
  result.initial_information = options.initial_information == InitialInformation::All ? recall::InitialInformation::All
                                                                                      : recall::InitialInformation::Own;
  return result;
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

slices::SliceOptions slice_options(const RunOptions& options) {
  constexpr std::size_t kLarge = 300'000;  // nodes: what is smaller stays in one piece, unless it is to be cut
  slices::SliceOptions result;
  result.threads = options.jobs;
  result.slices = options.slices == 0 ? 2 * options.jobs : options.slices;
  result.only_if_it_pays = options.slicing == Slicing::Automatic;
  if (result.only_if_it_pays) result.first_nodes = kLarge;
  result.helpers = options.helpers;
  result.history = options.history;
  if (options.checkpoint_seconds) result.elasticity.checkpoint_seconds = *options.checkpoint_seconds;
  result.confirm = options.confirm;
  return result;
}

SlicingFacts slicing_facts(const engine::SliceReport& report) {
  SlicingFacts facts;
  for (const engine::SliceReport::One& one : report.slices) {
    facts.slices.push_back({one.states ? one.states->get_str() : std::string(), one.peak_nodes, one.peak_bytes,
                            one.seconds, one.bytes_sent, one.worker, one.waited});
  }
  facts.confirmed = report.confirmed;
  facts.exchanges = report.exchanges;
  facts.splits = report.splits;
  facts.rebalanced = report.rebalanced;
  facts.moves = report.moves;
  facts.checkpoints = report.checkpoints;
  facts.critical_seconds = report.critical_seconds;
  if (report.duplicated) facts.duplicated_states = report.duplicated->get_str();
  return facts;
}

bounded::ExploringOptions exploring_options(const BoundedOptions& options) {
  bounded::ExploringOptions result;
  result.policy.when = check_when(options.when);
  result.policy.depth = options.depth;
  result.policy.growth = options.growth;
  result.max_depth = options.bound;
  return result;
}

Progress progress(const engine::Progress& from) {
  Progress result;
  result.phase = phase(from.phase);
  result.depth = from.depth;
  result.formula = from.formula;
  result.formulas = from.formulas;
  result.nodes = from.nodes;
  result.states = from.states;
  result.seconds = from.seconds;
  return result;
}

ReasonKind reason_kind(engine::ReasonKind kind) {
  switch (kind) {
    case engine::ReasonKind::Time:
      return ReasonKind::Time;
    case engine::ReasonKind::Memory:
      return ReasonKind::Memory;
    case engine::ReasonKind::Size:
      return ReasonKind::Size;
    case engine::ReasonKind::Interrupted:
      return ReasonKind::Interrupted;
    case engine::ReasonKind::Unsupported:
      return ReasonKind::Unsupported;
    case engine::ReasonKind::Bound:
      return ReasonKind::Bound;
  }
  return ReasonKind::Size;
}

namespace {

std::string amount_text(const engine::Amount& amount) {
  switch (amount.kind) {
    case engine::Amount::Kind::Number:
      return std::to_string(amount.steps);
    case engine::Amount::Kind::None:
      return "none";
    case engine::Amount::Kind::Infinite:
      return "infinite";
  }
  return "";
}

}  // namespace

void fill_in(FormulaResult& result, const engine::Outcome& outcome) {
  result.verdict = verdict(outcome.verdict);
  if (outcome.reason) {
    result.reason = outcome.reason->words;
    result.reason_kind = reason_kind(outcome.reason->kind);
  }
  if (outcome.amount) result.value = amount_text(*outcome.amount);
  if (outcome.values) {
    StepValues& values = result.values.emplace();
    for (const engine::StepParameter& parameter : outcome.values->parameters) {
      values.parameters.push_back({parameter.name, parameter.up});
    }
    values.points = outcome.values->points;
    values.mixed = outcome.values->mixed;
    values.unbounded = outcome.values->unbounded;
    if (const auto& range = outcome.values->range) values.range = {range->name, range->first, range->last};
    values.good = outcome.values->good;
    values.stopped = outcome.values->stopped;
    values.at_least = outcome.values->at_least;
    values.at_most = outcome.values->at_most;
  }
  result.basis = basis(outcome.basis);
  result.depth = outcome.depth;
  result.rounds = outcome.rounds;
  result.explanation = outcome.methods;
  result.certificate = outcome.certificate;
}

BoundedFacts bounded_facts(BoundedEngine engine, const engine::Effort& effort) {
  BoundedFacts facts;
  facts.engine = engine;
  facts.depth = effort.depth;
  facts.rounds = effort.rounds;
  facts.complete = effort.complete;
  facts.checks = effort.checks;
  facts.check_seconds = effort.check_seconds;
  return facts;
}

}  // namespace gnomon::api
