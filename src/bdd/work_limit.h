// An attempt that may do so much work and no more (bdd::Manager::work).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "bdd/manager.h"

namespace gnomon::bdd {

// Limits the work of a manager as long as it lives; a narrower limit that holds already remains.
class WorkLimit {
 public:
  WorkLimit(Manager& manager, std::uint64_t more) : manager_(manager), outer_(manager.work_limit()) {
    const std::uint64_t end = manager.work() + more;
    manager.set_work_limit(outer_ ? std::min(*outer_, end) : end);
  }
  ~WorkLimit() { manager_.set_work_limit(outer_); }
  WorkLimit(const WorkLimit&) = delete;
  WorkLimit& operator=(const WorkLimit&) = delete;

  // Whether an exception says that this limit, and not one from outside, was reached.
  bool caused(const LimitReached& reached) const {
    const std::optional<std::uint64_t> own = manager_.work_limit();
    return reached.limit() == Limit::Size && manager_.work() > *own && (!outer_ || manager_.work() <= *outer_);
  }

 private:
  Manager& manager_;
  std::optional<std::uint64_t> outer_;
};

// Calls `attempt` with so much more work allowed; false if that was not enough.
template <class Attempt>
bool within(Manager& manager, std::uint64_t work, Attempt attempt) {
  const WorkLimit limit(manager, work);
  try {
    attempt();
    return true;
  } catch (const LimitReached& reached) {
    if (!limit.caused(reached)) throw;
    return false;
  }
}

}  // namespace gnomon::bdd
