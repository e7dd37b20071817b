// An incremental SAT solver as a value: literals with a type, clauses that are simplified by constants, budgets.
//
// A thin layer over CaDiCaL (Biere, Fazekas, Fleury, Heisinger 2020), used through its incremental interface: clauses
// stay, assumptions hold for one call. The budget is polled while clauses are added and, through a terminator, while
// the solver works. The memory limit is compared with an estimate (the solver does not tell its own): variables and
// literals added plus what is usual per learned clause. Work is told to the budget in a unit of about 80 ns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>

#include "base/budget.h"

namespace gnomon::sat {

// A variable of a solver or its negation.
struct Lit {
  std::int32_t code = 0;  // as in DIMACS; 0: none

  Lit operator!() const { return {-code}; }
  bool operator==(const Lit&) const = default;
};

class Solver {
 public:
  // Few calls that may take long, or very many short ones: then nothing is done between calls that they do not repay.
  enum class Calls : std::uint8_t { Long, Short };
  explicit Solver(const Budget* budget = nullptr, Calls calls = Calls::Long);  // the budget must outlive the solver
  ~Solver();
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  static constexpr Lit kTrue{1};
  static constexpr Lit kFalse{-1};
  static Lit constant(bool value) { return value ? kTrue : kFalse; }

  Lit new_lit();
  // A variable that is false unless something demands it: for literals that only switch clauses on.
  Lit new_switch();
  // Where nothing else decides it, the literal is true.
  void prefer(Lit lit);

  void add(std::span<const Lit> clause);
  void add(std::initializer_list<Lit> clause) { add(std::span(clause.begin(), clause.size())); }
  void imply(Lit condition, Lit consequence) { add({!condition, consequence}); }
  // condition -> (a <-> b)
  void equate(Lit condition, Lit a, Lit b);

  // Whether the clauses have a model in which the assumption holds. LimitReached passes through; one may go on after
  // it.
  bool solve(Lit assumption = kTrue);
  // The same with several assumptions, and a clause that holds for this call only; empty: none.
  bool solve(std::span<const Lit> assumptions, std::span<const Lit> constraint = {});
  bool value(Lit lit) const;  // in the model of the last call; requires that it found one
  // After a call that found no model: whether the assumption was used to show that there is none. Those that were are
  // enough, together with the constraint.
  bool failed(Lit assumption) const;
  // After a call that found no model: whether there is none without the assumption either, as far as that shows at
  // once or within so many conflicts. True is always right.
  bool contradictory(int max_conflicts);

  std::size_t variables() const { return static_cast<std::size_t>(last_); }
  std::size_t clauses() const { return clauses_; }
  std::uint64_t calls() const { return calls_; }

 private:
  struct Engine;

  int run();
  std::uint64_t work_of_a_look() const;

  std::unique_ptr<Engine> engine_;
  const Budget* budget_;
  Lit assumed_ = kTrue;
  std::int32_t last_ = 0;
  std::size_t clauses_ = 0;
  std::uint64_t calls_ = 0;
};

}  // namespace gnomon::sat
