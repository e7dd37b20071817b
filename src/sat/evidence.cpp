#include "sat/evidence.h"

#include <cstddef>

namespace gnomon::sat {

using model::StateSet;

StateSet EndlessPaths::from(model::SymbolicModel& model, const StateSet& state, const Budget* budget) {
  if (!known_.valid()) known_ = model.none();
  StateSet here = state;
  StateSet walked = model.none();
  constexpr std::size_t kStepsBetweenPolls = 256;
  for (std::size_t step = 0; !here.subset_of(known_); ++step) {
    if (budget != nullptr && step % kStepsBetweenPolls == 0) budget->poll();
    walked |= here;
    StateSet next = model.transition().image(here);
    if (!next.disjoint_from(walked | known_)) break;
    here = model.singleton(model.pick(next));
  }
  known_ |= walked;
  return known_;
}

}  // namespace gnomon::sat
