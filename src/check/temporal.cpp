#include "check/temporal.h"

#include "check/fixpoints.h"

namespace gnomon::check {

StateSet exists_next(const Frame& frame, const StateSet& f) {
  return frame.predecessors(f);
}

StateSet forall_next(const Frame& frame, const StateSet& f) {
  return frame.complement(frame.predecessors(frame.complement(f)));
}

StateSet exists_until(const Frame& frame, const StateSet& f, const StateSet& g) {
  return until(frame, f, g);
}

StateSet forall_until(const Frame& frame, const StateSet& f, const StateSet& g) {
  StateSet not_g = frame.complement(g);
  StateSet fails_now = not_g - f;
  return frame.complement(exists_until(frame, not_g, fails_now) | exists_globally(frame, not_g));
}

StateSet exists_finally(const Frame& frame, const StateSet& f) {
  return until(frame, frame.states(), f);
}

StateSet forall_finally(const Frame& frame, const StateSet& f) {
  return frame.complement(exists_globally(frame, frame.complement(f)));
}

StateSet exists_globally(const Frame& frame, const StateSet& f) {
  return fair_globally(frame, f, frame.fairness());
}

StateSet forall_globally(const Frame& frame, const StateSet& f) {
  return frame.complement(exists_finally(frame, frame.complement(f)));
}

}  // namespace gnomon::check
