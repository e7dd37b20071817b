#include "progress_line.h"

#include <cstdio>
#include <fmt/format.h>

#include "terminal.h"

namespace gnomon::cli {

ProgressLine::ProgressLine(ProgressMode mode)
    : enabled_(mode == ProgressMode::Always || (mode == ProgressMode::Auto && error_stream_is_terminal())),
      terminal_(error_stream_is_terminal()) {}

namespace {

// In full as long as that can be read at a glance.
std::string states_text(double states) {
  constexpr double kLong = 1e9;
  return states < kLong ? fmt::format("{:.0f}", states) : fmt::format("{:.2e}", states);
}

}  // namespace

std::string progress_text(const api::Progress& progress) {
  std::string what;
  switch (progress.phase) {
    case api::Phase::Parse:
      what = "reading";
      break;
    case api::Phase::Encode:
      what = "encoding";
      break;
    case api::Phase::Reach:
      what = fmt::format("reachable states: depth {}", progress.depth);
      break;
    case api::Phase::Fairness:
      what = "fair states";
      break;
    case api::Phase::Check:
      what = fmt::format("formula {} of {}", progress.formula, progress.formulas);
      break;
    case api::Phase::Deadlocks:
      what = "deadlocks";
      break;
    case api::Phase::Overflows:
      what = "overflows";
      break;
  }
  if (progress.states > 0) what += fmt::format(", {} states", states_text(progress.states));
  if (progress.nodes > 0) what += fmt::format(", {} nodes", progress.nodes);
  return fmt::format("{}, {:.0f} s", what, progress.seconds);
}

// On a terminal the line is rewritten several times per second; elsewhere a line is added every five seconds.
void ProgressLine::show(const std::string& text, double seconds) {
  constexpr double kLogInterval = 5;
  if (!enabled_ || seconds < next_) return;
  if (terminal_) {
    std::fprintf(stderr, "\r\x1b[K%s", text.c_str());
    visible_ = true;
  } else {
    next_ = seconds + kLogInterval;
    std::fprintf(stderr, "gnomon: %s\n", text.c_str());
  }
  std::fflush(stderr);
}

void ProgressLine::show(const api::Progress& progress) {
  if (enabled_ && progress.seconds >= next_) show(progress_text(progress), progress.seconds);
}

void ProgressLine::erase() {
  if (!visible_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  visible_ = false;
}

}  // namespace gnomon::cli
