#include "serve/job.h"

#include <chrono>
#include <csignal>
#include <exception>
#include <fmt/format.h>
#include <poll.h>

namespace gnomon::serve {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kGlance{250};  // between looks at the client
constexpr std::chrono::seconds kSignOfLife{2};     // between lines to a client who waits
constexpr int kWorkFailed = 1;                     // the process has told why

bool stopping(const Job& job) {
  return job.stop != nullptr && job.stop->load();
}

std::string error_line(const std::string& message) {
  return event_line({{"event", "error"}, {"message", message}});
}

// How a process ended that did not say so itself.
std::string ending(const process::Child& child) {
  if (child.flooded()) return "the answer became too large";
  if (child.killed() || child.status() == -SIGXCPU) return "time limit reached";
  if (child.status() == -SIGKILL) return "the process was ended by the system, perhaps for its memory";
  if (child.status() < 0) return fmt::format("the process was ended by signal {}", -child.status());
  return fmt::format("the process ended with status {}", child.status());
}

bool wait_for_turn(const Job& job, Gate::Ticket& ticket, const Listener& listener) {
  Clock::time_point next = Clock::now() + kSignOfLife;
  while (!ticket.wait(kGlance)) {
    if (stopping(job) || !listener.alive()) return false;
    if (Clock::now() < next) continue;
    next = Clock::now() + kSignOfLife;
    if (!listener.write(event_line({{"event", "waiting"}, {"ahead", ticket.ahead()}}))) return false;
  }
  return true;
}

// Whole lines only.
bool pass_on(process::Child& child, std::string& begun, const Listener& listener) {
  begun += child.take_text();
  std::size_t end = begun.rfind('\n');
  if (end == std::string::npos) return true;
  bool written = listener.write(std::string_view(begun).substr(0, end + 1));
  begun.erase(0, end + 1);
  return written;
}

void wait_for(const process::Child& child) {
  pollfd both[2] = {{child.output(), POLLIN, 0}, {child.errors(), POLLIN, 0}};  // negative ones are not waited for
  poll(both, 2, static_cast<int>(kGlance.count()));
}

}  // namespace

bool perform(const Job& job, Gate::Ticket& ticket, const Listener& listener) {
  if (!wait_for_turn(job, ticket, listener)) {
    if (stopping(job)) listener.write(error_line("the server is ending"));
    return stopping(job);
  }
  try {
    process::Child child(job.program,
                         {"studio-work", job.verb, fmt::format("{}", job.limits.seconds),
                          std::to_string(job.limits.bytes), std::to_string(job.model_bytes)},
                         job.request, job.limits);
    std::string begun;
    Clock::time_point next = Clock::now() + kSignOfLife;
    for (bool ended = false; !ended;) {
      wait_for(child);
      child.enforce();
      ended = child.collect();
      bool news = !child.text().empty();
      if (!pass_on(child, begun, listener)) return false;
      if (ended) break;
      if (stopping(job)) return listener.write(error_line("the server is ending"));
      if (!listener.alive()) return false;
      if (news) next = Clock::now() + kSignOfLife;
      if (Clock::now() < next) continue;
      next = Clock::now() + kSignOfLife;
      if (!listener.write(event_line({{"event", "alive"}}))) return false;
    }
    bool told = child.status() == 0 || child.status() == kWorkFailed;
    return told || listener.write(error_line(ending(child)));
  } catch (const std::exception& error) {
    return listener.write(error_line(fmt::format("the work could not be started: {}", error.what())));
  }
}

}  // namespace gnomon::serve
