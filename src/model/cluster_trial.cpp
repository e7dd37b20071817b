#include "model/cluster_trial.h"

#include <optional>
#include <utility>

#include "bdd/work_limit.h"

namespace gnomon::model {

namespace {

constexpr std::uint64_t kFirstTrial = 300'000;
constexpr std::uint64_t kNextTrial = 3;        // times as much work
constexpr std::uint64_t kShareOfBuilding = 5;  // a fifth of the work so far
constexpr std::size_t kSingleCluster = 40'000;

}  // namespace

ClusterTrial::ClusterTrial(Transition& transition) : transition_(&transition), next_trial_at_(kFirstTrial) {}

void ClusterTrial::image_taken(const StateSet& states, std::uint64_t work) {
  spent_ += work;
  if (spent_ < next_trial_at_ || transition_->pieces() != 1 || transition_->clusters() < 2) return;
  bdd::Manager& manager = states.bdd().manager();
  std::optional<Partition> other;
  const bool better =
      bdd::within(manager, spent_ / kShareOfBuilding, [&] { other = transition_->clustered(kSingleCluster); }) &&
      bdd::within(manager, work / 3 * 2, [&] { other->image(states.bdd()); });
  next_trial_at_ = spent_ * kNextTrial;  // unless a limit from outside has ended this trial
  if (better) transition_->use(std::move(*other));
}

}  // namespace gnomon::model
