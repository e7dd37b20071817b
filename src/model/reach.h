// Reachable states, by one of two explorations.
//
// Breadth first:
//   R_0 = initial,   N_k+1 = image(F_k) - R_k,   R_k+1 = R_k + N_k+1        with N_k within F_k within R_k
// F_k, the set whose image is taken, may be any set between the new and all states; the one with the smaller diagram is
// used. The depth is the number of the last step that found a new state.
//
// Chaining, for a relation that is split into pieces (transition.h): the pieces are applied one after the other, until a
// whole round finds nothing. Each is applied to all that was found so far, or to what was found since its last turn,
// whichever has the smaller diagram, and not at all if that is nothing. Rounds are fewer than steps, and the sets
// between have smaller diagrams than the layers of a breadth-first search, which remember how many steps each state
// took. There is no depth then.
//
// Backwards, from a target, it is the same.
//
// An Explorer takes one step at a time, so that others can look at the states found so far, and go on after a limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "model/cluster_trial.h"
#include "model/leaps.h"
#include "model/state_set.h"
#include "model/transition.h"

namespace gnomon::model {

enum class Exploration : std::uint8_t { Automatic, BreadthFirst, Chaining };

struct ReachOptions {
  Exploration exploration = Exploration::Automatic;  // chaining if the relation is split
  // Called before each step or round, with the states found so far.
  std::function<void(const StateSet& reached)> before_step;
};

// Whether these options mean chaining for this relation.
bool by_chaining(const Transition& transition, const ReachOptions& options);

// Of two sets that serve the same purpose the one with the smaller diagram.
const StateSet& smaller_of(const StateSet& fresh, const StateSet& all);

// A set with the same states inside `care`, whose diagram is much smaller if possible (Coudert, Madre 1990). Without a
// care set, the set itself.
StateSet simplified(const StateSet& set, const StateSet& care);

// mu Z. target or (through and preimage(Z)): the states with a path through `through` to `target`. A care set, if there
// is one, contains `through` and all successors of its own states: then it does not matter what Z contains elsewhere. If
// only some states are asked about, the search ends when it has met all of them.
StateSet leading_to(const Transition& transition, const StateSet& through, const StateSet& target,
                    const StateSet& care = {}, const StateSet* asked = nullptr);

class Explorer {
 public:
  // The relation must outlive the explorer.
  Explorer(Transition& transition, const StateSet& initial, ReachOptions options = {});

  const StateSet& reached() const { return reached_; }  // so far, the initial states first
  std::size_t rounds() const { return rounds_; }        // steps or rounds so far that found something
  bool complete() const { return complete_; }           // no step leads to another state
  // Breadth first only, when complete: the largest distance of a state.
  std::optional<std::size_t> depth() const;

  // These are the reachable states, which somebody has found before, and their depth if it is known.
  void adopt(const StateSet& reachable, std::optional<std::size_t> depth);

  // Whether the next step would try to change the variable order.
  bool wants_other_order() const {
    return !chaining_ && fresh_.bdd().node_count() > kSmall && reached_.bdd().node_count() >= reorder_at_;
  }

  // One step or round. LimitReached passes through, and nothing that was found is lost.
  void advance();
  // The same, or all that is left at once, where that is cheaper (model/leaps.h).
  void advance_far();
  void finish() {
    while (!complete_) advance_far();
  }

 private:
  void step();
  void round();
  void improve_order(std::size_t nodes);  // of the states reached

  static constexpr std::size_t kFirstReordering = 10'000;
  static constexpr std::size_t kSmall = 64;  // nodes of new states: not worth counting all of them

  const Transition* transition_;
  ClusterTrial clusters_;
  LeapTrial leaps_;
  ReachOptions options_;
  bool chaining_;
  StateSet reached_;
  StateSet fresh_;                  // breadth first: not yet expanded
  std::vector<StateSet> expanded_;  // chaining: by piece, the states of its guard that it was applied to
  std::size_t rounds_ = 0;
  std::size_t reorder_at_ = kFirstReordering;  // nodes
  bool complete_;
  std::optional<std::size_t> known_depth_;  // of states that were adopted
};

}  // namespace gnomon::model
