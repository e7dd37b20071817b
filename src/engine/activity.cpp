#include "engine/activity.h"

#include <algorithm>
#include <exception>
#include <fmt/format.h>

namespace gnomon::engine {

namespace {

std::optional<Budget::Clock::time_point> deadline_after(std::optional<double> seconds) {
  if (!seconds) return std::nullopt;
  constexpr double kLongest = 1e9;  // seconds; beyond it the clock would overflow
  const std::chrono::duration<double> length(std::clamp(*seconds, 0.0, kLongest));
  return Budget::Clock::now() + std::chrono::duration_cast<Budget::Clock::duration>(length);
}

// The smaller of two limits, where nothing and 0 mean none.
template <class Number>
Number smaller(Number a, Number b, Number none) {
  if (a == none) return b;
  return b == none ? a : std::min(a, b);
}

}  // namespace

Activity::Activity(const Limits& limits, const std::atomic<bool>* interrupt, OnProgress progress)
    : limits_(limits),
      progress_(std::move(progress)),
      begin_(Budget::Clock::now()),
      next_display_(begin_ + kDisplayInterval),
      next_figures_(next_display_) {
  run_budget_.deadline = deadline_after(limits.seconds);
  run_budget_.memory_bytes = limits.memory_bytes;
  if (limits.memory_bytes != 0) {
    run_budget_.process_bytes =
        resident_memory() + limits.memory_bytes - std::min(limits.memory_bytes, limits.used_bytes);
  }
  run_budget_.interrupt = interrupt;
  if (progress_) {
    run_budget_.tick = [this] {
      if (display_due()) display();
    };
  }
  budget_ = run_budget_;
}

void Activity::limit_call(const Limits& limits) {
  call_limits_ = limits;
  budget_ = run_budget_;
  budget_.deadline = smaller(run_budget_.deadline, deadline_after(limits.seconds), {});
  if (limits.memory_bytes == 0) return;
  budget_.memory_bytes = smaller(run_budget_.memory_bytes, limits.memory_bytes, std::size_t{0});
  budget_.process_bytes = smaller(run_budget_.process_bytes, resident_memory() + limits.memory_bytes, std::size_t{0});
}

Activity::Attribution::Attribution(Activity& activity, Phase phase)
    : activity_(activity),
      phase_(phase),
      outer_phase_(activity.state_.phase),
      outer_inside_(activity.inside_),
      exceptions_(std::uncaught_exceptions()),
      begin_(Budget::Clock::now()) {
  activity.state_.phase = phase;
  activity.inside_ = 0;
  activity.failed_.reset();
}

Activity::Attribution::~Attribution() {
  double seconds = std::chrono::duration<double>(Budget::Clock::now() - begin_).count();
  activity_.seconds_[static_cast<std::size_t>(phase_)] += seconds - activity_.inside_;
  activity_.inside_ = outer_inside_ + seconds;
  activity_.state_.phase = outer_phase_;
  if (std::uncaught_exceptions() > exceptions_ && !activity_.failed_) activity_.failed_ = phase_;
}

double Activity::elapsed() const {
  return std::chrono::duration<double>(Budget::Clock::now() - begin_).count();
}

bool Activity::display_due() const {
  return progress_ && Budget::Clock::now() >= next_display_;
}

bool Activity::figures_due() {
  const Budget::Clock::time_point now = Budget::Clock::now();
  if (!progress_ || now < next_figures_) return false;
  next_figures_ = now + kDisplayInterval;
  return true;
}

void Activity::display() {
  next_display_ = Budget::Clock::now() + kDisplayInterval;
  state_.seconds = elapsed();
  progress_(state_);
}

std::string Activity::doing(Phase phase) const {
  switch (phase) {
    case Phase::Parse:
      return "reading the model";
    case Phase::Encode:
      return "encoding the model";
    case Phase::Reach:
      return fmt::format("computing the reachable states, depth {}", state_.depth);
    case Phase::Fairness:
      return "computing the fair states";
    case Phase::Check:
      return fmt::format("checking formula {}", state_.formula);
    case Phase::Deadlocks:
      return "looking for deadlocks";
    case Phase::Overflows:
      return "looking for overflows";
  }
  return "";
}

Reason Activity::reason(const LimitReached& limit) {
  const std::string during = doing(failed_.value_or(state_.phase));
  failed_.reset();
  switch (limit.limit()) {
    case Limit::Time: {
      const bool of_run = run_budget_.deadline && Budget::Clock::now() >= *run_budget_.deadline;
      Reason why{ReasonKind::Time, fmt::format("time limit of {:g} s reached while {}",
                                               (of_run ? limits_ : call_limits_).seconds.value_or(0), during)};
      if (of_run) over_ = why;
      return why;
    }
    case Limit::Memory: {
      const std::size_t bytes = smaller(limits_.memory_bytes, call_limits_.memory_bytes, std::size_t{0});
      if (bytes != 0) {
        return {ReasonKind::Memory, fmt::format("memory limit of {} reached while {}", memory_text(bytes), during)};
      }
      return {ReasonKind::Memory,
              fmt::format("{} while {}, {}", limit.what(), during, memory_text(peak_resident_memory()))};
    }
    case Limit::Nodes:
    case Limit::Size:
    case Limit::Work:
      return {ReasonKind::Size, fmt::format("{} while {}", limit.what(), during)};
    case Limit::Interrupt:
      over_ = {ReasonKind::Interrupted, fmt::format("interrupted while {}", during)};
      return *over_;
  }
  return {ReasonKind::Size, limit.what()};
}

std::string memory_text(std::size_t bytes) {
  constexpr double kStep = 1000;
  if (bytes < 1000) return fmt::format("{} bytes", bytes);
  double amount = static_cast<double>(bytes) / kStep;
  std::size_t unit = 0;
  constexpr std::array<const char*, 4> kUnits = {"kB", "MB", "GB", "TB"};
  while (amount >= kStep && unit + 1 < kUnits.size()) {
    amount /= kStep;
    ++unit;
  }
  return fmt::format("{:.{}f} {}", amount, amount < 10 ? 1 : 0, kUnits[unit]);
}

}  // namespace gnomon::engine
