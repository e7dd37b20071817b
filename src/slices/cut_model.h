// A model cut into slices: the crew that works on them, the search for reachable states, and the way back to diagrams in
// one place.
//
// Search, breadth first: each slice takes the image of its new states, sends what lies elsewhere, and keeps what it did
// not have. Rounds are steps, so that the depth is the usual one. Where the relation is in pieces the search goes by
// rounds of chaining, to the end within each window before anything is sent; there is no depth then (model/reach.h).
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "base/post.h"
#include "model/symbolic_model.h"
#include "slices/space.h"

namespace gnomon::slices {

class CutModel {
 public:
  // Cuts what the model has explored so far by these windows, which are disjoint and contain every state. Encoding and
  // options of the slices are those of the model. Slices work on threads of this process or, if there is a post, at
  // helpers elsewhere. Model, options, budget and post must outlive this.
  CutModel(model::SymbolicModel& whole, const model::ModelOptions& options, const std::vector<bdd::Bdd>& windows,
           std::size_t threads, const Budget& budget, HelperPost* helpers = nullptr);

  Crew& crew() { return *crew_; }
  const Crew& crew() const { return *crew_; }
  Ground& ground() { return *ground_; }

  bool complete() const { return complete_; }
  std::size_t rounds() const { return rounds_; }
  std::optional<std::size_t> depth() const;  // when complete, unless by chaining
  const SlicedSet& reached() const { return reached_; }
  // One round. LimitReached passes through, and nothing that was found is lost.
  void advance();

  // Whether the initial states, and all that a step leads to from states reached, are among these and each in the slice that
  // it belongs to: looked up anew, without what the search knows. It is so when, and only when, the search is complete.
  bool confirm();

  // A set as a diagram of the whole model.
  model::StateSet gathered(const SlicedSet& set) const;
  // The reachable states become those of the whole model, as if it had found them. Requires complete().
  void gather();

  // Lets the slice with the most nodes improve its order of variables, which the others take over.
  void improve_order();

 private:
  std::vector<std::size_t> nodes() const;  // of the parts of the states reached
  void improve_order_if_due();
  void finish();

  model::SymbolicModel& whole_;
  Bits bits_;
  std::unique_ptr<Crew> crew_;
  std::unique_ptr<Ground> ground_;
  bool chaining_;
  bool reorders_;
  SlicedSet reached_;
  SlicedSet fresh_;
  std::size_t rounds_;
  bool complete_;
  std::optional<std::size_t> known_depth_;
  std::size_t reorder_at_;
};

}  // namespace gnomon::slices
