// What a run may use: a deadline, memory, diagram nodes, and a flag by which someone else can stop it. Long work calls
// `poll` often; running out raises LimitReached, which the facade turns into the verdict "unknown" with a reason.
//
// Time, Memory and Interrupt are limits of the run. Size is a limit of one construction (an automaton, a search for a
// strategy): whoever raises it says in words what became too large, and only the formula that needed it is given up. Work
// is the limit of an attempt, which does not concern anybody else.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

namespace gnomon {

enum class Limit { Time, Memory, Nodes, Size, Work, Interrupt };

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
  std::size_t memory_bytes = 0;                  // of one diagram manager; 0: no limit
  std::size_t process_bytes = 0;                 // resident memory of the whole process; 0: no limit
  std::size_t nodes = 0;                         // 0: no limit (but the engine's own)
  const std::atomic<bool>* interrupt = nullptr;  // set by a signal handler or another thread
  std::function<void()> tick;                    // called from poll; for progress displays; must not touch the engine
  // The work that an attempt may still tell to poll. It is counted, not timed, and so alike in every run. None: no limit.
  mutable std::optional<std::uint64_t> work_left = {};

  // Throws LimitReached if the deadline has passed, the interrupt flag is set, the process has grown too large, or an
  // attempt has done as much work as it may; `work` is what was done since the last call, in the caller's unit. Asks the
  // system for time and memory: call it every few thousand steps of work, not in every one. The memory of a manager and
  // its nodes are checked by the manager.
  void poll(std::uint64_t work = 0) const;
  // How many bytes the process may still grow by; ask before a large allocation.
  std::size_t memory_left() const;
};

// The memory that this process occupies now, and the most that it has occupied, in bytes. 0 where the system does not
// tell.
std::size_t resident_memory();
std::size_t peak_resident_memory();

}  // namespace gnomon
