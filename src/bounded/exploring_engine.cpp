#include "bounded/exploring_engine.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <utility>

#include "bdd/held_order.h"
#include "logic/fragment.h"

namespace gnomon::bounded {

using engine::Answer;
using engine::Outcome;
using engine::Phase;
using engine::Portion;
using engine::ReasonKind;

namespace {

constexpr const char* kOnlyWhole = "a formula that is neither universal nor existential needs the whole model";

// For as long as it lives the manager has a nearer deadline and keeps its order of variables: the diagrams of a check
// are soon forgotten and must not decide the order for the exploration.
class Visit {
 public:
  Visit(bdd::Manager& manager, std::optional<double> seconds)
      : manager_(manager), held_(manager), former_(manager.budget()) {
    if (!seconds) return;
    Budget budget = former_;
    using Clock = Budget::Clock;
    constexpr double kSlack = 0.005;  // time of others; if the check uses it, the account is charged
    std::chrono::duration<double> allowed(*seconds + kSlack);
    Clock::time_point end = Clock::now() + std::chrono::duration_cast<Clock::duration>(allowed);
    if (budget.deadline) end = std::min(end, *budget.deadline);
    budget.deadline = end;
    manager_.set_budget(std::move(budget));
  }
  ~Visit() { manager_.set_budget(former_); }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

 private:
  bdd::Manager& manager_;
  bdd::HeldOrder held_;
  Budget former_;
};

}  // namespace

ExploringEngine::ExploringEngine(engine::System& system, ExploringOptions options)
    : system_(system), options_(options), parts_(system), rest_(system) {}

void ExploringEngine::ask(const engine::Question& question) {
  Entry entry;
  entry.question = question;
  entry.part = parts_.preservation(*question.property, Extent::Part);
  entry.open = parts_.preservation(*question.property, Extent::Open);
  entries_.push_back(entry);
}

void ExploringEngine::begin() {
  system_.symbolic();
  schedule_.emplace(options_.policy, entries_.size());
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    for (Extent extent : {Extent::Part, Extent::Open}) {
      if (!entries_[i].useful(extent)) schedule_->close(i, extent);
    }
  }
  began_ = system_.activity().elapsed() - system_.symbolic().manager().processor_seconds();
  now_ = elapsed();
}

double ExploringEngine::elapsed() const {
  return began_ + system_.symbolic().manager().processor_seconds();
}

bool ExploringEngine::all_decided() const {
  return std::all_of(entries_.begin(), entries_.end(), [](const Entry& entry) { return entry.decided; });
}

Portion ExploringEngine::advance() {
  Portion portion;
  if (!schedule_) begin();
  if (stage_ == Stage::Exploring) {
    system_.activity().attribute(Phase::Reach, [&] { explore(portion); });
  } else if (stage_ == Stage::Complete) {
    Portion rest = rest_.advance();
    portion.more = rest.more;
    for (Answer& answer : rest.answers) {
      const Entry& entry = *std::find_if(entries_.begin(), entries_.end(),
                                         [&](const Entry& e) { return e.question.number == answer.number; });
      answer.seconds += entry.seconds;
      if (answer.outcome.verdict != engine::Verdict::Unknown) {
        answer.outcome.depth = seen_;
        answer.outcome.rounds = system_.symbolic().explores_by_rounds();
      }
      portion.answers.push_back(std::move(answer));
    }
  } else {
    portion.more = false;
  }
  return portion;
}

// Looks at every depth once, also after a limit has ended the portion before.
void ExploringEngine::explore(Portion& portion) {
  constexpr std::chrono::milliseconds kPortion{20};
  const Budget::Clock::time_point end = Budget::Clock::now() + kPortion;
  if (!seen_) system_.begin_exploration();
  const model::Explorer& explorer = system_.symbolic().explorer();
  while (true) {
    const std::size_t depth = explorer.rounds();
    const bool last = schedule_->over(depth) || (options_.max_depth && depth >= *options_.max_depth);
    if (seen_ != depth && (depth >= next_visit_ || last)) visit(depth, explorer.reached(), portion);
    seen_ = depth;
    if (all_decided() || (last && !explorer.complete())) {
      stage_ = Stage::Stopped;
      give_up(portion);
      portion.more = false;
      return;
    }
    if (explorer.complete()) {
      stage_ = Stage::Complete;
      for (const Entry& entry : entries_) {
        if (!entry.decided) rest_.ask(entry.question);
      }
      return;
    }
    if (!portion.answers.empty() || Budget::Clock::now() >= end) return;
    system_.explore_step(engine::System::Stride::One);
  }
}

void ExploringEngine::visit(std::size_t depth, const model::StateSet& reached, Portion& portion) {
  schedule_->enter(depth, [&] { return size_of(reached); });
  if (!schedule_->something_due()) return;
  const double before = std::exchange(now_, elapsed());
  plan_next_visit(depth, now_ - before);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const bool answered = due(i, Extent::Open) && check(i, Extent::Open, depth, reached, portion);
    if (!answered && due(i, Extent::Part)) check(i, Extent::Part, depth, reached, portion);
  }
  parts_.forget();
}

