#include "simulate/walk.h"

#include <iterator>
#include <utility>

#include "base/assert.h"

namespace gnomon::simulate {

void Walk::cut(std::size_t kept) {
  auto from = steps_.begin() + static_cast<std::ptrdiff_t>(kept);
  changes_.push_back({kept, {std::make_move_iterator(from), std::make_move_iterator(steps_.end())}, position_});
  steps_.erase(from, steps_.end());
}

void Walk::start(explicit_state::State initial) {
  replace({{{}, std::move(initial)}}, 0);
}

void Walk::extend(std::vector<WalkStep> steps) {
  GNOMON_ASSERT(!empty(), "a walk begins with an initial state");
  cut(position_ + 1);
  steps_.insert(steps_.end(), std::make_move_iterator(steps.begin()), std::make_move_iterator(steps.end()));
  position_ = steps_.size() - 1;
}

void Walk::jump(std::size_t position) {
  GNOMON_ASSERT(position < size(), "the position is on the walk");
  cut(size());
  position_ = position;
}

void Walk::clear() {
  cut(0);
  position_ = 0;
}

void Walk::replace(std::vector<WalkStep> steps, std::size_t position) {
  GNOMON_ASSERT(position < steps.size(), "the position is on the walk");
  cut(0);
  steps_ = std::move(steps);
  position_ = position;
}

bool Walk::undo() {
  if (changes_.empty()) return false;
  Change& last = changes_.back();
  steps_.resize(last.kept);
  steps_.insert(steps_.end(), std::make_move_iterator(last.cut.begin()), std::make_move_iterator(last.cut.end()));
  position_ = last.position;
  changes_.pop_back();
  return true;
}

}  // namespace gnomon::simulate
