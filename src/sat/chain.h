// A chain of look-alikes of unknown length, as clauses, extended backwards one link at a time.
//
// !GCK(g, f) holds in s iff f fails in s or in a state at the end of a chain, each of whose states is reachable and
// looks like the one before to some member of g. Link 0 is the end of the chain; every link is the end of a path from
// an initial state (sat/unrolling.h):
//
//   demanded  ->  the target holds in s, or on_0
//   on_0      ->  the target holds in link 0
//   on_n      ->  link n is reached;  link n looks like s, or on_(n+1)
//   on_(n+1)  ->  link n+1 looks like link n
//
// As for paths, assuming !on_(k+1) allows at most k+1 links.
#pragma once

#include "sat/goals.h"
#include "sat/solver.h"
#include "sat/unrolling.h"

namespace gnomon::sat {

class Chain : public Growing {
 public:
  // `node` is a goal Chain; it and the demands must outlive the chain.
  Chain(Demands& demands, const GoalNode& node, Lit demanded, StateRef state);

  void extend() override;
  std::size_t length() const override { return links_ - 1; }
  Lit front() const override { return front_; }

 private:
  void add_link();

  Demands* demands_;
  const GoalNode* node_;
  StateRef state_;
  StateRef latest_;  // the link added last
  Lit front_;
  std::size_t links_ = 0;
};

}  // namespace gnomon::sat
