// How large an automaton may grow, and the meter that watches it.
//
// All constructions of this folder are worst-case exponential. They take Limits, spend from a Meter as they work, and
// give up with `nullopt` as soon as a limit is passed; the caller then chooses a symbolic construction. Inside the
// folder giving up is the exception TooLarge, which no public function lets out. A Budget's LimitReached passes
// through: running out of time is not a property of the automaton.
#pragma once

#include <cstddef>

#include "base/budget.h"

namespace gnomon::automata {

struct Limits {
  std::size_t states = 4096;       // of the resulting automaton before simplification, and of every NFA
  std::size_t edges = 65536;       // likewise
  std::size_t terms = 2048;        // of one disjunctive normal form
  std::size_t work = 25'000'000;   // elementary steps (a literal or state copied or compared); below a second
  const Budget* budget = nullptr;  // polled if given
};

// Raised by Meter, caught by the public constructions.
struct TooLarge {};

class Meter {
 public:
  explicit Meter(const Limits& limits) : limits_(limits) {}
  const Limits& limits() const { return limits_; }

  void spend(std::size_t steps) {
    work_ += steps;
    if (work_ >= next_poll_) poll();
  }
  void check_states(std::size_t count) const {
    if (count > limits_.states) throw TooLarge{};
  }
  void check_edges(std::size_t count) const {
    if (count > limits_.edges) throw TooLarge{};
  }
  void check_terms(std::size_t count) const {
    if (count > limits_.terms) throw TooLarge{};
  }

 private:
  void poll() {
    if (work_ > limits_.work) throw TooLarge{};
    if (limits_.budget != nullptr) limits_.budget->poll();
    next_poll_ = work_ + kPollInterval;
  }

  static constexpr std::size_t kPollInterval = 1 << 18;
  Limits limits_;
  std::size_t work_ = 0;
  std::size_t next_poll_ = kPollInterval;
};

}  // namespace gnomon::automata
