#include "ic3/ic3_engine.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "base/plural.h"
#include "engine/amount.h"
#include "ic3/certificate.h"
#include "ic3/run_certificate.h"
#include "ic3/single_path.h"
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

sat::GoalOptions options_of_goals(engine::System& system) {
  sat::GoalOptions options{system.options().paths.tests_look_beyond, system.options().paths.limits};
  options.limits.budget = &system.activity().budget();
  return options;
}

// Invariants hold in every reachable state: that only fair paths count is looked at later.
sat::Goals goals_for(engine::System& system, const logic::Property& property, const Part& part) {
  const std::vector<logic::Formula> fairness =
      part.on_paths ? system.fairness_for(property) : std::vector<logic::Formula>{};
  return {system.symbolic(), system.pool(), fairness, options_of_goals(system)};
}

RunAutomaton automaton_for(engine::System& system, const logic::Property& property, const Part& part) {
  sat::Goals goals = goals_for(system, property, part);
  const sat::Goal bad = goals.demand(part.formula, false);
  return run_automaton(system.symbolic(), goals, bad);
}

Machine machine_for(model::SymbolicModel& model, const sat::Goals& goals, sat::Goal bad, const Part& part,
                    const std::optional<RunAutomaton>& automaton, std::size_t rounds) {
  if (automaton) return {model, *automaton, rounds};
  return {model, goals, bad, part};
}

}  // namespace

Ic3Engine::Proof::Proof(engine::System& system, const logic::Property& property, const Part& part,
                        std::size_t asked_rounds)
    : goals(goals_for(system, property, part)),
      bad(goals.demand(part.formula, false)),
      automaton(part.on_paths ? std::optional(run_automaton(system.symbolic(), goals, bad)) : std::nullopt),
      rounds(automaton && automaton->has_rounds() ? asked_rounds : 0),
      machine(machine_for(system.symbolic(), goals, bad, part, automaton, rounds)),
      prover(machine, &system.activity().budget()) {}

std::optional<Reason> Ic3Engine::refuses(const logic::Property& property) const {
  if (std::optional<Reason> why = system_.undecidable(property)) return why;
  std::string words;
  if (engine::asks_for_numbers(system_.pool(), property)) {
    words = "a number of steps is found on all reachable states only, not by IC3";
  } else {
    words = problem_with_memory(property);
    const Parts parts = parts_of(system_.pool(), property);
    if (words.empty()) words = parts.unsupported;
    const bool paths = std::any_of(parts.all.begin(), parts.all.end(), [](const Part& part) { return part.on_paths; });
    if (words.empty() && paths) words = problem_with_fairness(property);
  }
  if (words.empty()) return std::nullopt;
  return Reason{ReasonKind::Unsupported, std::move(words)};
}

// Why no path that counts can be looked for; empty if one can.
std::string Ic3Engine::problem_with_fairness(const logic::Property& property) const {
  return sat::Search::unsupported(system_.pool(), system_.pool().truth(true), system_.fairness_for(property),
                                  logic::is_finite(property.mode));
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
    activity.attribute(Phase::Check, [&] { outcome = take_turn(entry); });
  } catch (const LimitReached& limit) {
    if (limit.limit() != Limit::Size) throw;
    outcome = Outcome::unknown(activity.reason(limit));
  }
  return outcome;
}

std::optional<Outcome> Ic3Engine::take_turn(Entry& entry) {
  if (entry.last_bound) return search_on(entry);
  const bool open = entry.next < entry.parts.all.size();
  if (open && entry.parts.all[entry.next].on_paths && entry.search_at && entry.turns >= *entry.search_at) {
    return search_beside(entry);
  }
  return prove(entry);
}

