#include "sweep_runs.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "exit_code.h"
#include "guarded.h"

namespace gnomon::cli {

namespace {

using nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;
using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::string contents(std::FILE* file) {
  std::rewind(file);
  std::string text;
  std::array<char, 4096> block;
  while (std::size_t count = std::fread(block.data(), 1, block.size(), file)) text.append(block.data(), count);
  return text;
}

// A process that is at work.
struct Worker {
  std::size_t run = 0;
  pid_t process = 0;
  int pipe = -1;  // from its standard output
  File messages{nullptr, std::fclose};
  Clock::time_point begin;
  std::string output;
  bool ended_by_us = false;
};

// In the new process; does not return.
[[noreturn]] void work(const CheckArguments& arguments, const SweepRun& run, int output, std::FILE* messages) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody would hear of the result
  dup2(output, STDOUT_FILENO);
  dup2(fileno(messages), STDERR_FILENO);
  close(output);
  std::vector<std::string> command{"check", run.file};
  for (const auto& [name, value] : run.parameters) command.push_back(fmt::format("-D{}={}", name, value));
  int status = guarded(command, [&] { return check(arguments); });
  std::fflush(stdout);
  std::fflush(stderr);
  _exit(status);
}

std::string signal_text(int signal) {
  const char* name = strsignal(signal);
  std::string text = fmt::format("the process was ended by signal {} ({})", signal, name != nullptr ? name : "unknown");
  if (signal == SIGKILL) text += "; perhaps the machine ran out of memory";
  return text;
}

// The first reason why something is unknown.
std::string unknown_reason(const ordered_json& document, bool& interrupted) {
  for (const ordered_json& formula : document.at("formulas")) {
    if (formula.at("verdict") != "unknown") continue;
    interrupted = formula.at("reason_kind") == "interrupted";
    return formula.at("reason").get<std::string>();
  }
  std::string stopped = document.value("stopped", "");
  interrupted = stopped.starts_with("interrupted");
  return stopped;
}

// The first line of what went wrong, without the name of the program.
std::string first_error(const SweepRun& run) {
  for (const ordered_json& diagnostic : run.document.at("diagnostics")) {
    if (diagnostic.at("severity") == "error") return diagnostic.at("message").get<std::string>();
  }
  return run.messages.substr(0, run.messages.find('\n'));
}

void judge(SweepRun& run) {
  const ordered_json& statistics = run.document.at("statistics");
  run.seconds = statistics.at("seconds").at("total").get<double>();
  run.memory = std::max(run.memory, statistics.at("peak_memory_bytes").get<std::size_t>());
  bool interrupted = false;
  std::string reason = unknown_reason(run.document, interrupted);
  if (run.status == kBadInput) {
    run.outcome = SweepOutcome::Wrong;
    run.reason = first_error(run);
  } else if (!reason.empty()) {
    run.outcome = interrupted ? SweepOutcome::Interrupted : SweepOutcome::Limit;
    run.reason = reason;
  } else {
    run.outcome = SweepOutcome::Complete;
  }
}

// What came of a process that has ended.
void conclude(SweepRun& run, Worker& worker, const CheckArguments& arguments, bool interrupted) {
  int state = 0;
  struct rusage used {};
  while (wait4(worker.process, &state, 0, &used) < 0 && errno == EINTR) {
  }
  constexpr std::size_t kKilo = 1024;
  run.seconds = seconds_since(worker.begin);
  run.memory = static_cast<std::size_t>(used.ru_maxrss) * kKilo;
  run.messages = contents(worker.messages.get());
  run.status = WIFEXITED(state) ? WEXITSTATUS(state) : kUnknown;
  run.document = ordered_json::parse(worker.output, nullptr, false);
  if (run.document.is_discarded()) run.document = nullptr;
  if (!run.document.is_null() && run.status != kInternalError) return judge(run);
  run.outcome = interrupted ? SweepOutcome::Interrupted : SweepOutcome::Failed;
  if (worker.ended_by_us && !interrupted) {
    run.outcome = SweepOutcome::Limit;
    run.reason = fmt::format("time limit of {} s reached", *arguments.run.timeout);
  } else if (interrupted) {
    run.reason = "interrupted";
  } else if (WIFSIGNALED(state)) {
    run.reason = signal_text(WTERMSIG(state));
    // Who kills for memory sends SIGKILL; any other signal is a bug.
    if (WTERMSIG(state) != SIGKILL) run.status = kInternalError;
  } else if (run.status == kUnknown) {
    run.outcome = SweepOutcome::Limit;
    run.reason = "out of memory";
  } else {
    run.reason = run.messages.substr(0, run.messages.find('\n'));
  }
}

class Pool {
 public:
  Pool(std::vector<SweepRun>& runs, const CheckArguments& arguments, const SweepHooks& hooks)
      : runs_(runs), arguments_(arguments), hooks_(hooks) {}

  void perform(std::size_t jobs);

 private:
  bool begin(std::size_t run);
  void listen();
  bool receive(Worker& worker);
  void stop_late_ones();
  void tell();

