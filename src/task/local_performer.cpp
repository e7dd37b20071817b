#include <chrono>
#include <fmt/format.h>
#include <system_error>
#include <utility>

#include "task/performer.h"
#include "task/pool.h"

namespace gnomon::task {

namespace {

using LocalClock = std::chrono::steady_clock;

class LocalPerformer : public Performer {
 public:
  LocalPerformer(std::string program, std::size_t jobs, const std::atomic<bool>* interrupt)
      : program_(std::move(program)), jobs_(jobs), interrupt_(interrupt) {}

  std::string perform(const std::vector<Task>& tasks, const Hooks& hooks) override;

 private:
  bool interrupted() const { return interrupt_ != nullptr && interrupt_->load(); }
  Result unbegun(std::string reason) const;
  std::optional<Result> begin(Pool& pool, const Task& task, std::size_t number) const;

  std::string program_;
  std::size_t jobs_;
  const std::atomic<bool>* interrupt_;
};

Result LocalPerformer::unbegun(std::string reason) const {
  constexpr int kUnknownStatus = 3;
  Result result;
  result.ending = interrupted() ? Ending::Interrupted : Ending::Failed;
  result.answer.status = kUnknownStatus;
  result.reason = std::move(reason);
  return result;
}

// The result, if the task cannot even be begun.
std::optional<Result> LocalPerformer::begin(Pool& pool, const Task& task, std::size_t number) const {
  if (interrupted()) return unbegun("interrupted");
  try {
    pool.begin(number, task);
    return std::nullopt;
  } catch (const std::system_error& error) {
    return unbegun(fmt::format("cannot begin a process: {}", error.what()));
  }
}

std::string LocalPerformer::perform(const std::vector<Task>& tasks, const Hooks& hooks) {
  constexpr std::chrono::milliseconds kGlance{200};  // between looks at the clock
  const LocalClock::time_point start = LocalClock::now();
  Pool pool(program_);
  Progress progress;
  std::size_t next = 0;
  while (next < tasks.size() || pool.size() > 0) {
    while (next < tasks.size() && pool.size() < jobs_) {
      const std::size_t number = next++;
      if (hooks.skip(number)) {
        ++progress.ended;
      } else if (std::optional<Result> problem = begin(pool, tasks[number], number)) {
        ++progress.ended;
        hooks.ended(number, std::move(*problem));
      }
    }
    if (pool.size() == 0) continue;
    for (auto& [number, result] : pool.wait(kGlance)) {
      ++progress.ended;
      hooks.ended(number, std::move(result));
    }
    // A signal to us alone is passed on; one from the keyboard has reached everybody, and asks no more than this.
    if (interrupted()) pool.interrupt();
    progress.under_way = pool.numbers();
    progress.seconds = std::chrono::duration<double>(LocalClock::now() - start).count();
    hooks.progress(progress);
  }
  return "";
}

}  // namespace

std::unique_ptr<Performer> local_performer(std::string program, std::size_t jobs, const std::atomic<bool>* interrupt) {
  return std::make_unique<LocalPerformer>(std::move(program), jobs, interrupt);
}

}  // namespace gnomon::task