std::optional<Outcome> Ic3Engine::prove(Entry& entry) {
  if (entry.next == entry.parts.all.size() || system_.symbolic().initial().empty()) return proved(entry);
  const Part& part = entry.parts.all[entry.next];
  if (part.on_paths) ++entry.turns;
  if (!entry.proof) entry.proof = std::make_unique<Proof>(system_, *entry.question.property, part, entry.rounds);
  Proof& proof = *entry.proof;
  if (!proof.result) {
    const std::uint64_t before = proof.prover.calls();
    proof.result = proof.prover.advance();
    calls_ += proof.prover.calls() - before;
  }
  entry.level = std::max(entry.level, proof.prover.level());
  if (!proof.result) return std::nullopt;
  if (!proof.result->holds) return part.on_paths ? outrun(entry) : refuted(entry);
  entry.certificate += checked_certificate(entry);
  entry.clauses += proof.result->invariant.size();
  entry.proof.reset();
  entry.rounds = 1;
  ++entry.next;
  return std::nullopt;
}

// What proves the part, as text, after an independent check.
std::string Ic3Engine::checked_certificate(Entry& entry) {
  const Part& part = entry.parts.all[entry.next];
  const Proof& proof = *entry.proof;
  const Budget& budget = system_.activity().budget();
  model::SymbolicModel& symbolic = system_.symbolic();
  bool valid = false;
  std::string text;
  if (part.on_paths) {
    const RunCertificate certificate =
        run_certificate_of(proof.machine, *proof.automaton, proof.rounds, proof.result->invariant);
    const RunAutomaton again = automaton_for(system_, *entry.question.property, part);
    valid = again.places == proof.automaton->places && verify_runs(certificate, again, symbolic, &budget);
    text = text_of(certificate, again, symbolic);
  } else {
    const Certificate certificate = certificate_of(proof.machine, proof.result->invariant);
    valid = verify(certificate, symbolic, system_.pool(), part, &budget);
    text = text_of(certificate, system_.source());
  }
  if (!valid) throw std::logic_error("an invariant that IC3 found does not prove what it should");
  return fmt::format("{} {}\n{}end\n",
                     part.on_paths ? "on paths"
                     : part.always ? "always"
                                   : "initially",
                     logic::print(system_.pool(), part.formula), text);
}

std::optional<Outcome> Ic3Engine::proved(Entry& entry) {
  Outcome outcome;
  outcome.verdict = engine::Verdict::True;
  outcome.basis = engine::Basis::Induction;
  outcome.depth = entry.level;
  outcome.certificate = std::move(entry.certificate);
  const std::vector<Part>& all = entry.parts.all;
  const bool paths = std::any_of(all.begin(), all.end(), [](const Part& part) { return part.on_paths; });
  outcome.methods.push_back(fmt::format("IC3: an inductive invariant of {}{} after {}, checked",
                                        plural(entry.clauses, "clause"), paths ? " beside a monitor of paths" : "",
                                        plural(entry.level, "round")));
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
  const bool on_paths = entry.parts.all[entry.next].on_paths;
  outcome.methods.push_back(fmt::format("IC3: a path of {} {}", plural(depth, "step"),
                                        on_paths ? "that refutes the formula" : "out of the invariant"));
  shown_[entry.question.number] = {&property, states, std::move(judgement.doubt)};
  return outcome;
}

Outcome Ic3Engine::certainly_false(const Entry& entry, const StateSet& states, std::size_t depth) {
  std::optional<Outcome> outcome = shown_false(entry, states, depth);
  if (!outcome) throw std::logic_error("the states that a SAT solver found do not show what they should");
  return *std::move(outcome);
}

// Those of the counterexample that the prover has found.
StateSet Ic3Engine::states_of(const Entry& entry) const {
  StateSet states = system_.symbolic().none();
  for (const std::vector<bool>& values : entry.proof->result->path) {
    system_.activity().budget().poll();
    for (const StateSet& state : entry.proof->machine.states(values)) states |= state;
  }
  return states;
}

// A path that closes too many rounds, or ends: it refutes the part, or more rounds are to be allowed.
std::optional<Outcome> Ic3Engine::outrun(Entry& entry) {
  const Proof& proof = *entry.proof;
  const std::vector<std::vector<bool>>& path = proof.result->path;
  const bool ends = proof.rounds == 0 || proof.machine.rounds_in(path.back()) < proof.rounds;
  if (!ends && !proof.machine.loops(path)) {
    constexpr std::size_t kOneByOne = 4;
    entry.rounds += entry.rounds < kOneByOne ? 1 : entry.rounds / 2;
    entry.proof.reset();
    return std::nullopt;
  }
  StateSet states = states_of(entry);
  if (ends && sat::never_stops(system_.symbolic())) {
    sat::EndlessPaths paths;
    states |= paths.from(system_.symbolic(), proof.machine.states(path.back()).front(), &system_.activity().budget());
  }
  return certainly_false(entry, states, path.size() - 1);
}

