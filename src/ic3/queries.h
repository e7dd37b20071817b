// The questions of IC3 to a SAT solver, and the clauses that they are asked under.
//
// One solver has the clauses of the machine once, and those of the frames behind a switch per level: a clause of level k
// holds in the frames 1 to k, and the switch of a level implies that of the next. Assuming the switch of level k makes
// the frame F_k; level 0 stands for the initial states. That a cube is left out holds for one call only, as a constraint.
// A second, small solver knows the initial states alone.
//
// Both are thrown away and made anew from the frames when too many clauses of them are no longer used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "ic3/cube.h"
#include "ic3/machine.h"
#include "sat/solver.h"

namespace gnomon::ic3 {

class Queries {
 public:
  // Both must outlive it.
  Queries(const Machine& machine, const Budget* budget);

  // From now on the cube is no part of the frames 1 to `level`.
  void block(const Cube& cube, std::size_t level);

  // A bad state of the frame.
  std::optional<StepValues> bad_in(std::size_t level);
  // A step from the frame into the cube; with `outside` it begins outside the cube. If there is none, `core` gets the
  // literals of the cube that suffice for that.
  enum class Start : std::uint8_t { Anywhere, Outside };
  std::optional<StepValues> step_into(const Cube& cube, std::size_t level, Start start, Cube& core);
  // A step from this very state into the cube; requires that there is one.
  StepValues step_from(const std::vector<bool>& state, const Cube& cube);
  // An initial state in the cube; if there is none, `core` gets literals that suffice.
  std::optional<std::vector<bool>> initial_in(const Cube& cube, Cube& core);

  std::uint64_t calls() const { return solver_.calls() + initial_solver_.calls(); }
  std::size_t blocked() const { return blocked_; }

 private:
  sat::Lit frame(std::size_t level);
  void assume_now(const Cube& cube, const sat::State& state);
  Cube failed_of(const sat::Solver& solver, const Cube& cube, const sat::State& state) const;

  const Machine* machine_;
  sat::Solver solver_;
  StepLits lits_;
  std::vector<sat::Lit> frames_;
  sat::Solver initial_solver_;
  sat::State initial_;
  std::size_t blocked_ = 0;
  std::vector<sat::Lit> assumptions_, clause_;
};

}  // namespace gnomon::ic3
