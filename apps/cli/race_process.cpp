#include "race_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <fmt/format.h>
#include <new>
#include <optional>
#include <set>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "base/budget.h"
#include "process/read_available.h"
#include "result_wire.h"

namespace gnomon::cli {

Scoreboard::Scoreboard(std::size_t formulas, std::size_t racers)
    : bytes_(racers * sizeof(std::atomic<std::size_t>) + 2 * formulas + 2) {
  static_assert(sizeof(std::atomic<bool>) == 1);
  static_assert(std::atomic<std::uint8_t>::is_always_lock_free && std::atomic<std::size_t>::is_always_lock_free);
  memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory_ == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
  works_ = new (memory_) std::atomic<std::size_t>[racers];
  winners_ = new (works_ + racers) std::atomic<std::uint8_t>[formulas + 1];
  claims_ = new (winners_ + formulas + 1) std::atomic<bool>[formulas + 1];
  copied_ = claims_ + formulas;
  for (std::size_t racer = 1; racer <= racers; ++racer) begin_work(racer, formulas);
}

Scoreboard::~Scoreboard() {
  munmap(memory_, bytes_);
}

namespace {

// The inside of a process of a race.
class RaceWorker {
 public:
  RaceWorker(const RaceTask& task, int output, std::vector<int> for_copies)
      : task_(task), number_(task.number), output_(output), for_copies_(std::move(for_copies)) {}
  void work();
  void tell(RaceMessage kind, std::string_view text) const;

 private:
  void one_by_one(api::Run& run);
  void each_in_turn(api::Run& run);
  bool is_mine(std::size_t place);
  bool make_copies();
  bool copies_early() const { return complete_ && (task_.fault == "die-copied" || task_.fault == "leave-to-copies"); }
  void become_copy(std::size_t copy);
  void along_one_search(api::Run& run);
  void tell_result(api::Run& run, api::FormulaResult& result);
  void tell_diagnostics(const api::Run& run);
  std::size_t place_of(std::size_t index) const;
  bool is_open(std::size_t place) const { return task_.options->compare || task_.board->winner(place) == 0; }
  void note_complete(bool complete);

  const RaceTask& task_;
  std::size_t number_;
  int output_;
  std::vector<int> for_copies_;  // where they write; none: it makes no copies, or has made them
  std::vector<pid_t> copies_;
  bool gives_up_ = false;        // it has become a copy in the middle of a formula
  bool shares_ = false;          // it takes formulas only that nobody has taken
  std::set<std::size_t> mine_;   // places of those that it has
  std::size_t current_ = 0;      // the place that it works at
  std::size_t diagnostics_ = 0;  // told, or known from reading the model
  bool complete_ = false;        // it has told that it has all reachable states
};

void RaceWorker::tell(RaceMessage kind, std::string_view text) const {
  const auto size = static_cast<std::uint32_t>(text.size());
  std::string bytes(sizeof size, '\0');
  std::memcpy(bytes.data(), &size, sizeof size);
  bytes += static_cast<char>(kind);
  bytes += text;
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t count = write(output_, bytes.data() + at, bytes.size() - at);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) _exit(1);  // nobody listens
    at += static_cast<std::size_t>(count);
  }
}

std::size_t RaceWorker::place_of(std::size_t index) const {
  std::size_t place = 0;
  while (task_.indices[place] != index) ++place;
  return place;
}

void RaceWorker::tell_diagnostics(const api::Run& run) {
  for (; diagnostics_ < run.diagnostics().size(); ++diagnostics_) {
    tell(RaceMessage::Diagnostic, run.diagnostics()[diagnostics_].rendered);
  }
}

void RaceWorker::note_complete(bool complete) {
  if (complete && !complete_) tell(RaceMessage::Complete, "");
  complete_ = complete_ || complete;
}

void RaceWorker::become_copy(std::size_t copy) {
  close(output_);
  output_ = for_copies_[copy];
  for (int end : std::exchange(for_copies_, {})) {
    if (end != output_) close(end);
  }
  number_ = task_.first_copy + copy;
  copies_.clear();
  mine_.clear();
  if (task_.fault == "die-copied") raise(SIGKILL);
}

