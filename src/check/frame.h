// What a formula is evaluated on: the set R of states that count, the fairness constraints of its paths, and the set of
// states that agents may find themselves in.
//
// Without fairness R is the set of reachable states; with it, the reachable states from which a fair path starts. Every
// operator works on R only, so the frame is the one place where the rest of the state space is cut off.
//
// Agents consider possible what is in R and known to be reachable. That is all of R, but for bounded checking, which
// also works on frames that are too small (a part of the reachable states) or too large (all states, of which only a
// part is known to be reachable); see check/preservation.h.
#pragma once

#include <utility>
#include <vector>

#include "model/state_set.h"
#include "model/symbolic_model.h"

namespace gnomon::check {

using model::StateSet;

class Frame {
 public:
  using Set = StateSet;  // a Frame is a graph for check/fixpoints.h

  // All reachable states, all paths.
  explicit Frame(model::SymbolicModel& model) : Frame(model, model.reachable()) {}
  // Some of them: a set in which every state is reached from an initial one without leaving the set.
  Frame(model::SymbolicModel& model, StateSet states) : model_(&model), states_(std::move(states)), known_(states_) {}
  // The fair states of `frame` under constraints given as sets of its states.
  Frame(const Frame& frame, std::vector<StateSet> fairness);
  // The same states and paths, but of the states only these are known to be reachable.
  Frame knowing(const StateSet& reachable) const;

  model::SymbolicModel& model() const { return *model_; }
  const StateSet& states() const { return states_; }
  const StateSet& known() const { return known_; }
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
  StateSet known_;
  std::vector<StateSet> fairness_;
  mutable StateSet with_path_;
};

}  // namespace gnomon::check
