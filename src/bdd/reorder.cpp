// When and why the order changes: on request, to a given order, or because the diagrams have grown.
#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <new>

#include "bdd/engine.h"
#include "bdd/reordering.h"

namespace gnomon::bdd {

namespace {

constexpr std::uint64_t kWorkPerNode = 40;  // about half of what sifting takes

// Adds the time of its life to a total.
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds), start_(std::chrono::steady_clock::now()) {}
  ~Stopwatch() { seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& seconds_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace

void Engine::reorder(const ReorderOptions& options) {
  if (!(options.max_growth >= 1.0)) throw UsageError("the growth allowed in reordering must be at least 1");
  budget_.poll();
  ++reorderings_;
  // Written down however it ends.
  struct Account {
    Engine& engine;
    ReorderRecord record;
    std::uint64_t work = 0;
    ~Account() {
      record.nodes_after = engine.table_.allocated();
      engine.reorder_seconds_ += record.seconds;
      engine.reorder_work_ += work;
      engine.reorder_history_.push_back(record);
    }
  };
  Account account{*this, {}};
  const Stopwatch stopwatch(account.record.seconds);
  account.record.at_work = work();
  try {
    Reordering reordering(*this);
    account.record.nodes_before = reordering.size();
    sift(reordering, options);
    account.work = reordering.work();
  } catch (const std::bad_alloc&) {
    throw LimitReached(Limit::Memory, "no memory to reorder variables");
  }
}

void Engine::set_order(std::span<const Var> top_to_bottom) {
  if (top_to_bottom.size() != var_count()) throw UsageError("an order must name every variable");
  std::vector<Level> target(var_count(), kTerminalLevel);
  for (std::size_t at = 0; at < top_to_bottom.size(); ++at) {
    level_of(top_to_bottom[at]);
    Level& place = target[top_to_bottom[at].index()];
    if (place != kTerminalLevel) throw UsageError("an order must name every variable once");
    place = static_cast<Level>(at);
  }
  for (Level at = 1; at < var_count(); ++at) {
    const std::uint32_t group = group_of_var_[var_at_level_[at]];
    if (group != 0 && group == group_of_var_[var_at_level_[at - 1]] &&
        target[var_at_level_[at]] != target[var_at_level_[at - 1]] + 1) {
      throw UsageError("an order must keep the variables of a group together");
    }
  }
  const Stopwatch stopwatch(reorder_seconds_);
  ++reorderings_;
  try {
    Reordering reordering(*this);
    if (!arrange(reordering, target)) {
      throw LimitReached(Limit::Memory, "limit reached while changing the order of variables");
    }
  } catch (const std::bad_alloc&) {
    throw LimitReached(Limit::Memory, "no memory to reorder variables");
  }
}

void Engine::set_auto_reorder(bool on, const ReorderOptions& options) {
  auto_reorder_ = on;
  auto_options_ = options;
  reorder_threshold_ = options.first_at;
  reorder_check_ = on ? reorder_threshold_ : kNever;
}

bool Engine::hold_order(bool hold) {
  const bool before = held_check_.has_value();
  if (hold == before) return before;
  if (hold) {
    held_check_ = reorder_check_;
    reorder_check_ = kNever;
  } else {
    reorder_check_ = *held_check_;
    held_check_.reset();
  }
  return before;
}

// What automatic reordering may still spend: a few hundredths of a second to begin with, because small diagrams are
// sifted in no time and what is found there helps when they have grown, and a share of all that was computed so far.
// The share is large as long as it helps, and shrinks when it does not.
std::uint64_t Engine::reorder_allowance() const {
  constexpr std::uint64_t kFirst = 1'000'000;
  const auto all = kFirst + static_cast<std::uint64_t>(static_cast<double>(work()) * reorder_share_);
  return all - std::min(all, reorder_work_);
}

bool Engine::reorder_if_affordable() {
  if (!auto_reorder_ || held_check_) return false;
  collect();
  const std::size_t before = table_.allocated();
  ReorderOptions options = auto_options_;
  options.max_work = reorder_allowance();
  if (options.max_work < before * kWorkPerNode) return false;
  reorder_check_ = reorder_threshold_ = before * 4;  // should it be interrupted
  try {
    reorder(options);
  } catch (const LimitReached& limit) {
    // The operation that is about to start may well have enough memory.
    if (limit.limit() != Limit::Memory) throw;
    return true;
  }
  const std::size_t after = table_.allocated();
  const double left = static_cast<double>(after) / static_cast<double>(before);
  constexpr double kLargestShare = 1.5;
  constexpr double kLeastShare = 1.0 / 32;
  reorder_share_ = left < 0.75   ? kLargestShare
                   : left < 0.9  ? kLargestShare / 2
                   : left < 0.95 ? std::max(reorder_share_ / 2, kLeastShare)
                                 : std::max(reorder_share_ / 4, kLeastShare);
  reorder_check_ = reorder_threshold_ = std::max(auto_options_.first_at, after * 3);
  return true;
}

// Live nodes are known only after a collection: look when as many are allocated, and act if most of them are alive;
// otherwise look again when as many more have been allocated. Nothing is collected where too little work is allowed.
void Engine::reorder_if_grown() {
  if (reorder_allowance() < reorder_threshold_ / 8 * 7 * kWorkPerNode) {
    reorder_check_ = table_.allocated() + table_.allocated() / 2;
    return;
  }
  collect();
  const std::size_t live = table_.allocated();
  if (live < reorder_threshold_ / 8 * 7) {
    reorder_check_ = live + reorder_threshold_;
  } else if (!reorder_if_affordable()) {
    reorder_check_ = live + live / 2;
  }
}

}  // namespace gnomon::bdd
