// A model cut into slices: the crew that works on them, the search for reachable states, and the way back to diagrams in
// one place.
//
// Search, breadth first: each slice takes the image of its new states, sends what lies elsewhere, and keeps what it did
// not have. Rounds are steps, so that the depth is the usual one. Where the relation is in pieces the search goes by
// rounds of chaining, to the end within each window before anything is sent; there is no depth then (model/reach.h).
//
// Windows may change between operations (slices/elastic_crew.h):
//
//   a slice has much more than the others      it is split, and two small ones are united
//   a slice runs out of nodes or of memory     it is split, if that helps: nodes are counted by slice, memory by process
//   workers have come                          slices that share a process move; if none do, the largest is split
//
// From time to time, when slices are elsewhere or there is a history, a snapshot is taken that they begin from if some
// are lost, or if the work goes on in another process.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "base/post.h"
#include "model/symbolic_model.h"
#include "slices/balance.h"
#include "slices/elastic_crew.h"
#include "slices/space.h"

namespace gnomon::slices {

// How often windows have changed, and why.
struct Changes {
  std::size_t splits = 0;       // a slice became two
  std::size_t rebalanced = 0;   // a slice was split, and two were united
  std::size_t moves = 0;        // slices went to workers that had come
  std::size_t checkpoints = 0;  // snapshots were taken
};

class CutModel {
 public:
  // Cuts what the model has explored so far by these windows, which are disjoint and contain every state. Encoding and
  // options of the slices are those of the model. Slices work on threads of this process or, if there is a post, at
  // helpers elsewhere. Model, options, budget and post must outlive this.
  CutModel(model::SymbolicModel& whole, const model::ModelOptions& options, const std::vector<bdd::Bdd>& windows,
           std::size_t threads, const Budget& budget, HelperPost* helpers = nullptr, const Elasticity& elasticity = {});
  // Begins as some model of the same text did; a part of what follows may stand in the history.
  CutModel(model::SymbolicModel& whole, const model::ModelOptions& options, const Outset& outset, std::size_t threads,
           const Budget& budget, HelperPost* helpers, const Elasticity& elasticity, History* history);

  Crew& crew() { return *crew_; }
  const Crew& crew() const { return *crew_; }
  Ground& ground() { return *ground_; }

  bool complete() const { return complete_; }
  std::size_t rounds() const { return rounds_; }
  std::optional<std::size_t> depth() const;  // when complete, unless by chaining
  const SlicedSet& reached() const { return reached_; }
  // One round. LimitReached passes through if no split helps, and nothing that was found is lost.
  void advance();
  // To be called between operations, when no set is loose: improves the order of variables and changes windows if it is
  // time to.
  void tend();
  // After a limit that slices have reached, when all sets but the reachable states have been dropped: one more slice.
  // Whether that was possible and is expected to help; then what the limit has ended can be tried again.
  bool make_room(const LimitReached& limit);
  bool may_make_room(const LimitReached& limit);
  const Changes& changes() const { return changes_; }
  // Other windows, disjoint and with every state in one of them, as many as there may be; false if the sets are too large
  // to be sent.
  bool recut(std::vector<bdd::Bdd> windows);

  // Whether the initial states, and all that a step leads to from states reached, are among these and each in the slice that
  // it belongs to: looked up anew, without what the search knows. It is so when, and only when, the search is complete.
  bool confirm();

  // A set as a diagram of the whole model.
  model::StateSet gathered(const SlicedSet& set) const;
  // The reachable states become those of the whole model, as if it had found them. Requires complete().
  void gather();

  // Lets the slice with the most nodes improve its order of variables, which the others take over; false if that would
  // take too large a share of its work.
  bool improve_order();

 private:
  using Clock = std::chrono::steady_clock;
  struct Sizes {
    std::vector<std::size_t> nodes;  // of the parts of the states reached
    bool full = false;               // some slice has used most of its memory
  };

  struct Halves {
    std::array<bdd::Bdd, 2> windows;
    std::array<std::size_t, 2> nodes{};  // of the part in each
  };

  Sizes sizes() const;
  void round();
  void improve_order_if_due(Sizes& sizes);
  bool split(const std::vector<std::size_t>& nodes, std::size_t fewest);
  void rebalance(const std::vector<std::size_t>& nodes);
  void use_workers(const Sizes& sizes);
  void checkpoint_if_due();
  std::optional<Halves> halves(const std::vector<std::size_t>& nodes);
  void take(std::vector<bdd::Bdd> windows);
  void finish();

  model::SymbolicModel& whole_;
  Bits bits_;
  std::vector<bdd::Bdd> windows_;
  Elasticity elasticity_;
  bool has_history_;
  std::unique_ptr<ElasticCrew> crew_;
  std::unique_ptr<Ground> ground_;
  bool chaining_;
  bool reorders_;
  SlicedSet reached_;
  SlicedSet fresh_;
  std::size_t rounds_;
  bool complete_;
  std::optional<std::size_t> known_depth_;
  std::size_t reorder_at_;
  Balance balance_;
  Changes changes_;
  Clock::time_point last_change_ = Clock::now();
  Clock::time_point next_checkpoint_;
};

// How the work begins on what the model has explored so far, cut by these windows.
Outset outset_of(model::SymbolicModel& whole, const std::vector<bdd::Bdd>& windows);

}  // namespace gnomon::slices
