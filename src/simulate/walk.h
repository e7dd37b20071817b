// A walk through a model: an initial state, then steps, and the position where the walker stands.
//
//   s0 --a0--> s1 --a1--> s2 --a2--> s3
//                         ^ position 2
//
// The walker may go back and forth along the walk; a step from the middle forgets what came after. Every change can be
// undone, one after the other, back to the empty walk: a change is kept as the length that it left alone, what it cut
// off, and the position before it, so that undoing costs no more than the change.
#pragma once

#include <cstddef>
#include <vector>

#include "explicit/interpreter.h"

namespace gnomon::simulate {

struct WalkStep {
  explicit_state::JointAction joint;  // that led here; empty for the initial state
  explicit_state::State state;
  bool operator==(const WalkStep&) const = default;
};

class Walk {
 public:
  bool empty() const { return steps_.empty(); }
  std::size_t size() const { return steps_.size(); }  // states
  std::size_t position() const { return position_; }
  const std::vector<WalkStep>& steps() const { return steps_; }
  const explicit_state::State& state() const { return steps_[position_].state; }  // requires a walk that is not empty

  // A walk of one state instead of this one.
  void start(explicit_state::State initial);
  // Goes on from the position, which moves to the end. Requires a walk that is not empty.
  void extend(std::vector<WalkStep> steps);
  // Requires position < size().
  void jump(std::size_t position);
  void clear();
  // Another walk. Requires position < steps.size().
  void replace(std::vector<WalkStep> steps, std::size_t position);
  // Takes back the last change; false if there is none.
  bool undo();

 private:
  struct Change {
    std::size_t kept;
    std::vector<WalkStep> cut;
    std::size_t position;
  };
  // Keeps the first `kept` states and notes the change.
  void cut(std::size_t kept);

  std::vector<WalkStep> steps_;
  std::size_t position_ = 0;
  std::vector<Change> changes_;
};

}  // namespace gnomon::simulate
