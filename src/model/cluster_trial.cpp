#include "model/cluster_trial.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace gnomon::model {

namespace {

constexpr std::uint64_t kFirstTrial = 300'000;
constexpr std::uint64_t kNextTrial = 3;        // times as much work
constexpr std::uint64_t kShareOfBuilding = 5;  // a fifth of the work so far
constexpr std::size_t kSingleCluster = 40'000;

// Limits the work of a manager as long as it lives; a narrower limit that holds already remains.
class WorkLimit {
 public:
  WorkLimit(bdd::Manager& manager, std::uint64_t more) : manager_(manager), outer_(manager.work_limit()) {
    const std::uint64_t end = manager.work() + more;
    manager.set_work_limit(outer_ ? std::min(*outer_, end) : end);
  }
  ~WorkLimit() { manager_.set_work_limit(outer_); }
  WorkLimit(const WorkLimit&) = delete;
  WorkLimit& operator=(const WorkLimit&) = delete;

  // Whether it is the outer limit that was reached.
  bool outer_reached() const { return outer_ && manager_.work() > *outer_; }

 private:
  bdd::Manager& manager_;
  std::optional<std::uint64_t> outer_;
};

// Calls `attempt` with so much more work allowed; false if that was not enough.
template <class Attempt>
bool within(bdd::Manager& manager, std::uint64_t work, Attempt attempt) {
  const WorkLimit limit(manager, work);
  try {
    attempt();
    return true;
  } catch (const LimitReached& reached) {
    if (reached.limit() != Limit::Size || limit.outer_reached()) throw;
    return false;
  }
}

}  // namespace

ClusterTrial::ClusterTrial(Transition& transition) : transition_(&transition), next_trial_at_(kFirstTrial) {}

void ClusterTrial::image_taken(const StateSet& states, std::uint64_t work) {
  spent_ += work;
  if (spent_ < next_trial_at_ || transition_->pieces() != 1 || transition_->clusters() < 2) return;
  next_trial_at_ = spent_ * kNextTrial;
  bdd::Manager& manager = states.bdd().manager();
  std::optional<Partition> other;
  if (!within(manager, spent_ / kShareOfBuilding, [&] { other = transition_->clustered(kSingleCluster); })) return;
  if (!within(manager, work / 3 * 2, [&] { other->image(states.bdd()); })) return;
  transition_->use(std::move(*other));
}

}  // namespace gnomon::model
