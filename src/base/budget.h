// What a run may use: a deadline, memory, diagram nodes, and a flag by which someone else can stop it. Long work calls
// `poll` often; running out raises LimitReached, which the facade turns into the verdict "unknown" with a reason.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

namespace gnomon {

enum class Limit { Time, Memory, Nodes, Interrupt };

// The only exception for "no more": after it, whoever threw it is intact and usable.
class LimitReached : public std::runtime_error {
 public:
  LimitReached(Limit limit, const std::string& words) : std::runtime_error(words), limit_(limit) {}
  Limit limit() const { return limit_; }

 private:
  Limit limit_;
};

struct Budget {
  using Clock = std::chrono::steady_clock;

  std::optional<Clock::time_point> deadline;
  std::size_t memory_bytes = 0;                  // 0: no limit
  std::size_t nodes = 0;                         // 0: no limit (but the engine's own)
  const std::atomic<bool>* interrupt = nullptr;  // set by a signal handler or another thread
  std::function<void()> tick;                    // called from poll; for progress displays; must not touch the engine

  // Throws LimitReached if the deadline has passed or the interrupt flag is set. Reads the clock: call it every few
  // thousand steps of work, not in every one. Memory and nodes are checked by those who know them.
  void poll() const;
};

}  // namespace gnomon
