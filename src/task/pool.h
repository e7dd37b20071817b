// Tasks at work on this machine, each in a process of its own.
//
// A process of its own makes the figures of a task its own (memory is measured for a process) and lets a limit, or the end
// of a process that the system needed memory of, concern that task alone. The process watches its limits itself, so that a
// verdict that was found before stays; only a process that does not stop in time is ended.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "process/child.h"
#include "task/record.h"

namespace gnomon::task {

// The word after which this program reads a task from standard input and writes an answer to standard output.
constexpr const char* kWorkVerb = "task-work";

class Pool {
 public:
  explicit Pool(std::string program) : program_(std::move(program)) {}

  // Begins a task under a number of the caller's. Throws std::system_error if that is not possible.
  void begin(std::size_t number, const Task& task);
  // The same with other words of this program, and what it reads from standard input; without a limit of time.
  void begin(std::size_t number, const std::vector<std::string>& words, const std::string& input) {
    start(number, words, input, std::nullopt);
  }
  // Waits for news, at most so long; the tasks that have ended.
  std::vector<std::pair<std::size_t, Result>> wait(std::chrono::milliseconds most);
  // All of them stop as soon as they can and answer with what they have found.
  void interrupt();
  // Ends one without an answer.
  void drop(std::size_t number);

  std::vector<std::size_t> numbers() const;
  std::size_t size() const { return works_.size(); }
  std::size_t resident_bytes() const;  // of all of them, now

 private:
  struct Work {
    std::size_t number = 0;
    std::unique_ptr<process::Child> child;
    std::optional<double> timeout;
    std::chrono::steady_clock::time_point begin;
    bool interrupted = false;
  };
  void start(std::size_t number, const std::vector<std::string>& words, const std::string& input,
             std::optional<double> timeout);
  static Result conclude(const Work& work);

  std::string program_;
  std::vector<Work> works_;
};

}  // namespace gnomon::task
