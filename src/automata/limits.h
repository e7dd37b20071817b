// How large an automaton may grow, and the meter that watches it.
//
// All constructions of this folder are worst-case exponential. They take Limits, spend from a Meter as they work, and
// give up as soon as a limit is passed, in words that say what became too large; the caller then chooses a symbolic
// construction. What is linear in the formula is always allowed: a formula with a hundred thousand operators may have an
// automaton with as many states, and no other construction would do better.
//
// Giving up is LimitReached with Limit::Size, which those functions let out that spend from a caller's meter; those that
// take Limits return nullopt and the reason. The LimitReached of a Budget passes through both: running out of time is
// not a property of the automaton.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "base/budget.h"

namespace gnomon::automata {

struct Limits {
  std::size_t states = 4096;       // of the resulting automaton before simplification, and of every NFA
  std::size_t edges = 65536;       // likewise
  std::size_t per_operator = 4;    // as many states and edges per operator of the formula are allowed in any case
  std::size_t terms = 2048;        // of one disjunctive normal form
  std::size_t work = 25'000'000;   // elementary steps (a literal or state copied or compared); below a second
  const Budget* budget = nullptr;  // polled if given
};

class Meter {
 public:
  // For the automaton of a formula with so many operators.
  explicit Meter(const Limits& limits, std::size_t operators = 0) : limits_(limits) {
    limits_.states = std::max(limits.states, limits.per_operator * operators);
    limits_.edges = std::max(limits.edges, limits.per_operator * operators);
  }

  void spend(std::size_t steps) {
    work_ += steps;
    if (work_ >= next_poll_) poll();
  }
  void check_states(std::size_t count) const { check(count, limits_.states, "states"); }
  void check_edges(std::size_t count) const { check(count, limits_.edges, "edges"); }
  void check_terms(std::size_t count) const { check(count, limits_.terms, "ways to go on from one state"); }

 private:
  static void check(std::size_t count, std::size_t most, const char* what) {
    if (count > most) give_up("has more than " + std::to_string(most) + " " + what);
  }
  [[noreturn]] static void give_up(const std::string& words) {
    throw LimitReached(Limit::Size, "the automaton of a path formula " + words);
  }
  void poll() {
    if (work_ > limits_.work) give_up("takes more than " + std::to_string(limits_.work) + " steps to construct");
    if (limits_.budget != nullptr) limits_.budget->poll();
    next_poll_ = work_ + kPollInterval;
  }

  static constexpr std::size_t kPollInterval = 1 << 14;
  Limits limits_;
  std::size_t work_ = 0;
  std::size_t next_poll_ = kPollInterval;
};

// What build(meter) makes, or nullopt and the reason if it is too large.
template <class Build>
auto within(const Limits& limits, std::size_t operators, std::string* reason, Build&& build)
    -> std::optional<decltype(build(std::declval<Meter&>()))> {
  Meter meter(limits, operators);
  try {
    return build(meter);
  } catch (const LimitReached& reached) {
    if (reached.limit() != Limit::Size) throw;
    if (reason != nullptr) *reason = reached.what();
    return std::nullopt;
  }
}

}  // namespace gnomon::automata
