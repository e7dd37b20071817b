#include "base/budget.h"

namespace gnomon {

void Budget::poll() const {
  if (interrupt != nullptr && interrupt->load(std::memory_order_relaxed)) {
    throw LimitReached(Limit::Interrupt, "interrupted");
  }
  if (deadline && Clock::now() >= *deadline) throw LimitReached(Limit::Time, "time limit reached");
  if (tick) tick();
}

}  // namespace gnomon