// All states are known, and some formulas are left: copies of this process, which have the states in their memory, take
// part of them. True in a copy, which has nothing to do with the formula that the original is at.
bool RaceWorker::make_copies() {
  std::size_t open = 0;
  for (std::size_t place : task_.places) open += is_open(place) ? 1 : 0;
  if (for_copies_.empty() || open < 2 || !task_.board->begin_copies()) return false;
  shares_ = true;
  is_mine(current_);
  const pid_t original = getpid();
  for (std::size_t copy = 0; copy < for_copies_.size() && copy + 1 < open; ++copy) {
    const pid_t pid = fork();
    if (pid == 0) {
      if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != original) _exit(1);
      become_copy(copy);
      return true;
    }
    if (pid < 0) break;
    copies_.push_back(pid);
    tell(RaceMessage::Copied, fmt::format("{} {}", copy, pid));
  }
  for (int end : std::exchange(for_copies_, {})) close(end);
  return false;
}

void RaceWorker::tell_result(api::Run& run, api::FormulaResult& result) {
  const api::ModelFacts facts = run.facts();
  if (facts.initial_states == std::optional<std::string>("0")) {
    tell(RaceMessage::Nothing, "");
    _exit(0);
  }
  note_complete(facts.reachable_states.has_value());
  tell_diagnostics(run);
  if (task_.fault == "die") raise(SIGKILL);
  if (task_.fault == "lie" && result.verdict != api::Verdict::Unknown) {
    result.verdict = result.verdict == api::Verdict::True ? api::Verdict::False : api::Verdict::True;
  }
  tell(RaceMessage::Verdict, to_wire(result));
  if (result.verdict == api::Verdict::Unknown || !task_.options->witness) return;
  // The answer who has won comes at once: the other side waits for nothing but messages.
  const std::size_t place = place_of(result.index);
  while (task_.board->winner(place) == 0) usleep(200);
  if (task_.board->winner(place) != number_) return;
  if (task_.fault == "die-explaining") raise(SIGKILL);
  run.explain(result, *task_.options->witness);
  tell(RaceMessage::Explained, to_wire(result));
}

// A formula that takes long gives way to the others for a while, unless it is the last. The reachable states stay, but what
// was done for the formula alone is lost; so the slices are long, also because the clock goes on while the process pauses.
void RaceWorker::each_in_turn(api::Run& run) {
  constexpr double kGrowth = 4;
  double slice = task_.work == RacerWork::States ? 60 : 15;  // a proof that takes long may take for ever
  std::vector<std::size_t> open = task_.places;
  for (; !open.empty(); slice *= kGrowth) {
    std::vector<std::size_t> again;
    std::size_t left = open.size();
    for (std::size_t place : open) {
      const bool last = --left == 0 && again.empty();
      current_ = place;
      task_.board->begin_work(number_, place);
      if (!is_open(place) || !is_mine(place)) continue;
      if (copies_early() && make_copies()) continue;
      api::CallLimits limits;
      if (!last) limits.timeout_seconds = slice;
      api::FormulaResult result = run.check(task_.indices[place], limits);
      if (std::exchange(gives_up_, false)) continue;  // this is a copy now
      if (!last && result.reason_kind == api::ReasonKind::Time) {
        again.push_back(place);
      } else {
        tell_result(run, result);
      }
    }
    open = std::move(again);
  }
}

bool RaceWorker::is_mine(std::size_t place) {
  if (!shares_ || mine_.contains(place)) return true;
  if (task_.fault == "leave-to-copies" && !copies_.empty() && place != current_) return false;
  if (!task_.board->claim(place)) return false;
  mine_.insert(place);
  return true;
}

// What copies have taken and not told, because they ended early, is done here in the end.
void RaceWorker::one_by_one(api::Run& run) {
  each_in_turn(run);
  if (copies_.empty()) return;
  tell(RaceMessage::Done, "");  // nobody waits for this process
  bool all_well = true;
  for (pid_t copy : copies_) {
    int state = 0;
    while (waitpid(copy, &state, 0) < 0 && errno == EINTR) {
    }
    all_well = all_well && WIFEXITED(state) && WEXITSTATUS(state) == 0;
  }
  if (all_well) return;
  shares_ = false;
  each_in_turn(run);
}

void RaceWorker::along_one_search(api::Run& run) {
  std::vector<std::size_t> open;
  for (std::size_t place : task_.places) {
    if (is_open(place)) open.push_back(task_.indices[place]);
  }
  if (open.empty()) return;
  run.check_bounded(open, *task_.settings.bounded, [&](api::FormulaResult& result) { tell_result(run, result); });
}

