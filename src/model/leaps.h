// Many steps at once, for searches that take very many short ones.
//
// A counter of a million values has a search of a million layers, each with a small diagram. The pairs of states with
// at most 2^k steps between them often have small diagrams too, and squaring doubles the steps:
//
//   P_0 = identity or T          P_k+1(s, t)  =  exists u.  P_k(s, u) and P_k(u, t)
//
// so that twenty squarings do the work of a million steps (Burch, Clarke, McMillan, Dill, Hwang 1990). Where these
// diagrams are large it is hopeless; therefore a search that has become long tries it with a small share of the work it
// has taken so far (LeapTrial), which is counted in steps of the engine: the choice is the same in every run.
//
// The relation may be that of a product with an automaton: a matrix of relations, one for each pair of its states.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "bdd/bdd.h"
#include "bdd/held_order.h"
#include "bdd/manager.h"
#include "bdd/work_limit.h"
#include "model/encoding.h"
#include "model/transition.h"

namespace gnomon::model {

class Leaps {
 public:
  using Parts = std::vector<bdd::Bdd>;  // a set of states for each state of the automaton

  // No steps yet. The encoding must outlive this.
  Leaps(const Encoding& encoding, std::size_t automaton_states);
  void add(std::size_t from, std::size_t to, const bdd::Bdd& relation);  // steps, over current and next bits
  void add_identity();

  // Twice as many steps.
  Leaps squared() const;
  Parts before(const Parts& sets) const;
  Parts after(const Parts& sets) const;
  Parts first() const;  // the states that have a successor

 private:
  bdd::Bdd& at(std::size_t from, std::size_t to) { return steps_[from * size_ + to]; }
  const bdd::Bdd& at(std::size_t from, std::size_t to) const { return steps_[from * size_ + to]; }

  const Encoding* encoding_;
  std::size_t size_;
  Parts steps_;
};

// mu Z. target or preimage(Z), for the relation whose steps are those of `leaps`.
Leaps::Parts closed_backward(Leaps leaps, Leaps::Parts target);
// nu Z. preimage(Z): the states with infinitely many steps ahead.
Leaps::Parts trimmed(Leaps leaps);

// All states that steps of a relation lead to, and the largest distance of one of them.
struct Reached {
  bdd::Bdd states;
  std::size_t depth = 0;
};
Reached closed_forward(const Transition& transition, const bdd::Bdd& from);

class LeapTrial {
 public:
  explicit LeapTrial(bdd::Manager& manager) : manager_(manager), begin_(manager.work()) {}

  // To be called after every step of a search, with what would finish it. True if it was called and was done in time.
  template <class Attempt>
  bool after_step(Attempt attempt) {
    if (++steps_ < next_) return false;
    next_ *= kNextTrial;
    if (manager_.recent_live_nodes() > kMaxNodes) return false;
    const bdd::HeldOrder held(manager_);  // the order suits the sets, not relations that may be given up
    return bdd::within(manager_, (manager_.work() - begin_) / kShare, attempt);
  }

 private:
  static constexpr std::uint64_t kFirstTrial = 512;  // steps
  static constexpr std::uint64_t kNextTrial = 4;     // times as many
  static constexpr std::uint64_t kShare = 8;         // an eighth of the work so far
  static constexpr std::size_t kMaxNodes = 1'000'000;

  bdd::Manager& manager_;
  std::uint64_t begin_;
  std::uint64_t steps_ = 0;
  std::uint64_t next_ = kFirstTrial;
};

}  // namespace gnomon::model
