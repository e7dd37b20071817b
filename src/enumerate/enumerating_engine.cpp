#include "enumerate/enumerating_engine.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <utility>

#include "engine/method_text.h"
#include "enumerate/diagram_of_list.h"
#include "logic/fragment.h"
#include "logic/mode.h"

namespace gnomon::enumerate {

using engine::Outcome;
using engine::Phase;
using engine::Portion;
using engine::Verdict;

namespace {

constexpr std::size_t kPortion = 16'384;  // states that are expanded at a time

constexpr const char* kTooManyValues = "a variable has too many values for the explicit engine";

}  // namespace

EnumeratingEngine::EnumeratingEngine(engine::System& system, const ExploreOptions& options)
    : system_(system), options_(options), parts_(system), of_histories_(system) {}

std::optional<engine::Reason> EnumeratingEngine::refuses(const logic::Property& property) const {
  if (std::optional<engine::Reason> why = system_.undecidable(property)) return why;
  std::string words;
  if (logic::needs_memory(system_.pool(), property) && changes_observations(system_.pool(), property.formula)) {
    words = "changes of observation are not checked by the explicit engine";
  } else if (!Program::fits(system_.source())) {
    words = kTooManyValues;
  }
  if (words.empty()) return std::nullopt;
  return engine::Reason{engine::ReasonKind::Unsupported, std::move(words)};
}

void EnumeratingEngine::ask(const engine::Question& question) {
  open_.push_back({question, false, std::nullopt, 0});
}

void EnumeratingEngine::withdraw() {
  open_.clear();
}

void EnumeratingEngine::forget() {
  part_.reset();
  evaluation_.reset();
  graph_.reset();
  program_.reset();
}

bool EnumeratingEngine::wants_fairness() const {
  return !system_.source().fairness.empty() && system_.fairness_problem().empty();
}

void EnumeratingEngine::compile() {
  if (graph_) return;
  system_.activity().attribute(Phase::Encode, [&] {
    if (!Program::fits(system_.source())) throw LimitReached(Limit::Size, kTooManyValues);
    auto program = std::make_unique<Program>(system_.source());
    system_.figures().state_bits = program->layout().state_bits();
    program_ = std::move(program);
    graph_ = std::make_unique<Graph>(*program_, system_.activity().budget(), options_);
  });
}

bool EnumeratingEngine::start(std::uint64_t most_steps) {
  compile();
  system_.activity().attribute(Phase::Reach, [&] { graph_->start(most_steps); });
  if (graph_->complete()) note_figures();
  return graph_->started();
}

void EnumeratingEngine::note_figures() {
  engine::Figures& figures = system_.figures();
  figures.initial_states = graph_->initial();
  figures.reachable_states = graph_->size();
  figures.depth = graph_->depth();
}

bool EnumeratingEngine::explore(std::size_t states) {
  compile();
  if (graph_->complete()) return true;
  part_.reset();
  engine::Activity& activity = system_.activity();
  activity.attribute(Phase::Reach, [&] {
    std::size_t left = states;
    do {
      const std::size_t now = std::min(left, kPortion);
      graph_->explore(now);
      if (options_.most_bytes != 0 && graph_->bytes() > options_.most_bytes) {
        throw LimitReached(Limit::Memory, "memory limit reached");
      }
      left -= now;
      activity.state().depth = graph_->depth();
      activity.state().states = static_cast<double>(graph_->size());
      if (activity.display_due()) activity.display();
    } while (left > 0 && !graph_->complete());
  });
  if (!graph_->complete()) return false;
  note_figures();
  return true;
}

void EnumeratingEngine::build() {
  explore(std::numeric_limits<std::size_t>::max());
  part_.reset();
  if (!evaluation_) {
    evaluation_ =
        std::make_unique<Evaluation>(*graph_, system_.pool(), system_.options().paths, system_.options().strategies);
  }
  if (!wants_fairness() || evaluation_->has_fairness()) return;
  system_.activity().attribute(Phase::Fairness, [&] {
    evaluation_->add_fairness(system_.source().fairness);
    system_.figures().fair_states = evaluation_->on_fair_paths().space.states().count();
  });
}

// While states are being found, invariants are looked at; when all are found, one formula per portion is decided.
Portion EnumeratingEngine::advance() {
  try {
    return advance_within_size();
  } catch (const LimitReached& limit) {
    if (limit.limit() != Limit::Size) throw;
    return give_up(limit);
  }
}

Portion EnumeratingEngine::give_up(const LimitReached& limit) {
  Portion portion;
  const engine::Reason why = system_.activity().reason(limit);
  for (const Open& open : open_) portion.answers.push_back({open.question.number, Outcome::unknown(why), 0});
  open_.clear();
  portion.more = false;
  return portion;
}

Portion EnumeratingEngine::decided_so_far(Look look) {
  Portion portion;
  refute(portion);
  if (look == Look::Parts && !graph_->complete()) decide_on_part(portion);
  portion.more = !open_.empty();
  return portion;
}

std::string EnumeratingEngine::needs_whole(const logic::Property& property) const {
  if (logic::classify(system_.pool(), property.formula).strategic) return "strategies need the whole model";
  if (logic::needs_memory(system_.pool(), property)) return "knowledge with memory needs the whole model";
  const check::Preservation kept = parts_.preservation(property, check::Extent::Part);
  if (kept.existential || kept.universal) return {};
  return "a formula that is neither universal nor existential needs the whole model";
}

Portion EnumeratingEngine::advance_within_size() {
  Portion portion;
  compile();
  if (!graph_->complete()) {
    explore(kPortion);
    refute(portion);
    portion.more = !open_.empty();
    if (!graph_->complete() || !portion.more) return portion;
  }
  build();
  if (!open_.empty()) {
    portion.answers.push_back(decide(open_.front().question));
    open_.pop_front();
  }
  portion.more = !open_.empty();
  return portion;
}

// Runs work on a question. A limit that is reached when others have been answered already waits until these are told.
template <class Work>
bool EnumeratingEngine::look(const Portion& portion, Work&& work) {
  try {
    system_.activity().attribute(Phase::Check, std::forward<Work>(work));
    return true;
  } catch (const LimitReached&) {
    if (portion.answers.empty()) throw;
    system_.activity().recovered();
    return false;
  }
}

void EnumeratingEngine::refute(Portion& portion) {
  engine::Activity& activity = system_.activity();
  for (auto at = open_.begin(); at != open_.end();) {
    const logic::Property& property = *at->question.property;
    if (!at->compiled && !engine::asks_for_numbers(system_.pool(), property) && !system_.uses_fairness(property)) {
      at->invariant = invariant_of(*program_, system_.pool(), property.formula);
    }
    at->compiled = true;
    if (!at->invariant) {
      ++at;
      continue;
    }
    bool refuted = false;
    StateIndex state = 0;
    const double before = activity.seconds(Phase::Check);
    const bool looked = look(portion, [&] {
      for (; at->checked < graph_->size() && !refuted; ++at->checked) {
        state = static_cast<StateIndex>(at->checked);
        refuted = !at->invariant->holds(graph_->state(state));
      }
    });
    if (!looked) return;
    if (!refuted) {
      ++at;
      continue;
    }
    engine::Answer answer{at->question.number, {}, activity.seconds(Phase::Check) - before};
    answer.outcome.verdict = Verdict::False;
    if (!graph_->complete()) {
      answer.outcome.basis = engine::Basis::Part;
      answer.outcome.depth = graph_->depth(state);
    }
    portion.answers.push_back(std::move(answer));
    decided_[at->question.number] = {&property, false};
    at = open_.erase(at);
  }
}

// States that have not been expanded have no successors in the part. A formula that the part decides is explained on it.
void EnumeratingEngine::decide_on_part(Portion& portion) {
  engine::Activity& activity = system_.activity();
  for (auto at = open_.begin(); at != open_.end();) {
    const logic::Property& property = *at->question.property;
    const check::Preservation kept = parts_.preservation(property, check::Extent::Part);
    bool is_true = false;
    bool is_false = false;
    const double before = activity.seconds(Phase::Check);
    const bool useful = !at->invariant && needs_whole(property).empty();
    if (useful) activity.state().formula = at->question.number;
    const bool looked = !useful || look(portion, [&] {
      LabelledSpace& where = on_part(property);
      const Labelling::Initially initially = where.labels.initially(property.formula);
      is_false = kept.universal && !initially.holds;
      is_true = kept.existential && initially.holds && !initially.counts_on_known &&
                where.space.initial().subset_of(where.space.states());
    });
    if (!looked) return;
    if (!is_true && !is_false) {
      ++at;
      continue;
    }
    engine::Answer answer{at->question.number, {}, activity.seconds(Phase::Check) - before};
    answer.outcome.verdict = is_true ? Verdict::True : Verdict::False;
    answer.outcome.basis = engine::Basis::Part;
    answer.outcome.depth = graph_->depth();
    portion.answers.push_back(std::move(answer));
    decided_[at->question.number] = {&property, is_true};
    at = open_.erase(at);
  }
}

LabelledSpace& EnumeratingEngine::on_part(const logic::Property& property) {
  if (!part_) {
    graph_->seal();
    part_ =
        std::make_unique<Evaluation>(*graph_, system_.pool(), system_.options().paths, system_.options().strategies);
  }
  if (system_.uses_fairness(property)) part_->add_fairness(system_.source().fairness);
  return part_->of(property);
}

engine::Answer EnumeratingEngine::decide(const engine::Question& question) {
  engine::Activity& activity = system_.activity();
  activity.state().formula = question.number;
  engine::Answer answer;
  answer.number = question.number;
  const double before = activity.seconds(Phase::Check);
  try {
    activity.attribute(Phase::Check, [&] {
      if (engine::asks_for_numbers(system_.pool(), *question.property)) {
        answer.outcome = engine::outcome_of(system_.pool(), *question.property, judge_of(*question.property));
        const bool good = answer.outcome.verdict == Verdict::True;
        decided_[question.number] = {question.property, good, answer.outcome.amount, answer.outcome.values};
        return;
      }
      if (logic::needs_memory(system_.pool(), *question.property)) {
        const MemoryVerdict found = with_memory(*question.property, question.property->formula);
        answer.outcome.verdict = found.holds ? Verdict::True : Verdict::False;
        answer.outcome.methods.push_back(fmt::format("{} places of histories", found.places));
        for (const check::PathReport& path : found.paths) {
          answer.outcome.methods.push_back(engine::describe_path(system_.pool(), path));
        }
        decided_[question.number] = {question.property, found.holds};
        return;
      }
      const std::size_t reported = evaluation_->paths().reports().size();
      const bool holds = evaluation_->of(*question.property).labels.holds_initially(question.property->formula);
      answer.outcome.verdict = holds ? Verdict::True : Verdict::False;
      const std::vector<check::PathReport>& reports = evaluation_->paths().reports();
      for (std::size_t i = reported; i < reports.size(); ++i) {
        answer.outcome.methods.push_back(engine::describe_path(system_.pool(), reports[i]));
      }
      decided_[question.number] = {question.property, holds};
    });
  } catch (const LimitReached& limit) {
    if (limit.limit() != Limit::Size) throw;
    answer.outcome = Outcome::unknown(activity.reason(limit));
  }
  answer.seconds = activity.seconds(Phase::Check) - before;
  return answer;
}

engine::Judge EnumeratingEngine::judge_of(const logic::Property& property) {
  const bool memory = logic::needs_memory(system_.pool(), property);
  return [this, &property, memory](logic::Formula formula) {
    return memory ? with_memory(property, formula).holds : evaluation_->of(property).labels.holds_initially(formula);
  };
}

// The formula, with the knowledge of the property.
MemoryVerdict EnumeratingEngine::with_memory(const logic::Property& property, logic::Formula formula) {
  return holds_with_memory(evaluation_->of(property), formula, property.knowledge, memory_options());
}

MemoryCheckOptions EnumeratingEngine::memory_options() const {
  MemoryCheckOptions options;
  options.initial = system_.options().initial_information;
  options.paths = system_.options().paths;
  if (options_.most_places != 0) options.most_places = options_.most_places;
  return options;
}

// On all states if they are found, otherwise on those that the verdict was found on, or more.
LabelledSpace& EnumeratingEngine::shown_on(const logic::Property& property) {
  if (!graph_->complete()) return on_part(property);
  build();
  return evaluation_->of(property);
}

engine::Evidence EnumeratingEngine::evidence(std::size_t number) {
  Decided& decided = decided_.at(number);
  engine::Evidence evidence;
  if (logic::needs_memory(system_.pool(), *decided.property)) {
    // Histories are explained on diagrams.
    bring_together();
    if (decided.amount || decided.values) {
      Outcome outcome;
      outcome.verdict = decided.holds ? Verdict::True : Verdict::False;
      outcome.amount = decided.amount;
      outcome.values = decided.values;
      of_histories_.settle({number, decided.property}, outcome);
      return of_histories_.evidence(number);
    }
    check::LabelledFrame& frame = system_.whole().of(*decided.property);
    decided.doubt = system_.judge(*decided.property, frame).doubt;
    evidence = engine::evidence_with_memory(decided.holds, decided.doubt);
    evidence.memory = &frame.labels;
    return evidence;
  }
  if (decided.amount || decided.values) {
    build();
    const engine::ShownBy shown =
        decided.amount
            ? engine::shown_by(system_.pool(), *decided.property, *decided.amount, judge_of(*decided.property))
            : engine::shown_by(system_.pool(), decided.property->formula, *decided.values, decided.holds);
    evidence.none = shown.none;
    evidence.instead = shown.formulas;
    if (shown.formulas.empty()) return evidence;
  }
  if (graph_) {
    evidence.listed = &shown_on(*decided.property);
  } else {
    evidence.labels = &system_.whole().of(*decided.property).labels;  // the list was given up
  }
  return evidence;
}

const LabelledSpace* EnumeratingEngine::listed() {
  build();
  return &evaluation_->on_all_paths();
}

void EnumeratingEngine::bring_together() {
  if (!graph_ || !graph_->complete() || system_.whole_known()) return;
  model::SymbolicModel& symbolic = system_.symbolic();
  if (symbolic.explorer().complete()) return;
  system_.activity().attribute(
      Phase::Reach, [&] { symbolic.explorer().adopt(diagram_of(*graph_, symbolic.encoding()), graph_->depth()); });
}

engine::StatesFound EnumeratingEngine::found(const BitSet& set) const {
  engine::StatesFound result{set.count(), std::nullopt};
  if (const auto first = set.first()) result.example = graph_->values(static_cast<StateIndex>(*first));
  return result;
}

engine::StatesFound EnumeratingEngine::deadlocks() {
  return found(listed()->space.deadlocks());
}

engine::StatesFound EnumeratingEngine::overflows() {
  return found(listed()->space.overflows());
}

engine::FullEngine::Beginning EnumeratingEngine::beginning() {
  if (graph_->initial() == 0) return Beginning::NoInitialState;
  const Space& space = evaluation_->on_fair_paths().space;
  return space.states().disjoint_from(space.initial()) ? Beginning::NoFairPath : Beginning::Some;
}

}  // namespace gnomon::enumerate
