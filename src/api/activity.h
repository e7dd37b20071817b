// What a run is doing, for how long, and when it must stop.
//
// An Activity knows the current phase. It makes the Budget that the lower layers poll, turns ticks into calls of the
// caller's progress function (at most ten per second), adds up seconds per phase, and words the reason when a limit is
// reached: "memory limit of 2.0 GB reached while computing the reachable states, depth 17".
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "base/budget.h"
#include "gnomon/gnomon.h"

namespace gnomon::api {

class Activity {
 public:
  explicit Activity(const RunOptions& options);
  Activity(const Activity&) = delete;  // the budget's tick refers to this object
  Activity& operator=(const Activity&) = delete;

  const Budget& budget() const { return budget_; }
  double elapsed() const;
  double seconds(Phase phase) const { return seconds_[static_cast<std::size_t>(phase)]; }
  Progress& state() { return state_; }
  // Whether the progress function is due; so that figures that cost something are taken only then.
  bool display_due() const;
  void display();

  // Runs the work of a phase; true if it was completed, false if a limit was reached. Then stopped() tells which. A
  // deadline or an interruption ends the run: all later work is refused. After running out of memory other work may
  // still succeed. Work may contain work of another phase, whose time is not counted twice.
  template <class Work>
  bool perform(Phase phase, Work&& work) {
    if (over_) return false;
    try {
      attribute(phase, [&] {
        budget_.poll();
        std::forward<Work>(work)();
      });
      return true;
    } catch (const LimitReached& limit) {
      stop(phase, limit.limit(), limit.what());
    } catch (const std::bad_alloc&) {
      stop(phase, Limit::Memory, "");
    }
    return false;
  }

  // Runs work whose time is that of a phase; exceptions pass through.
  template <class Work>
  void attribute(Phase phase, Work&& work) {
    Attribution timing(*this, phase);
    std::forward<Work>(work)();
  }

  const std::string& stopped() const { return stopped_; }
  bool over() const { return over_; }

 private:
  static constexpr std::chrono::milliseconds kDisplayInterval{100};
  static constexpr std::size_t kPhases = static_cast<std::size_t>(Phase::Overflows) + 1;

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
    Budget::Clock::time_point begin_;
  };

  Budget make_budget();
  void stop(Phase phase, Limit limit, const std::string& words);
  std::string doing(Phase phase) const;

  const RunOptions& options_;
  Budget::Clock::time_point begin_;
  Budget::Clock::time_point next_display_;
  Budget budget_;
  std::array<double, kPhases> seconds_{};
  double inside_ = 0;  // seconds of attributions inside the current one
  Progress state_;
  std::string stopped_;
  bool over_ = false;
};

// "1.2 GB"
std::string memory_text(std::size_t bytes);

}  // namespace gnomon::api