// Where a step takes a microsecond even asking for the time is too expensive to be done at every depth: in deep models
// adaptive visits are about a fifth of a millisecond, but at most 1/64 of the depth, apart. `seconds` is how long the
// steps since the last visit took.
void ExploringEngine::plan_next_visit(std::size_t depth, double seconds) {
  constexpr double kInterval = 2e-4;
  const std::size_t steps = depth - last_visit_;
  last_visit_ = depth;
  next_visit_ = depth + 1;
  if (options_.policy.when != CheckWhen::Adaptive || steps == 0 || seconds >= kInterval) return;
  constexpr std::size_t kPart = 64;
  const double apart = kInterval / std::max(seconds, 1e-9) * static_cast<double>(steps);
  const std::size_t most = depth / kPart;
  next_visit_ += static_cast<std::size_t>(std::min(apart, static_cast<double>(most)));
}

double ExploringEngine::size_of(const model::StateSet& reached) const {
  switch (options_.policy.when) {
    case CheckWhen::States:
      return system_.symbolic().count(reached).get_d();
    case CheckWhen::Memory:
      return static_cast<double>(system_.symbolic().manager().recent_live_nodes());
    case CheckWhen::Adaptive:
    case CheckWhen::EveryNth:
    case CheckWhen::Once:
    case CheckWhen::Time:
      break;
  }
  return elapsed();
}

// False if the check was given up.
bool ExploringEngine::check(std::size_t index, Extent extent, std::size_t depth, const model::StateSet& reached,
                            Portion& portion) {
  Entry& entry = entries_[index];
  engine::Activity& activity = system_.activity();
  bdd::Manager& manager = system_.symbolic().manager();
  const logic::Property& property = *entry.question.property;
  const std::optional<double> allowance = schedule_->allowance(index, extent, now_);
  activity.state().formula = entry.question.number;
  std::optional<engine::System::Judgement> judgement;
  bool all_initial = false;
  const double phase_before = activity.seconds(Phase::Check);
  try {
    Visit visit(manager, allowance);
    activity.attribute(Phase::Check, [&] {
      check::LabelledFrame& where = parts_.evaluation(extent, reached, property);
      judgement = system_.judge(property, where);
      all_initial = system_.symbolic().initial().subset_of(where.frame.states());
    });
  } catch (const LimitReached&) {
    activity.recovered();
    manager.budget().poll();  // the limit of the run, or only of this check?
  }
  entry.seconds += activity.seconds(Phase::Check) - phase_before;
  const double before = std::exchange(now_, elapsed());
  schedule_->spent(index, extent, now_ - before, !judgement.has_value());
  if (!judgement) return false;
  const check::Labelling::Initially& initially = judgement->initially;
  const bool is_false = entry.of(extent).universal && !initially.holds;
  const bool is_true = entry.of(extent).existential && initially.holds && !initially.counts_on_known && all_initial;
  if (is_false || is_true) {
    schedule_->close(index);
    entry.decided = true;
    places_[entry.question.number] = {extent, reached, is_true, std::move(judgement->doubt)};
    Answer answer;
    answer.number = entry.question.number;
    answer.outcome.verdict = is_true ? engine::Verdict::True : engine::Verdict::False;
    answer.outcome.basis = engine::Basis::Part;
    answer.outcome.depth = depth;
    answer.outcome.rounds = system_.symbolic().explores_by_rounds();
    answer.outcome.methods = std::move(judgement->methods);
    answer.seconds = entry.seconds;
    portion.answers.push_back(std::move(answer));
  }
  return true;
}

void ExploringEngine::give_up(Portion& portion) {
  for (const Entry& entry : entries_) {
    if (entry.decided) continue;
    const char* unit = system_.symbolic().explores_by_rounds() ? "round" : "depth";
    std::string words = fmt::format("not decided within {} {}", unit, *seen_);
    if (!entry.useful(Extent::Part) && !entry.useful(Extent::Open)) words += fmt::format("; {}", kOnlyWhole);
    portion.answers.push_back({.number = entry.question.number,
                               .outcome = Outcome::unknown({ReasonKind::Bound, std::move(words)}),
                               .seconds = entry.seconds});
  }
}

engine::Evidence ExploringEngine::evidence(std::size_t number) {
  auto found = places_.find(number);
  if (found == places_.end()) return rest_.evidence(number);
  const Entry& entry =
      *std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.question.number == number; });
  const Place& place = found->second;
  if (logic::needs_memory(system_.pool(), *entry.question.property)) {
    engine::Evidence evidence = engine::evidence_with_memory(place.holds, place.doubt);
    if (place.extent == Extent::Part) {
      evidence.memory = &parts_.evaluation(place.extent, place.states, *entry.question.property).labels;
      evidence.of_part = true;
    }
    return evidence;
  }
  return {.labels = &parts_.evaluation(place.extent, place.states, *entry.question.property).labels,
          .doubt = nullptr,
          .none = {}};
}

engine::Effort ExploringEngine::effort() const {
  engine::Effort effort;
  if (!schedule_) return effort;
  const model::SymbolicModel& symbolic = system_.symbolic();
  effort.depth = seen_.value_or(0);
  effort.rounds = symbolic.explores_by_rounds();
  effort.complete = stage_ == Stage::Complete;
  if (seen_) effort.states = system_.symbolic().explorer().reached();
  effort.checks = schedule_->checks();
  effort.check_seconds = schedule_->total_spent();
  return effort;
}

}  // namespace gnomon::bounded
