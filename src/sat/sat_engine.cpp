#include "sat/sat_engine.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "engine/amount.h"
#include "logic/fragment.h"
#include "logic/mode.h"

namespace gnomon::sat {

using engine::Outcome;
using engine::Phase;
using engine::Portion;
using engine::Reason;
using engine::ReasonKind;

std::optional<Reason> SatEngine::refuses(const logic::Property& property) const {
  if (std::optional<Reason> why = system_.undecidable(property)) return why;
  if (engine::asks_for_numbers(system_.pool(), property)) return Reason{ReasonKind::Unsupported, engine::kOnAllStates};
  std::string words = logic::needs_memory(system_.pool(), property)
                          ? "knowledge with memory is not checked by SAT"
                          : Search::unsupported(system_.pool(), property.formula, system_.fairness_for(property),
                                                logic::is_finite(property.mode));
  if (words.empty()) return std::nullopt;
  return Reason{ReasonKind::Unsupported, std::move(words)};
}

bool SatEngine::anything_open() const {
  return std::any_of(entries_.begin(), entries_.end(), [](const Entry& entry) { return !entry.closed; });
}

Portion SatEngine::advance() {
  Portion portion;
  system_.symbolic();
  while (next_ < entries_.size() && entries_[next_].closed) ++next_;
  if (next_ < entries_.size()) {
    Entry& entry = entries_[next_];
    engine::Activity& activity = system_.activity();
    activity.state().formula = entry.question.number;
    activity.state().depth = bound_;
    const double before = activity.seconds(Phase::Check);
    bool decided = false;
    Outcome outcome = attempt(entry, decided);
    entry.seconds += activity.seconds(Phase::Check) - before;
    seconds_ += activity.seconds(Phase::Check) - before;
    ++next_;
    if (decided) {
      close(entry);
      portion.answers.push_back({entry.question.number, std::move(outcome), entry.seconds});
    }
  }
  const bool at_end = next_ >= entries_.size();
  if (at_end && bound_ < last_bound_ && anything_open()) {
    ++bound_;
    next_ = 0;
  } else if (at_end) {
    for (Entry& entry : entries_) {
      if (entry.closed) continue;
      close(entry);
      std::string words = fmt::format("not decided within bound {}", last_bound_);
      portion.answers.push_back(
          {entry.question.number, Outcome::unknown({ReasonKind::Bound, std::move(words)}), entry.seconds});
    }
    portion.more = false;
  }
  return portion;
}

// Tries the question at the present bound; `decided` if that is the end of it.
Outcome SatEngine::attempt(Entry& entry, bool& decided) {
  engine::Activity& activity = system_.activity();
  Outcome outcome;
  try {
    activity.attribute(Phase::Check, [&] {
      const logic::Property& property = *entry.question.property;
      if (!entry.search) {
        Options options;
        options.tests_look_beyond = system_.options().paths.tests_look_beyond;
        options.limits = system_.options().paths.limits;
        options.budget = &activity.budget();
        entry.search = std::make_unique<Search>(system_.symbolic(), system_.pool(), property.formula,
                                                system_.fairness_for(property), options);
      }
      std::optional<Answer> answer;
      while (!answer && entry.search->bound() <= bound_) answer = entry.search->advance();
      if (!answer) return;
      outcome = checked(entry, *answer);
      decided = true;
      shown_[entry.question.number] = {&property, answer->by_induction, answer->evidence};
    });
  } catch (const LimitReached& limit) {
    entry.search.reset();  // clauses may be missing
    if (limit.limit() != Limit::Size) throw;
    outcome = Outcome::unknown(activity.reason(limit));
    decided = true;
  }
  return outcome;
}

Outcome SatEngine::checked(const Entry& entry, const Answer& answer) {
  Outcome outcome;
  outcome.verdict = answer.holds ? engine::Verdict::True : engine::Verdict::False;
  outcome.basis = answer.by_induction ? engine::Basis::Induction : engine::Basis::Part;
  outcome.depth = answer.depth;
  if (answer.by_induction) return outcome;
  const logic::Property& property = *entry.question.property;
  engine::System::Judgement judgement =
      system_.judge(property, parts_.evaluation(check::Extent::Part, answer.evidence, property));
  if (judgement.initially.holds != answer.holds) {
    throw std::logic_error("the states that a SAT solver found do not show what they should");
  }
  outcome.methods = std::move(judgement.methods);
  return outcome;
}

void SatEngine::close(Entry& entry) {
  entry.closed = true;
  if (entry.search) calls_ += entry.search->statistics().solver_calls;
  entry.search.reset();
}

engine::Evidence SatEngine::evidence(std::size_t number) {
  const Shown& shown = shown_.at(number);
  if (shown.by_induction) {
    return {.labels = nullptr,
            .doubt = nullptr,
            .none = "the formula was decided by induction, which looks at no single path"};
  }
  return {.labels = &parts_.evaluation(check::Extent::Part, shown.states, *shown.property).labels,
          .doubt = nullptr,
          .none = {}};
}

engine::Effort SatEngine::effort() const {
  engine::Effort effort;
  effort.depth = bound_;
  effort.checks = calls_;
  effort.check_seconds = seconds_;
  return effort;
}

}  // namespace gnomon::sat
