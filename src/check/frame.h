// What a formula is evaluated on: the set R of states that count, and the fairness constraints of its paths.
//
// Without fairness R is the set of reachable states; with it, the reachable states from which a fair path starts. Every
// operator works on R only, so the frame is the one place where the rest of the state space is cut off.
#pragma once

#include <vector>

#include "model/state_set.h"
#include "model/symbolic_model.h"

namespace gnomon::check {

using model::StateSet;

class Frame {
 public:
  using Set = StateSet;  // a Frame is a graph for check/fixpoints.h

  // All reachable states, all paths.
  explicit Frame(model::SymbolicModel& model) : model_(&model), states_(model.reachable()) {}
  // The fair states of `frame` under constraints given as sets of its states.
  Frame(const Frame& frame, std::vector<StateSet> fairness);

  model::SymbolicModel& model() const { return *model_; }
  const StateSet& states() const { return states_; }
  const std::vector<StateSet>& fairness() const { return fairness_; }
  StateSet none() const { return model_->none(); }
  StateSet complement(const StateSet& set) const { return states_ - set; }

  StateSet predecessors(const StateSet& set) const { return model_->transition().preimage(set) & states_; }
  StateSet recurrent_predecessors(const StateSet& set) const {
    return model_->recurrent_transition().preimage(set) & states_;
  }
  // States with an infinite fair path; equals states() with fairness. Computed once.
  const StateSet& with_path() const;

 private:
  model::SymbolicModel* model_;
  StateSet states_;
  std::vector<StateSet> fairness_;
  mutable StateSet with_path_;
};

}  // namespace gnomon::check
