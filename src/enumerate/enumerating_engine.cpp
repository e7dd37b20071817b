#include "enumerate/enumerating_engine.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "engine/method_text.h"
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
    : system_(system), options_(options), parts_(system) {}

std::optional<engine::Reason> EnumeratingEngine::refuses(const logic::Property& property) const {
  if (std::optional<engine::Reason> why = system_.undecidable(property)) return why;
  std::string words;
  if (logic::needs_memory(system_.pool(), property)) {
    words = "knowledge with memory is not checked by the explicit engine";
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

bool EnumeratingEngine::explore(std::size_t states) {
  compile();
  if (graph_->complete()) return true;
  engine::Activity& activity = system_.activity();
  activity.attribute(Phase::Reach, [&] {
    std::size_t left = states;
    do {
      const std::size_t now = std::min(left, kPortion);
      graph_->explore(now);
      left -= now;
      activity.state().depth = graph_->depth();
      activity.state().states = static_cast<double>(graph_->size());
      if (activity.display_due()) activity.display();
    } while (left > 0 && !graph_->complete());
  });
  if (!graph_->complete()) return false;
  engine::Figures& figures = system_.figures();
  figures.initial_states = graph_->initial();
  figures.reachable_states = graph_->size();
  figures.depth = graph_->depth();
  return true;
}

void EnumeratingEngine::build() {
  explore(std::numeric_limits<std::size_t>::max());
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
    // The list itself is too large, so nothing can be decided.
    Portion portion;
    const engine::Reason why = system_.activity().reason(limit);
    for (const Open& open : open_) portion.answers.push_back({open.question.number, Outcome::unknown(why), 0});
    open_.clear();
    portion.more = false;
    return portion;
  }
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

void EnumeratingEngine::refute(Portion& portion) {
  engine::Activity& activity = system_.activity();
  for (auto at = open_.begin(); at != open_.end();) {
    const logic::Property& property = *at->question.property;
    bool refuted = false;
    StateIndex state = 0;
    const double before = activity.seconds(Phase::Check);
    activity.attribute(Phase::Check, [&] {
      if (!at->compiled && !engine::asks_for_numbers(system_.pool(), property) && !system_.uses_fairness(property)) {
        at->invariant = invariant_of(*program_, system_.pool(), property.formula);
      }
      at->compiled = true;
      if (!at->invariant) return;
      for (; at->checked < graph_->size() && !refuted; ++at->checked) {
        state = static_cast<StateIndex>(at->checked);
        refuted = !at->invariant->holds(graph_->state(state));
      }
    });
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
    decided_[at->question.number] = {&property, false, path_to(state)};
    at = open_.erase(at);
  }
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
        decided_[question.number] = {question.property, good, {}, answer.outcome.amount, answer.outcome.values};
        return;
      }
      const std::size_t reported = evaluation_->paths().reports().size();
      const bool holds = evaluation_->of(*question.property).labels.holds_initially(question.property->formula);
      answer.outcome.verdict = holds ? Verdict::True : Verdict::False;
      const std::vector<check::PathReport>& reports = evaluation_->paths().reports();
      for (std::size_t i = reported; i < reports.size(); ++i) {
        answer.outcome.methods.push_back(engine::describe_path(system_.pool(), reports[i]));
      }
      decided_[question.number] = {question.property, holds, {}};
    });
  } catch (const LimitReached& limit) {
    if (limit.limit() != Limit::Size) throw;
    answer.outcome = Outcome::unknown(activity.reason(limit));
  }
  answer.seconds = activity.seconds(Phase::Check) - before;
  return answer;
}

engine::Judge EnumeratingEngine::judge_of(const logic::Property& property) {
  return
      [this, &property](logic::Formula formula) { return evaluation_->of(property).labels.holds_initially(formula); };
}

// States are numbered in the order in which they were found, so the successors of a state that were new are those with
// the next numbers.
std::vector<std::vector<ispl::Value>> EnumeratingEngine::path_to(StateIndex s) const {
  std::vector<StateIndex> found_from(graph_->initial(), 0);
  for (StateIndex from = 0; found_from.size() <= s; ++from) {
    graph_->for_successors(from, [&](StateIndex t) {
      if (t == found_from.size()) found_from.push_back(from);
    });
  }
  std::vector<std::vector<ispl::Value>> path{graph_->layout().decode(graph_->state(s))};
  while (s >= graph_->initial()) {
    s = found_from[s];
    path.push_back(graph_->layout().decode(graph_->state(s)));
  }
  return path;
}

