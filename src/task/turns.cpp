#include "task/turns.h"

#include <algorithm>

namespace gnomon::task {

namespace {

double length_of_turn(const Contender& contender) {
  constexpr double kShortest = 0.02;
  constexpr double kPart = 0.125;
  return std::max(kShortest, kPart * contender.seconds);
}

double claim_of(const Contender& contender) {
  return (contender.seconds + length_of_turn(contender)) / contender.share;
}

}  // namespace

void allot_turns(const std::vector<Contender*>& contenders, std::size_t jobs) {
  std::vector<Contender*> waiting;
  std::size_t busy = 0;
  for (Contender* contender : contenders) {
    if (contender->running && contender->seconds < contender->until && busy < jobs) {
      ++busy;
    } else {
      waiting.push_back(contender);
    }
  }
  std::stable_sort(waiting.begin(), waiting.end(),
                   [](const Contender* a, const Contender* b) { return claim_of(*a) < claim_of(*b); });
  for (Contender* contender : waiting) {
    contender->running = busy < jobs;
    if (!contender->running) continue;
    const double least = contender->seconds == 0 ? contender->first_turn : 0;
    contender->until = contender->seconds + std::max(length_of_turn(*contender), least);
    ++busy;
  }
}

}  // namespace gnomon::task