  std::vector<SweepRun>& runs_;
  const CheckArguments& arguments_;
  const SweepHooks& hooks_;
  const std::atomic<bool>* interrupt_ = catch_signals();
  Clock::time_point start_ = Clock::now();
  std::vector<Worker> workers_;
  std::vector<bool> done_;
  std::size_t told_ = 0;
  bool stopping_ = false;
};

bool Pool::begin(std::size_t index) {
  SweepRun& run = runs_[index];
  Worker worker;
  worker.run = index;
  worker.messages = File(std::tmpfile(), std::fclose);
  int ends[2];
  if (!worker.messages || pipe(ends) != 0) {
    run.outcome = SweepOutcome::Failed;
    run.status = kUnknown;
    run.reason = fmt::format("cannot begin a process: {}", std::strerror(errno));
    return false;
  }
  CheckArguments arguments = arguments_;
  arguments.run.file = run.file;
  arguments.run.definitions.clear();
  for (const auto& [name, value] : run.parameters)
    arguments.run.definitions.push_back(fmt::format("{}={}", name, value));
  arguments.run.json = true;
  arguments.run.quiet = true;
  arguments.run.progress = "never";
  arguments.input = *run.input;
  std::fflush(stdout);
  std::fflush(stderr);
  worker.begin = Clock::now();
  worker.process = fork();
  if (worker.process == 0) {
    for (const Worker& other : workers_) close(other.pipe);
    close(ends[0]);
    work(arguments, run, ends[1], worker.messages.get());
  }
  int error = errno;
  close(ends[1]);
  if (worker.process < 0) {
    close(ends[0]);
    run.outcome = SweepOutcome::Failed;
    run.status = kUnknown;
    run.reason = fmt::format("cannot begin a process: {}", std::strerror(error));
    return false;
  }
  worker.pipe = ends[0];
  workers_.push_back(std::move(worker));
  return true;
}

// Takes what the process has written; false if it has ended.
bool Pool::receive(Worker& worker) {
  std::array<char, 1 << 16> block;
  ssize_t count = read(worker.pipe, block.data(), block.size());
  if (count > 0) worker.output.append(block.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && errno == EINTR);
}

// A process watches its own time; one that does not look at the clock is given a while longer.
void Pool::stop_late_ones() {
  constexpr double kGrace = 10;
  for (Worker& worker : workers_) {
    bool late = arguments_.run.timeout && seconds_since(worker.begin) > *arguments_.run.timeout * 1.2 + kGrace;
    if (late && !worker.ended_by_us) {
      worker.ended_by_us = true;
      kill(worker.process, SIGKILL);
    }
    // A signal to us alone is passed on; one from the keyboard has reached everybody, and asks no more than this.
    if (*interrupt_ && !stopping_) kill(worker.process, SIGTERM);
  }
  stopping_ = *interrupt_;
}

void Pool::listen() {
  constexpr int kInterval = 200;  // milliseconds between looks at the clock
  std::vector<pollfd> pipes;
  for (const Worker& worker : workers_) pipes.push_back({worker.pipe, POLLIN, 0});
  int ready = poll(pipes.data(), pipes.size(), kInterval);
  stop_late_ones();
  if (ready > 0) {
    for (std::size_t i = workers_.size(); i-- > 0;) {
      if (pipes[i].revents == 0 || receive(workers_[i])) continue;
      close(workers_[i].pipe);
      conclude(runs_[workers_[i].run], workers_[i], arguments_, stopping_);
      done_[workers_[i].run] = true;
      workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  std::vector<const SweepRun*> under_way;
  for (const Worker& worker : workers_) under_way.push_back(&runs_[worker.run]);
  std::size_t ended = static_cast<std::size_t>(std::count(done_.begin(), done_.end(), true));
  hooks_.progress(ended, under_way, seconds_since(start_));
}

void Pool::tell() {
  for (; told_ < runs_.size() && done_[told_]; ++told_) hooks_.ended(runs_[told_]);
}

void Pool::perform(std::size_t jobs) {
  done_.assign(runs_.size(), false);
  std::size_t next = 0;
  while (told_ < runs_.size()) {
    while (next < runs_.size() && workers_.size() < jobs) {
      SweepRun& run = runs_[next];
      if (*interrupt_) {
        run.reason = "interrupted";
        done_[next] = true;
      } else if (hooks_.skip(run) || !begin(next)) {
        done_[next] = true;
      }
      ++next;
    }
    if (!workers_.empty()) listen();
    tell();
  }
}

}  // namespace

const char* outcome_word(SweepOutcome outcome) {
  switch (outcome) {
    case SweepOutcome::Complete:
      return "complete";
    case SweepOutcome::Limit:
      return "limit";
    case SweepOutcome::Interrupted:
      return "interrupted";
    case SweepOutcome::Wrong:
      return "wrong";
    case SweepOutcome::Failed:
      return "failed";
    case SweepOutcome::Skipped:
      return "skipped";
  }
  return "";
}

void perform_runs(std::vector<SweepRun>& runs, const CheckArguments& arguments, std::size_t jobs,
                  const SweepHooks& hooks) {
  Pool(runs, arguments, hooks).perform(jobs);
}

}  // namespace gnomon::cli
