// Who performs tasks: processes of this machine, or a cluster (src/cluster). A sweep and a check do not see which.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "task/record.h"

namespace gnomon::task {

struct Progress {
  std::size_t ended = 0;
  std::vector<std::size_t> under_way;  // numbers of tasks
  double seconds = 0;                  // since the beginning
  std::string note;                    // about the cluster: "3 workers", "waiting for workers"
};

struct Hooks {
  // Asked before a task begins: true if it is not to be done.
  std::function<bool(std::size_t number)> skip;
  // Told once for each task that was not skipped, in the order in which they end. A result that has been told is not lost
  // by what happens later, if the hook keeps it.
  std::function<void(std::size_t number, Result result)> ended;
  std::function<void(const Progress&)> progress;  // told now and then
  std::function<void(const std::string&)> note;   // something happened that people should know
};

class Performer {
 public:
  virtual ~Performer() = default;
  // Returns when every task has ended or was skipped. An interruption ends the tasks that are under way, and those that
  // were not begun are told as Interrupted. The sentence about what went wrong with the performer itself, or empty; then
  // tasks that have not ended are not told.
  virtual std::string perform(const std::vector<Task>& tasks, const Hooks& hooks) = 0;
};

// `jobs` processes of `program` at a time, the tasks begun in order.
std::unique_ptr<Performer> local_performer(std::string program, std::size_t jobs, const std::atomic<bool>* interrupt);

}  // namespace gnomon::task
