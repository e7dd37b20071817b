#include "api/activity.h"

#include <algorithm>
#include <fmt/format.h>

namespace gnomon::api {

Activity::Activity(const RunOptions& options)
    : options_(options),
      begin_(Budget::Clock::now()),
      next_display_(begin_ + kDisplayInterval),
      budget_(make_budget()) {}

Budget Activity::make_budget() {
  Budget budget;
  if (options_.timeout_seconds) {
    constexpr double kLongest = 1e9;  // seconds; beyond it the clock would overflow
    double seconds = std::clamp(*options_.timeout_seconds, 0.0, kLongest);
    budget.deadline =
        begin_ + std::chrono::duration_cast<Budget::Clock::duration>(std::chrono::duration<double>(seconds));
  }
  budget.memory_bytes = options_.memory_bytes;
  if (options_.memory_bytes != 0) budget.process_bytes = resident_memory() + options_.memory_bytes;
  budget.interrupt = options_.interrupt;
  if (options_.progress) {
    budget.tick = [this] {
      if (display_due()) display();
    };
  }
  return budget;
}

Activity::Attribution::Attribution(Activity& activity, Phase phase)
    : activity_(activity),
      phase_(phase),
      outer_phase_(activity.state_.phase),
      outer_inside_(activity.inside_),
      begin_(Budget::Clock::now()) {
  activity.state_.phase = phase;
  activity.inside_ = 0;
}

Activity::Attribution::~Attribution() {
  double seconds = std::chrono::duration<double>(Budget::Clock::now() - begin_).count();
  activity_.seconds_[static_cast<std::size_t>(phase_)] += seconds - activity_.inside_;
  activity_.inside_ = outer_inside_ + seconds;
  activity_.state_.phase = outer_phase_;
}

double Activity::elapsed() const {
  return std::chrono::duration<double>(Budget::Clock::now() - begin_).count();
}

bool Activity::display_due() const {
  return options_.progress && Budget::Clock::now() >= next_display_;
}

void Activity::display() {
  next_display_ = Budget::Clock::now() + kDisplayInterval;
  state_.seconds = elapsed();
  options_.progress(state_);
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

void Activity::stop(Phase phase, Limit limit, const std::string& words) {
  switch (limit) {
    case Limit::Time:
      stopped_ =
          fmt::format("time limit of {:g} s reached while {}", options_.timeout_seconds.value_or(0), doing(phase));
      break;
    case Limit::Memory:
      stopped_ =
          options_.memory_bytes != 0
              ? fmt::format("memory limit of {} reached while {}", memory_text(options_.memory_bytes), doing(phase))
              : fmt::format("out of memory while {}, {}", doing(phase), memory_text(peak_resident_memory()));
      break;
    case Limit::Nodes:
    case Limit::Size:
      stopped_ = fmt::format("{} while {}", words, doing(phase));
      break;
    case Limit::Interrupt:
      stopped_ = fmt::format("interrupted while {}", doing(phase));
      break;
  }
  over_ = limit == Limit::Time || limit == Limit::Interrupt;
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

}  // namespace gnomon::api