void RaceWorker::work() {
  api::RunOptions settings = task_.settings.run;
  settings.progress = [this](const api::Progress& now) {
    note_complete(now.complete);
    if (!complete_ || !make_copies()) return;
    gives_up_ = true;  // what a limit of time would do
    throw LimitReached(Limit::Time, "another process goes on with it");
  };
  api::Run run = task_.run->with_settings(std::move(settings));
  diagnostics_ = run.diagnostics().size();
  run.expect(task_.indices, true);  // proofs are for others
  if (task_.settings.bounded) {
    along_one_search(run);
  } else {
    one_by_one(run);
  }
  tell_diagnostics(run);
}

}  // namespace

void run_race_task(const RaceTask& task, int output, const std::vector<int>& for_copies) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody would hear of the result
  // Whoever presses the key of interruption means all processes; the one that races them ends them.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_DFL);
  if (const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC); nothing >= 0) {
    for (int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nothing, standard);
  }
  RaceWorker worker(task, output, for_copies);
  try {
    worker.work();
    worker.tell(RaceMessage::Done, "");
  } catch (const std::bad_alloc&) {
    worker.tell(RaceMessage::Failure, "out of memory");
  } catch (const std::exception& error) {
    worker.tell(RaceMessage::Failure, fmt::format("internal error: {}", error.what()));
  }
  _exit(0);
}

RaceProcess::~RaceProcess() {
  stop();
}

bool RaceProcess::begin(const RaceTask& task, std::string& problem) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    problem = std::strerror(errno);
    ended_ = true;
    return false;
  }
  std::vector<int> for_copies;
  for (std::size_t copy = 0; copy < task.copies; ++copy) {
    std::array<int, 2> more{};
    if (pipe2(more.data(), O_CLOEXEC) != 0) break;  // fewer copies
    of_copies_.push_back(more[0]);
    for_copies.push_back(more[1]);
  }
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ == 0) {
    close(ends[0]);
    if (getppid() != parent) _exit(1);
    run_race_task(task, ends[1], for_copies);
  }
  const int error = errno;
  close(ends[1]);
  for (int end : for_copies) close(end);
  if (pid_ < 0) {
    close(ends[0]);
    problem = std::strerror(error);
    ended_ = true;
    return false;
  }
  output_ = ends[0];
  fcntl(output_, F_SETFL, O_NONBLOCK);
  return true;
}

void RaceProcess::listen(const std::function<void(RaceMessage, std::string_view)>& hear) {
  if (output_ < 0) return;
  const bool over = process::read_available(output_, bytes_);
  constexpr std::size_t kHead = sizeof(std::uint32_t) + 1;
  std::size_t at = 0;
  while (bytes_.size() - at >= kHead) {
    std::uint32_t size = 0;
    std::memcpy(&size, bytes_.data() + at, sizeof size);
    if (bytes_.size() - at < kHead + size) break;
    hear(static_cast<RaceMessage>(bytes_[at + sizeof size]), std::string_view(bytes_).substr(at + kHead, size));
    at += kHead + size;
  }
  bytes_.erase(0, at);
  if (over) reap();
}

void RaceProcess::adopt(RaceProcess& original, std::size_t copy, pid_t pid) {
  pid_ = pid;
  is_child_ = false;
  output_ = std::exchange(original.of_copies_[copy], -1);
  fcntl(output_, F_SETFL, O_NONBLOCK);
}

void RaceProcess::reap() {
  if (pid_ > 0 && is_child_) {
    int state = 0;
    while (waitpid(pid_, &state, 0) < 0 && errno == EINTR) {
    }
    status_ = WIFEXITED(state) ? WEXITSTATUS(state) : -WTERMSIG(state);
  }
  pid_ = -1;
  if (output_ >= 0) close(output_);
  output_ = -1;
  for (int end : std::exchange(of_copies_, {})) {
    if (end >= 0) close(end);
  }
  ended_ = true;
}

void RaceProcess::pause() {
  if (pid_ > 0) ::kill(pid_, SIGSTOP);
}

void RaceProcess::resume() {
  if (pid_ > 0) ::kill(pid_, SIGCONT);
}

void RaceProcess::kill() {
  if (pid_ > 0) ::kill(pid_, SIGKILL);
}

void RaceProcess::stop() {
  kill();
  if (pid_ > 0 || output_ >= 0) reap();
}

void RaceProcess::start_over() {
  stop();
  bytes_.clear();
  status_ = 0;
  ended_ = false;
}

double RaceProcess::processor_seconds() const {
  clockid_t clock = 0;
  struct timespec used {};
  if (pid_ <= 0 || clock_getcpuclockid(pid_, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

}  // namespace gnomon::cli
