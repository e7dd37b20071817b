#include "bounded/schedule.h"

#include <algorithm>

namespace gnomon::bounded {

using check::Extent;

Schedule::Schedule(CheckPolicy policy, std::size_t formulas)
    : policy_(policy), accounts_(formulas), open_(2 * formulas) {
  if (policy_.when == CheckWhen::EveryNth) policy_.depth = std::max<std::size_t>(policy_.depth, 1);
}

void Schedule::grow(double size) {
  due_ = !size_at_last_check_ || size >= policy_.growth * *size_at_last_check_;
  if (due_) size_at_last_check_ = size;
}

std::optional<double> Schedule::allowance(std::size_t formula, Extent extent, double elapsed) const {
  if (policy_.when != CheckWhen::Adaptive && extent == Extent::Part) return std::nullopt;
  double all = policy_.grace + policy_.share * elapsed;
  return all / static_cast<double>(std::max<std::size_t>(open_, 1)) - account(formula, extent).spent;
}

bool Schedule::due(std::size_t formula, Extent extent, double elapsed) const {
  if (!due_ || !account(formula, extent).open) return false;
  std::optional<double> allowed = allowance(formula, extent, elapsed);
  return !allowed || (*allowed > 0 && *allowed >= account(formula, extent).expected);
}

void Schedule::spent(std::size_t formula, Extent extent, double seconds, bool given_up) {
  Account& account = accounts_[formula][static_cast<std::size_t>(extent)];
  account.spent += seconds;
  account.expected = given_up ? 2 * seconds : seconds;
  total_ += seconds;
  ++checks_;
  if (extent == Extent::Open && !given_up) close(formula, Extent::Part);
}

void Schedule::close(std::size_t formula, Extent extent) {
  Account& account = accounts_[formula][static_cast<std::size_t>(extent)];
  if (!account.open) return;
  account.open = false;
  --open_;
}

void Schedule::close(std::size_t formula) {
  close(formula, Extent::Part);
  close(formula, Extent::Open);
}

}  // namespace gnomon::bounded
