#include "ic3/ic3_engine.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "base/plural.h"
#include "engine/amount.h"
#include "ic3/certificate.h"
#include "logic/fragment.h"
#include "logic/mode.h"
#include "logic/printer.h"
#include "sat/evidence.h"

namespace gnomon::ic3 {

using engine::Outcome;
using engine::Phase;
using engine::Portion;
using engine::Reason;
using engine::ReasonKind;
using model::StateSet;

namespace {

sat::GoalOptions goal_options(const Budget& budget) {
  sat::GoalOptions options;
  options.limits.budget = &budget;
  return options;
}

}  // namespace

Ic3Engine::Proof::Proof(model::SymbolicModel& model, logic::FormulaPool& pool, const Part& part, const Budget& budget)
    : goals(model, pool, {}, goal_options(budget)),
      machine(model, goals, goals.demand(part.formula, false), part),
      prover(machine, &budget) {}

std::optional<Reason> Ic3Engine::refuses(const logic::Property& property) const {
  if (std::optional<Reason> why = system_.undecidable(property)) return why;
  std::string words;
  if (engine::asks_for_numbers(system_.pool(), property)) {
    words = "a number of steps is found on all reachable states only, not by IC3";
  } else {
    words = problem_with_memory(property);
    if (words.empty()) words = parts_of(system_.pool(), property).unsupported;
  }
  if (words.empty()) return std::nullopt;
  return Reason{ReasonKind::Unsupported, std::move(words)};
}

// Why IC3 cannot decide a formula about knowledge with memory; empty if it can, or if the formula is not about that.
std::string Ic3Engine::problem_with_memory(const logic::Property& property) const {
  if (!logic::needs_memory(system_.pool(), property)) return {};
  if (property.knowledge != logic::KnowledgeSemantics::Clock) return "knowledge with recall is not decided by IC3";
  if (logic::classify(system_.pool(), property.formula).deontic)
    return "obligations with a clock are not decided by IC3";
  if (system_.options().initial_information == recall::InitialInformation::All) {
    return "agents that do not know the initial states are beyond IC3";
  }
  const std::vector<std::string>& views = system_.source().initial_observation;
  const bool other_view =
      std::any_of(views.begin(), views.end(), [](const std::string& view) { return !view.empty(); });
  return other_view ? "observations that are not the agents' own are beyond IC3" : "";
}

void Ic3Engine::ask(const engine::Question& question) {
  open_.push_back({question, parts_of(system_.pool(), *question.property)});
}

Portion Ic3Engine::advance() {
  Portion portion;
  system_.symbolic();
  if (!open_.empty()) {
    Entry& entry = open_.front();
    engine::Activity& activity = system_.activity();
    activity.state().formula = entry.question.number;
    activity.state().depth = entry.level;
    const double before = activity.seconds(Phase::Check);
    std::optional<Outcome> outcome = attempt(entry);
    entry.seconds += activity.seconds(Phase::Check) - before;
    seconds_ += activity.seconds(Phase::Check) - before;
    level_ = std::max(level_, entry.level);
    Entry done = std::move(entry);
    open_.pop_front();
    if (outcome) {
      portion.answers.push_back({done.question.number, *std::move(outcome), done.seconds});
    } else {
      open_.push_back(std::move(done));  // the others have their turn first
    }
  }
  portion.more = !open_.empty();
  return portion;
}

std::optional<Outcome> Ic3Engine::attempt(Entry& entry) {
  engine::Activity& activity = system_.activity();
  std::optional<Outcome> outcome;
  try {
    activity.attribute(Phase::Check, [&] { outcome = entry.search ? search(entry) : prove(entry); });
  } catch (const LimitReached& limit) {
    if (limit.limit() != Limit::Size) throw;
    outcome = Outcome::unknown(activity.reason(limit));
  }
  return outcome;
}

std::optional<Outcome> Ic3Engine::prove(Entry& entry) {
  if (entry.next == entry.parts.all.size() || system_.symbolic().initial().empty()) return proved(entry);
  const Part& part = entry.parts.all[entry.next];
  if (!entry.proof) {
    entry.proof = std::make_unique<Proof>(system_.symbolic(), system_.pool(), part, system_.activity().budget());
  }
  Proof& proof = *entry.proof;
  if (!proof.result) {
    const std::uint64_t before = proof.prover.calls();
    proof.result = proof.prover.advance();
    calls_ += proof.prover.calls() - before;
  }
  entry.level = std::max(entry.level, proof.prover.level());
  if (!proof.result) return std::nullopt;
  if (!proof.result->holds) return refuted(entry);
  const Certificate certificate = certificate_of(proof.machine, proof.result->invariant);
  if (!verify(certificate, system_.symbolic(), system_.pool(), part, &system_.activity().budget())) {
    throw std::logic_error("an invariant that IC3 found does not prove what it should");
  }
  entry.certificate += fmt::format("{} {}\n{}end\n", part.always ? "always" : "initially",
                                   logic::print(system_.pool(), part.formula), text_of(certificate, system_.source()));
  entry.clauses += certificate.excluded.size();
  entry.proof.reset();
  ++entry.next;
  return std::nullopt;
}

std::optional<Outcome> Ic3Engine::proved(Entry& entry) {
  Outcome outcome;
  outcome.verdict = engine::Verdict::True;
  outcome.basis = engine::Basis::Induction;
  outcome.depth = entry.level;
  outcome.certificate = std::move(entry.certificate);
  outcome.methods.push_back(fmt::format("IC3: an inductive invariant of {} after {}, checked",
                                        plural(entry.clauses, "clause"), plural(entry.level, "round")));
  shown_[entry.question.number] = {entry.question.property, std::nullopt, std::nullopt};
  return outcome;
}

// The formula on the states of a counterexample: false, or nothing is known.
std::optional<Outcome> Ic3Engine::shown_false(const Entry& entry, const StateSet& states, std::size_t depth) {
  const logic::Property& property = *entry.question.property;
  engine::System::Judgement judgement =
      system_.judge(property, parts_.evaluation(check::Extent::Part, states, property));
  if (judgement.initially.holds) return std::nullopt;
  Outcome outcome;
  outcome.verdict = engine::Verdict::False;
  outcome.basis = engine::Basis::Part;
  outcome.depth = depth;
  outcome.methods = std::move(judgement.methods);
  outcome.methods.push_back(fmt::format("IC3: a path of {} out of the invariant", plural(depth, "step")));
  shown_[entry.question.number] = {&property, states, std::move(judgement.doubt)};
  return outcome;
}

std::optional<Outcome> Ic3Engine::refuted(Entry& entry) {
  const Part& part = entry.parts.all[entry.next];
  const logic::Property& property = *entry.question.property;
  const std::vector<std::vector<bool>>& path = entry.proof->result->path;
  const std::size_t depth = path.size() - 1;
  model::SymbolicModel& symbolic = system_.symbolic();
  const Budget& budget = system_.activity().budget();
  StateSet states = symbolic.none();
  for (const std::vector<bool>& values : path) {
    budget.poll();
    for (const StateSet& state : entry.proof->machine.states(values)) states |= state;
  }
  const bool fair = system_.uses_fairness(property);
  const bool needs_path = part.on_infinite_paths;
  const bool goes_on = needs_path && !fair && sat::never_stops(symbolic);
  if (goes_on) {
    sat::EndlessPaths paths;
    states |= paths.from(symbolic, entry.proof->machine.states(path.back()).front(), &budget);
  }
  if (!fair && (!needs_path || goes_on)) {
    std::optional<Outcome> outcome = shown_false(entry, states, depth);
    if (!outcome) throw std::logic_error("the states that IC3 found do not show what they should");
    return outcome;
  }
  if (std::optional<Outcome> outcome = shown_false(entry, states, depth)) return outcome;
  std::string words = logic::needs_memory(system_.pool(), property)
                          ? "knowledge with memory"
                          : sat::Search::unsupported(system_.pool(), property.formula, system_.fairness_for(property),
                                                     logic::is_finite(property.mode));
  if (!words.empty()) {
    return Outcome::unknown({ReasonKind::Unsupported,
                             "a state outside the invariant is reached, but whether it is on a path that counts is not "
                             "decided by IC3: " +
                                 words});
  }
  sat::Options options;
  options.tests_look_beyond = system_.options().paths.tests_look_beyond;
  options.limits = system_.options().paths.limits;
  options.budget = &budget;
  constexpr std::size_t kFurther = 12;
  entry.last_bound = depth + kFurther;
  entry.search = std::make_unique<sat::Search>(symbolic, system_.pool(), property.formula,
                                               system_.fairness_for(property), options);
  entry.proof.reset();
  return std::nullopt;
}

std::optional<Outcome> Ic3Engine::search(Entry& entry) {
  if (entry.search->bound() > entry.last_bound) {
    return Outcome::unknown(
        {ReasonKind::Bound, fmt::format("a state outside the invariant is reached, but no infinite or "
                                        "fair path through it was found within bound {}",
                                        entry.last_bound)});
  }
  std::optional<sat::Answer> answer;
  try {
    answer = entry.search->advance();
  } catch (const LimitReached&) {
    entry.search.reset();  // clauses may be missing; the prover finds its way back
    throw;
  }
  if (!answer) return std::nullopt;
  if (answer->holds) {
    Outcome outcome;
    outcome.verdict = engine::Verdict::True;
    outcome.basis = engine::Basis::Induction;
    outcome.depth = answer->depth;
    outcome.methods.emplace_back("IC3: no path that counts leaves the invariant, as a bounded search by SAT shows");
    shown_[entry.question.number] = {entry.question.property, std::nullopt, std::nullopt};
    return outcome;
  }
  std::optional<Outcome> outcome = shown_false(entry, answer->evidence, answer->depth);
  if (!outcome) throw std::logic_error("the states that a SAT solver found do not show what they should");
  return outcome;
}

engine::Evidence Ic3Engine::evidence(std::size_t number) {
  const Shown& shown = shown_.at(number);
  if (!shown.states) {
    return {.labels = nullptr,
            .doubt = nullptr,
            .none = "the formula was proved by an inductive invariant, which is about all states"};
  }
  if (logic::needs_memory(system_.pool(), *shown.property)) return engine::evidence_with_memory(false, shown.doubt);
  return {.labels = &parts_.evaluation(check::Extent::Part, *shown.states, *shown.property).labels,
          .doubt = nullptr,
          .none = {}};
}

engine::Effort Ic3Engine::effort() const {
  engine::Effort effort;
  effort.depth = level_;
  effort.checks = calls_;
  effort.check_seconds = seconds_;
  return effort;
}

}  // namespace gnomon::ic3
