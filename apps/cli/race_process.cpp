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
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

#include "process/read_available.h"
#include "result_wire.h"

namespace gnomon::cli {

Scoreboard::Scoreboard(std::size_t formulas, std::size_t racers)
    : bytes_(racers * sizeof(std::atomic<std::size_t>) + formulas + 1) {
  static_assert(std::atomic<std::uint8_t>::is_always_lock_free && std::atomic<std::size_t>::is_always_lock_free);
  memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory_ == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
  works_ = new (memory_) std::atomic<std::size_t>[racers];
  winners_ = new (works_ + racers) std::atomic<std::uint8_t>[formulas + 1];
  for (std::size_t racer = 1; racer <= racers; ++racer) begin_work(racer, formulas);
}

Scoreboard::~Scoreboard() {
  munmap(memory_, bytes_);
}

namespace {

// The inside of a process of a race.
class RaceWorker {
 public:
  RaceWorker(const RaceTask& task, int output) : task_(task), output_(output) {}
  void work();
  void tell(RaceMessage kind, std::string_view text) const;

 private:
  void one_by_one(api::Run& run);
  void along_one_search(api::Run& run);
  void tell_result(api::Run& run, api::FormulaResult& result);
  void tell_diagnostics(const api::Run& run);
  std::size_t place_of(std::size_t index) const;
  bool is_open(std::size_t place) const { return task_.options->compare || task_.board->winner(place) == 0; }
  void note_complete(bool complete);

  const RaceTask& task_;
  int output_;
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
  if (task_.board->winner(place) != task_.number) return;
  if (task_.fault == "die-explaining") raise(SIGKILL);
  run.explain(result, *task_.options->witness);
  tell(RaceMessage::Explained, to_wire(result));
}

// A formula that takes long gives way to the others for a while, unless it is the last. The reachable states stay, but what
// was done for the formula alone is lost; so the slices are long, also because the clock goes on while the process pauses.
void RaceWorker::one_by_one(api::Run& run) {
  constexpr double kGrowth = 4;
  double slice = task_.work == RacerWork::States ? 60 : 15;  // a proof that takes long may take for ever
  std::vector<std::size_t> open = task_.places;
  for (; !open.empty(); slice *= kGrowth) {
    std::vector<std::size_t> again;
    std::size_t left = open.size();
    for (std::size_t place : open) {
      const bool last = --left == 0 && again.empty();
      task_.board->begin_work(task_.number, place);
      if (!is_open(place)) continue;
      api::CallLimits limits;
      if (!last) limits.timeout_seconds = slice;
      api::FormulaResult result = run.check(task_.indices[place], limits);
      if (!last && result.reason_kind == api::ReasonKind::Time) {
        again.push_back(place);
      } else {
        tell_result(run, result);
      }
    }
    open = std::move(again);
  }
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
  settings.progress = [this](const api::Progress& now) { note_complete(now.complete); };
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

void run_race_task(const RaceTask& task, int output) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody would hear of the result
  // Whoever presses the key of interruption means all processes; the one that races them ends them.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_DFL);
  if (const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC); nothing >= 0) {
    for (int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nothing, standard);
  }
  RaceWorker worker(task, output);
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
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ == 0) {
    close(ends[0]);
    if (getppid() != parent) _exit(1);
    run_race_task(task, ends[1]);
  }
  const int error = errno;
  close(ends[1]);
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

void RaceProcess::reap() {
  if (pid_ > 0) {
    int state = 0;
    while (waitpid(pid_, &state, 0) < 0 && errno == EINTR) {
    }
    status_ = WIFEXITED(state) ? WEXITSTATUS(state) : -WTERMSIG(state);
    pid_ = -1;
  }
  if (output_ >= 0) close(output_);
  output_ = -1;
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