model::StateSet EnumeratingEngine::diagram_of(const std::vector<std::vector<ispl::Value>>& states) {
  std::vector<model::StateSet> sets;
  for (const std::vector<ispl::Value>& state : states) sets.push_back(system_.symbolic().singleton(state));
  while (sets.size() > 1) {
    std::vector<model::StateSet> joined;
    for (std::size_t i = 0; i < sets.size(); i += 2) {
      joined.push_back(i + 1 < sets.size() ? sets[i] | sets[i + 1] : sets[i]);
    }
    sets = std::move(joined);
  }
  return sets.empty() ? system_.symbolic().none() : sets.front();
}

// The labels of the formula on a part of the states, if the verdict can be seen there.
check::Labelling* EnumeratingEngine::shown_on(const model::StateSet& part, const Decided& decided) {
  check::LabelledFrame& frame = parts_.evaluation(check::Extent::Part, part, *decided.property);
  return frame.labels.holds_initially(decided.property->formula) == decided.holds ? &frame.labels : nullptr;
}

engine::Evidence EnumeratingEngine::evidence(std::size_t number) {
  constexpr std::size_t kFewStates = 4096;  // diagrams of all of them are soon made
  constexpr std::size_t kFirstPart = 64;
  constexpr std::size_t kLargestPart = 16'384;
  constexpr std::size_t kGrowth = 16;
  const Decided& decided = decided_.at(number);
  if (decided.amount || decided.values) {
    build();
    const engine::ShownBy shown =
        decided.amount
            ? engine::shown_by(system_.pool(), *decided.property, *decided.amount, judge_of(*decided.property))
            : engine::shown_by(system_.pool(), decided.property->formula, *decided.values, decided.holds);
    if (shown.formulas.empty()) return {.labels = nullptr, .doubt = nullptr, .none = shown.none};
    check::Labelling* all = &system_.whole().of(*decided.property).labels;
    return {.labels = all, .doubt = nullptr, .none = {}, .instead = shown.formulas};
  }
  check::Labelling* labels = nullptr;
  const bool large = graph_ && graph_->size() > kFewStates;
  if (large && !decided.path.empty()) labels = shown_on(diagram_of(decided.path), decided);
  const check::Preservation kept = parts_.preservation(*decided.property, check::Extent::Part);
  const bool shows_on_parts = decided.holds ? kept.existential : kept.universal;
  for (std::size_t part = kFirstPart; labels == nullptr && large && shows_on_parts && part <= kLargestPart;
       part *= kGrowth) {
    std::vector<std::vector<ispl::Value>> states;
    const std::size_t end = std::max(std::min(part, graph_->size()), graph_->initial());
    if (end > kLargestPart) break;
    for (StateIndex s = 0; s < end; ++s) states.push_back(graph_->layout().decode(graph_->state(s)));
    labels = shown_on(diagram_of(states), decided);
  }
  if (labels == nullptr) labels = &system_.whole().of(*decided.property).labels;
  return {.labels = labels, .doubt = nullptr, .none = {}};
}

engine::StatesFound EnumeratingEngine::found(std::size_t count, std::optional<StateIndex> example) const {
  engine::StatesFound result{count, std::nullopt};
  if (example) result.example = graph_->layout().decode(graph_->state(*example));
  return result;
}

engine::StatesFound EnumeratingEngine::deadlocks() {
  build();
  std::size_t count = 0;
  std::optional<StateIndex> first;
  for (StateIndex s = 0; s < graph_->size(); ++s) {
    if (graph_->successor_count(s) != 0) continue;
    ++count;
    if (!first) first = s;
  }
  return found(count, first);
}

engine::StatesFound EnumeratingEngine::overflows() {
  build();
  const std::vector<StateIndex>& all = graph_->overflows();
  return found(all.size(), all.empty() ? std::nullopt : std::optional<StateIndex>(all.front()));
}

engine::FullEngine::Beginning EnumeratingEngine::beginning() {
  if (graph_->initial() == 0) return Beginning::NoInitialState;
  const Space& space = evaluation_->on_fair_paths().space;
  return space.states().disjoint_from(space.initial()) ? Beginning::NoFairPath : Beginning::Some;
}

}  // namespace gnomon::enumerate
