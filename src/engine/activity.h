// What a run is doing, for how long, and when it must stop.
//
// An Activity knows the current phase. It makes the Budget that the lower layers poll, turns ticks into calls of the
// caller's progress function (at most ten per second), adds up seconds per phase, and words the reason when a limit is
// reached: "memory limit of 2.0 GB reached while computing the reachable states, depth 17".
//
// There are limits of the run and, within them, limits of a call. When the run's deadline has passed or somebody has
// interrupted it, the run is over and all later work is refused. Any other limit ends only the work at hand.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "base/budget.h"
#include "engine/outcome.h"

namespace gnomon::engine {

enum class Phase : std::uint8_t { Parse, Encode, Reach, Fairness, Check, Deadlocks, Overflows };
inline constexpr std::size_t kPhases = static_cast<std::size_t>(Phase::Overflows) + 1;

struct Progress {
  Phase phase = Phase::Parse;
  std::size_t depth = 0;     // Reach: steps from the initial states so far; Check by SAT: the bound
  std::size_t formula = 0;   // Check: the number of the formula
  std::size_t formulas = 0;  // Check: how many there are
  std::size_t nodes = 0;     // live diagram nodes when they were last counted
  double states = 0;         // found so far, when they were last counted; 0: not counted
  double seconds = 0;        // since the run began
};

struct Limits {
  std::optional<double> seconds;
  std::size_t memory_bytes = 0;  // that the process may grow by; 0: no limit
  std::size_t used_bytes = 0;    // of these, in use already
};

class Activity {
 public:
  using OnProgress = std::function<void(const Progress&)>;

  // The limits count from now on.
  Activity(const Limits& limits, const std::atomic<bool>* interrupt, OnProgress progress);
  Activity(const Activity&) = delete;  // the budget's tick refers to this object
  Activity& operator=(const Activity&) = delete;

  // The same object for the whole life of the activity; its contents change with the limits of calls.
  const Budget& budget() const { return budget_; }
  // Limits of a call, within those of the run, until the next call of this member.
  void limit_call(const Limits& limits);

  double elapsed() const;
  double seconds(Phase phase) const { return seconds_[static_cast<std::size_t>(phase)]; }
  Progress& state() { return state_; }
  // Whether the progress function is due; so that figures that cost something are taken only then.
  bool display_due() const;
  // Whether figures that take time to count are old, which they are not for a while then. The display may have been
  // renewed in the middle of a step, so this has a time of its own.
  bool figures_due();
  void display();

  // Runs the work of a phase: nothing if it was completed, otherwise why not.
  template <class Work>
  std::optional<Reason> perform(Phase phase, Work&& work) {
    return attempt([&] { attribute(phase, std::forward<Work>(work)); });
  }

  // Likewise for work that says itself which phases it consists of; what lies between them is of this one.
  template <class Work>
  std::optional<Reason> perform_parts(Phase between, Work&& work) {
    return attempt([&] {
      Attribution timing(*this, between);
      std::forward<Work>(work)();
    });
  }

  // Runs work whose time is that of a phase, unless a limit has been reached already; exceptions pass through. Work may
  // contain work of another phase, whose time is not counted twice.
  template <class Work>
  void attribute(Phase phase, Work&& work) {
    Attribution timing(*this, phase);
    budget_.poll();
    std::forward<Work>(work)();
  }

  // Runs an attempt that may do so much work, by what it tells the budget, and counts that down; false if it was not
  // enough. Other limits pass through.
  template <class Work>
  bool within(std::uint64_t& left, Work&& work) {
    const WorkLimit limit(budget_, left);
    try {
      std::forward<Work>(work)();
      return true;
    } catch (const LimitReached& reached) {
      if (reached.limit() != Limit::Work) throw;
    }
    recovered();
    return false;
  }

  // The limit in words, with the innermost phase that it ended. Ends the run if it is the run's deadline or an
  // interruption.
  Reason reason(const LimitReached& limit);

  // A limit was reached and work goes on, in the present phase.
  void recovered() { failed_.reset(); }

  // Why the run is over; nothing if it is not.
  const std::optional<Reason>& over() const { return over_; }

 private:
  static constexpr std::chrono::milliseconds kDisplayInterval{100};

  template <class Work>
  std::optional<Reason> attempt(Work&& work) {
    if (over_) return over_;
    try {
      std::forward<Work>(work)();
      return std::nullopt;
    } catch (const LimitReached& limit) {
      return reason(limit);
    } catch (const std::bad_alloc&) {
      return reason(LimitReached(Limit::Memory, "out of memory"));
    }
  }

  // Adds the time of its life to a phase, less that of attributions inside it.
  class Attribution {
   public:
    Attribution(Activity& activity, Phase phase);
    ~Attribution();
    Attribution(const Attribution&) = delete;
    Attribution& operator=(const Attribution&) = delete;

   private:
    Activity& activity_;
    Phase phase_;
    Phase outer_phase_;
    double outer_inside_;
    int exceptions_;
    Budget::Clock::time_point begin_;
  };

  // Limits the work on a budget as long as it lives, and then tells what is left of it.
  class WorkLimit {
   public:
    WorkLimit(Budget& budget, std::uint64_t& left) : budget_(budget), left_(left) { budget_.work_left = left; }
    ~WorkLimit() {
      left_ = *budget_.work_left;
      budget_.work_left.reset();
    }
    WorkLimit(const WorkLimit&) = delete;
    WorkLimit& operator=(const WorkLimit&) = delete;

   private:
    Budget& budget_;
    std::uint64_t& left_;
  };

  std::string doing(Phase phase) const;

  Limits limits_;
  Limits call_limits_;
  OnProgress progress_;
  Budget::Clock::time_point begin_;
  Budget::Clock::time_point next_display_;
  Budget::Clock::time_point next_figures_;
  Budget run_budget_;  // the limits of the run alone
  Budget budget_;
  std::array<double, kPhases> seconds_{};
  double inside_ = 0;  // seconds of attributions inside the current one
  Progress state_;
  std::optional<Phase> failed_;  // the innermost phase that an exception has left
  std::optional<Reason> over_;
};

// "1.2 GB"
std::string memory_text(std::size_t bytes);

}  // namespace gnomon::engine
