#include "process/child.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

#include "process/read_available.h"

namespace gnomon::process {

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kLimitsMemory = false;  // sanitizers reserve more addresses than any limit allows
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kLimitsMemory = false;
#else
constexpr bool kLimitsMemory = true;
#endif
#else
constexpr bool kLimitsMemory = true;
#endif

// The process stops by itself at its limits, and says so; these are for the case that it does not.
constexpr double kGraceSeconds = 10;
constexpr std::size_t kGraceBytes = std::size_t{1} << 30;

std::chrono::steady_clock::time_point end_after(double seconds) {
  using Clock = std::chrono::steady_clock;
  constexpr double kNeverSeconds = 1e8;  // some years
  if (!(seconds < kNeverSeconds)) return Clock::time_point::max();
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

[[noreturn]] void give_up(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

struct Descriptor {
  int number = -1;
  Descriptor() = default;
  explicit Descriptor(int n) : number(n) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number >= 0) close(number);
  }
  int release() {
    int n = number;
    number = -1;
    return n;
  }
};

// A file in memory with this content, at its beginning.
int content_file(std::string_view content) {
  Descriptor file(memfd_create("model", MFD_CLOEXEC));
  if (file.number < 0) give_up("memfd_create");
  while (!content.empty()) {
    ssize_t count = write(file.number, content.data(), content.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) give_up("write");
    content.remove_prefix(static_cast<std::size_t>(count));
  }
  if (lseek(file.number, 0, SEEK_SET) < 0) give_up("lseek");
  return file.release();
}

void limit(int resource, rlim_t most) {
  rlimit both{most, most};
  setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

// Descriptors of other children and of connections are none of the child's business, and a connection is not closed as
// long as somebody has it open.
void close_from(int first) {
  if (close_range(static_cast<unsigned>(first), ~0u, 0) == 0) return;
  for (int one = first; one < static_cast<int>(sysconf(_SC_OPEN_MAX)); ++one) close(one);
}

// True when nothing more will come; no more is read than `most`, or a little more.
bool read_all(int& from, std::string& into, std::size_t most) {
  if (from < 0) return true;
  if (!read_available(from, into, most + 1)) return false;
  close(from);
  from = -1;
  return true;
}

}  // namespace

std::string own_path() {
  std::array<char, 4096> path{};
  ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
  return length > 0 ? std::string(path.data(), static_cast<std::size_t>(length)) : std::string("gnomon");
}

Child::Child(const std::string& program, const std::vector<std::string>& arguments, std::string_view input,
             const Limits& limits)
    : most_output_(limits.output), deadline_(end_after(limits.seconds + kGraceSeconds)) {
  Descriptor content(content_file(input));
  std::array<int, 2> out{};
  std::array<int, 2> err{};
  if (pipe2(out.data(), O_CLOEXEC) != 0) give_up("pipe");
  Descriptor out_read(out[0]);
  Descriptor out_write(out[1]);
  if (pipe2(err.data(), O_CLOEXEC) != 0) give_up("pipe");
  Descriptor err_read(err[0]);
  Descriptor err_write(err[1]);
  fcntl(out_read.number, F_SETFL, O_NONBLOCK);
  fcntl(err_read.number, F_SETFL, O_NONBLOCK);
  // Everything that allocates happens before the fork: there are other threads.
  std::vector<char*> argv{const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const bool limits_processor = limits.counts_processor && deadline_ != std::chrono::steady_clock::time_point::max();
  const auto cpu = limits_processor ? static_cast<rlim_t>(limits.seconds + kGraceSeconds) : RLIM_INFINITY;
  pid_t parent = getpid();
  pid_ = fork();
  if (pid_ < 0) give_up("fork");
  if (pid_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    if (limits_processor) limit(RLIMIT_CPU, cpu);
    limit(RLIMIT_CORE, 0);
    if (kLimitsMemory && limits.bytes > 0) limit(RLIMIT_AS, limits.bytes + kGraceBytes);
    dup2(content.number, STDIN_FILENO);
    dup2(out_write.number, STDOUT_FILENO);
    dup2(err_write.number, STDERR_FILENO);
    close_from(STDERR_FILENO + 1);
    if (!limits.writes_files) limit(RLIMIT_FSIZE, 0);
    execv(program.c_str(), argv.data());
    _exit(127);
  }
  output_ = out_read.release();
  errors_ = err_read.release();
}

Child::~Child() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  close_all();
}

void Child::close_all() {
  for (int* one : {&output_, &errors_}) {
    if (*one >= 0) close(*one);
    *one = -1;
  }
}

bool Child::collect() {
  bool silent = read_all(output_, text_, most_output_);
  silent = read_all(errors_, complaints_, most_output_) && silent;
  if (text_.size() > most_output_ || complaints_.size() > most_output_) {
    flooded_ = true;
    kill();
    close_all();
    silent = true;
  }
  if (!silent) return false;
  if (pid_ > 0) {
    int status = 0;
    struct rusage used {};
    // It has closed its output, or was ended: it is about to end.
    while (wait4(pid_, &status, 0, &used) < 0 && errno == EINTR) {
    }
    constexpr std::size_t kKilo = 1024;
    peak_bytes_ = static_cast<std::size_t>(used.ru_maxrss) * kKilo;
    status_ = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    pid_ = -1;
  }
  return true;
}

void Child::enforce() {
  if (std::chrono::steady_clock::now() >= deadline_) kill();
}

void Child::terminate() {
  if (pid_ > 0) ::kill(pid_, SIGTERM);
}

void Child::kill() {
  if (pid_ <= 0 || killed_) return;
  killed_ = true;
  ::kill(pid_, SIGKILL);
}

std::size_t Child::resident_bytes() const {
  if (pid_ < 0) return 0;
  std::ifstream file(fmt::format("/proc/{}/statm", pid_));
  std::size_t pages = 0;
  std::size_t resident = 0;
  if (!(file >> pages >> resident)) return 0;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace gnomon::process
