// IC3, or property-directed reachability: an inductive invariant is found clause by clause, without unrolling paths.
//
// (Bradley, VMCAI 2011; Eén, Mishchenko, Brayton, FMCAD 2011.) Frames F_0, F_1, ..., F_N are sets of states: F_0 are the
// initial states, F_k contains all states that are reached within k steps. Each is a set of clauses, that is, of blocked
// cubes; one that is blocked in F_k is blocked in all frames before it and is kept once, at the largest k known. Round N:
//
//   block    as long as F_N has a bad state: an obligation to show that the cube of states around it is not reached
//            within N steps. A cube is blocked at k if no step leads from F_(k-1) without the cube into it; otherwise
//            the state in which such a step begins, lifted to a cube, is an obligation at k - 1. Obligations are met
//            lowest level first, and once more at the next level. One that holds an initial state is a counterexample.
//   push     each clause moves to the next frame if no step from its own violates it. If a level becomes empty, F_k =
//            F_(k+1) is an inductive invariant without bad states.
//
// A cube is generalised before it is blocked: first to the literals by which the solver saw that no step leads into it,
// then by leaving out one literal after the other. Where a state stands in the way of that, it may turn out not to be
// reachable either and is blocked itself (counterexamples to generalisation: Hassan, Bradley, Somenzi, FMCAD 2013), or
// else the cube is widened to include it.
//
// Clauses are facts at every moment: a limit in the middle of a round loses the obligations and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "ic3/cube.h"
#include "ic3/machine.h"
#include "ic3/queries.h"

namespace gnomon::ic3 {

struct Result {
  bool holds = false;
  std::vector<Cube> invariant;          // if it holds: the complement of these cubes
  std::vector<std::vector<bool>> path;  // if not: states of the machine, by position, from an initial to a bad one
};

class Prover {
 public:
  // Both must outlive it.
  Prover(const Machine& machine, const Budget* budget);

  // One round: the answer, if it gives one. LimitReached passes through; one may go on after it.
  std::optional<Result> advance();

  std::size_t level() const { return top_; }  // the round that comes next, from 0
  std::size_t clauses() const;
  std::uint64_t calls() const { return calls_ + (queries_ ? queries_->calls() : 0); }

 private:
  struct Obligation {
    Cube cube;
    std::size_t level = 0;
    std::optional<std::size_t> successor;  // the obligation that its states have a step into
  };

  std::optional<Result> round();
  bool block_bad_states();
  bool meet(Obligation first);
  void explain(std::size_t obligation, const std::vector<bool>& initial);
  bool push_clauses(std::vector<Cube>& invariant);

  void generalise(Cube& cube, std::size_t level, bool with_counterexamples);
  bool shrink(Cube& cube, std::size_t level, bool with_counterexamples);
  // Whether no step leads from the frame before `level` without the cube into it, nor is it initial; then `cube` gets
  // smaller.
  bool is_blocked(Cube& cube, std::size_t level);
  bool is_initial(const Cube& cube);
  void keep_from_initial(Cube& core, const Cube& cube);
  void add(const Cube& cube, std::size_t level);
  std::size_t highest(const Cube& cube, std::size_t level);
  bool known_blocked(const Cube& cube, std::size_t level) const;
  void prepare();

  const Machine* machine_;
  const Budget* budget_;
  std::unique_ptr<Queries> queries_;       // none: to be made from the levels
  std::vector<std::vector<Cube>> levels_;  // by level, from 1: what is blocked there and no further
  std::vector<Obligation> obligations_;
  std::vector<std::vector<bool>> path_;
  std::vector<double> activity_;  // by position: how often it was of use
  std::size_t top_ = 0;
  std::uint64_t calls_ = 0;
};

}  // namespace gnomon::ic3
