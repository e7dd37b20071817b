#include "enumerate/proof_attempts.h"

#include <algorithm>
#include <utility>

namespace gnomon::enumerate {

namespace {

constexpr std::uint64_t kSearchAlone = 6'000'000;  // work on the states before anything is attempted
constexpr std::uint64_t kWorthStarting = 40'000;

// What proofs may take after so much work on the states: an eighth of it at first, and in the end a quarter. To begin
// with them takes some time as well, which is not counted.
constexpr std::uint64_t share_of_proofs(std::uint64_t work) {
  return work < kSearchAlone ? 0 : (work - kSearchAlone / 2) / 4;
}

}  // namespace

bool ProofAttempts::refuses(const logic::Property& property) const {
  return system_.uses_fairness(property) || make_(system_)->refuses(property);
}

void ProofAttempts::expect(std::span<const logic::Property* const> properties, bool all_states) {
  hopeless_ = !make_ || all_states ||
              std::any_of(properties.begin(), properties.end(), [&](const auto* one) { return refuses(*one); });
}

bool ProofAttempts::promising(std::uint64_t work, const std::vector<engine::Question>& questions) const {
  return share_of_proofs(work) >= work_ + kWorthStarting && possible(questions);
}

bool ProofAttempts::possible(const std::vector<engine::Question>& questions) const {
  if (hopeless_ || !make_ || questions.empty()) return false;
  return prover_ || std::none_of(questions.begin(), questions.end(),
                                 [&](const engine::Question& one) { return refuses(*one.property); });
}

std::vector<engine::Answer> ProofAttempts::attempt(std::uint64_t work, const std::vector<engine::Question>& questions) {
  if (!prover_) {
    prover_ = make_(system_);
    for (const engine::Question& one : questions) prover_->ask(one);
  }
  const std::uint64_t allowed = share_of_proofs(work) - work_;
  std::uint64_t left = allowed;
  engine::Portion portion;
  try {
    system_.activity().within(left, [&] {
      while (portion.answers.empty() && portion.more) portion = prover_->advance();
    });
  } catch (const LimitReached& limit) {
    if (limit.limit() == Limit::Time || limit.limit() == Limit::Interrupt) throw;
    system_.activity().recovered();
    hopeless_ = true;
  }
  work_ += allowed - left;
  auto unknown = [](const engine::Answer& answer) { return answer.outcome.verdict == engine::Verdict::Unknown; };
  if (std::erase_if(portion.answers, unknown) > 0) hopeless_ = true;
  for (const engine::Answer& answer : portion.answers) decided_[answer.number] = prover_;
  return std::move(portion.answers);
}

engine::Engine* ProofAttempts::decided(std::size_t number) const {
  auto at = decided_.find(number);
  return at == decided_.end() ? nullptr : at->second.get();
}

}  // namespace gnomon::enumerate
