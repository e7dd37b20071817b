// Whether other clusters of the relation would do better, found out by trying them.
//
// Clusters of some thousand nodes are a good guess (partition.h). But where the choices of all agents meet in one
// place, a single cluster without action bits can take a quarter of the work, and elsewhere it takes fifty times as
// much. So when the search has become expensive, a share of the work done so far is spent on a single cluster and on
// taking the last image once more with it. It is kept if that took clearly less. Work is counted in steps of the engine
// (bdd::Manager::work), so that the choice is the same in every run.
#pragma once

#include <cstdint>

#include "model/state_set.h"
#include "model/transition.h"

namespace gnomon::model {

class ClusterTrial {
 public:
  // The relation must outlive the trial.
  explicit ClusterTrial(Transition& transition);

  // To be told after every image: of which set it was taken and how much work that took.
  void image_taken(const StateSet& states, std::uint64_t work);

 private:
  Transition* transition_;
  std::uint64_t spent_ = 0;      // on images
  std::uint64_t next_trial_at_;  // as soon as so much was spent
};

}  // namespace gnomon::model