std::optional<Outcome> Ic3Engine::refuted(Entry& entry) {
  Part& part = entry.parts.all[entry.next];
  const logic::Property& property = *entry.question.property;
  const std::vector<std::vector<bool>>& path = entry.proof->result->path;
  const std::size_t depth = path.size() - 1;
  model::SymbolicModel& symbolic = system_.symbolic();
  StateSet states = states_of(entry);
  const bool fair = system_.uses_fairness(property);
  const bool needs_path = part.on_infinite_paths;
  const bool goes_on = needs_path && !fair && sat::never_stops(symbolic);
  if (goes_on) {
    sat::EndlessPaths paths;
    states |= paths.from(symbolic, entry.proof->machine.states(path.back()).front(), &system_.activity().budget());
  }
  if (!fair && (!needs_path || goes_on)) return certainly_false(entry, states, depth);
  if (std::optional<Outcome> outcome = shown_false(entry, states, depth)) return outcome;
  const std::string words =
      logic::needs_memory(system_.pool(), property) ? "knowledge with memory" : problem_with_fairness(property);
  if (!words.empty()) {
    return Outcome::unknown({ReasonKind::Unsupported,
                             "a state outside the invariant is reached, but whether it is on a path that counts is not "
                             "decided by IC3: " +
                                 words});
  }
  entry.proof.reset();
  if (refuted_by_a_path(system_.pool(), part.conjunct)) {
    part = {part.conjunct, false, false, false, part.conjunct, true};
    return std::nullopt;
  }
  constexpr std::size_t kFurther = 12;
  entry.last_bound = depth + kFurther;
  return std::nullopt;
}

// One more bound.
std::optional<sat::Answer> Ic3Engine::search(Entry& entry) {
  const logic::Property& property = *entry.question.property;
  if (!entry.search) {
    sat::Options options;
    options.tests_look_beyond = system_.options().paths.tests_look_beyond;
    options.limits = system_.options().paths.limits;
    options.budget = &system_.activity().budget();
    entry.search = std::make_unique<sat::Search>(system_.symbolic(), system_.pool(), property.formula,
                                                 system_.fairness_for(property), options);
  }
  try {
    return entry.search->advance();
  } catch (const LimitReached&) {
    entry.search.reset();  // clauses may be missing
    throw;
  }
}

// The longer the paths, the rarer the search. What it proves has no certificate: that is left to the prover.
std::optional<Outcome> Ic3Engine::search_beside(Entry& entry) {
  const std::optional<sat::Answer> answer = search(entry);
  constexpr std::size_t kShort = 8;
  entry.search_at = entry.turns + 1 + entry.search->bound() / kShort;
  if (!answer) return std::nullopt;
  if (!answer->holds) return certainly_false(entry, answer->evidence, answer->depth);
  entry.search.reset();
  entry.search_at.reset();
  return std::nullopt;
}

std::optional<Outcome> Ic3Engine::search_on(Entry& entry) {
  if (entry.search && entry.search->bound() > *entry.last_bound) {
    return Outcome::unknown(
        {ReasonKind::Bound, fmt::format("a state outside the invariant is reached, but no infinite or "
                                        "fair path through it was found within bound {}",
                                        *entry.last_bound)});
  }
  const std::optional<sat::Answer> answer = search(entry);
  if (!answer) return std::nullopt;
  if (!answer->holds) return certainly_false(entry, answer->evidence, answer->depth);
  Outcome outcome;
  outcome.verdict = engine::Verdict::True;
  outcome.basis = engine::Basis::Induction;
  outcome.depth = answer->depth;
  outcome.methods.emplace_back("IC3: no path that counts leaves the invariant, as a bounded search by SAT shows");
  shown_[entry.question.number] = {entry.question.property, std::nullopt, std::nullopt};
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
