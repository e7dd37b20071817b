#include "task/pool.h"

#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <poll.h>

namespace gnomon::task {

namespace {

std::string signal_text(int signal) {
  const char* name = strsignal(signal);
  std::string text = fmt::format("the process was ended by signal {} ({})", signal, name != nullptr ? name : "unknown");
  if (signal == SIGKILL) text += "; perhaps the machine ran out of memory";
  return text;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

}  // namespace

void Pool::begin(std::size_t number, const Task& task) {
  start(number, {kWorkVerb}, encode_task(task), task.timeout);
}

void Pool::start(std::size_t number, const std::vector<std::string>& words, const std::string& input,
                 std::optional<double> timeout) {
  process::Child::Limits limits;
  constexpr double kPatience = 1.2;  // a process that does not look at the clock is given a while longer
  limits.seconds = timeout ? *timeout * kPatience : std::numeric_limits<double>::infinity();
  limits.counts_processor = false;
  limits.bytes = 0;  // it watches its memory itself, and addresses are no measure of it
  limits.output = std::size_t{1} << 30;
  limits.writes_files = false;
  Work work;
  work.number = number;
  work.timeout = timeout;
  work.begin = std::chrono::steady_clock::now();
  work.child = std::make_unique<process::Child>(program_, words, input, limits);
  works_.push_back(std::move(work));
}

Result Pool::conclude(const Work& work) {
  constexpr int kUnknown = 3;
  constexpr int kInternalError = 4;
  const process::Child& child = *work.child;
  Result result;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - work.begin).count();
  result.memory = child.peak_bytes();
  result.messages = child.complaints();
  if (std::optional<Answer> answer = decode_answer(child.text())) {
    result.ending = Ending::Answered;
    result.answer = std::move(*answer);
    return result;
  }
  result.answer.status = kUnknown;
  if (work.interrupted) {
    result.ending = Ending::Interrupted;
    result.reason = "interrupted";
  } else if (child.killed() && !child.flooded()) {
    result.ending = Ending::TimeOver;
    result.reason = fmt::format("time limit of {} s reached", work.timeout.value_or(0));
  } else if (child.flooded()) {
    result.reason = "the answer became too large";
  } else if (child.status() < 0) {
    result.reason = signal_text(-child.status());
    // Who kills for memory sends SIGKILL; any other signal is a bug.
    if (child.status() != -SIGKILL) result.answer.status = kInternalError;
  } else if (child.status() == kUnknown) {
    result.reason = "out of memory";
  } else {
    result.answer.status = kInternalError;
    result.reason = result.messages.empty() ? fmt::format("the process ended with status {}", child.status())
                                            : first_line(result.messages);
  }
  return result;
}

std::vector<std::pair<std::size_t, Result>> Pool::wait(std::chrono::milliseconds most) {
  std::vector<pollfd> pipes;
  for (const Work& work : works_) {
    pipes.push_back({work.child->output(), POLLIN, 0});  // negative ones are not waited for
    pipes.push_back({work.child->errors(), POLLIN, 0});
  }
  poll(pipes.data(), pipes.size(), static_cast<int>(most.count()));
  std::vector<std::pair<std::size_t, Result>> ended;
  for (std::size_t i = 0; i < works_.size();) {
    works_[i].child->enforce();
    if (!works_[i].child->collect()) {
      ++i;
      continue;
    }
    ended.emplace_back(works_[i].number, conclude(works_[i]));
    works_.erase(works_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return ended;
}

void Pool::interrupt() {
  for (Work& work : works_) {
    if (!work.interrupted) work.child->terminate();
    work.interrupted = true;
  }
}

void Pool::drop(std::size_t number) {
  std::erase_if(works_, [&](const Work& work) { return work.number == number; });
}

std::vector<std::size_t> Pool::numbers() const {
  std::vector<std::size_t> all;
  for (const Work& work : works_) all.push_back(work.number);
  return all;
}

std::size_t Pool::resident_bytes() const {
  std::size_t bytes = 0;
  for (const Work& work : works_) bytes += work.child->resident_bytes();
  return bytes;
}

}  // namespace gnomon::task
