#include "terminal.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

#include "exit_code.h"

namespace gnomon::cli {

namespace {

// The signal handler can reach nothing but globals.
std::atomic<bool> interrupted{false};
std::atomic<bool> terminated{false};  // by another signal than the interrupt key's
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void on_interrupt(int signal) {
  if (signal != SIGINT) terminated.store(true, std::memory_order_relaxed);
  interrupted.store(true, std::memory_order_relaxed);
}

constexpr std::size_t kLargestInput = 0xfffffffeu;  // places in a text are 32-bit numbers
constexpr const char* kMemoryLimit = "memory limit reached";

// A text that is too long is read no further than one block beyond the limit.
std::string read_all(std::FILE* file, std::size_t limit, std::string& text) {
  std::array<char, 1 << 16> block;
  while (std::size_t count = std::fread(block.data(), 1, block.size(), file)) {
    text.append(block.data(), count);
    if (text.size() > limit) return limit < kLargestInput ? kMemoryLimit : "it is larger than 4 GB";
  }
  return std::ferror(file) != 0 ? std::strerror(errno) : std::string();
}

}  // namespace

Input read_input(const std::string& path, std::size_t limit) {
  const std::size_t most = limit == 0 ? kLargestInput : std::min(limit, kLargestInput);
  Input input;
  std::string problem;
  if (path == "-") {
    input.name = "<stdin>";
    problem = read_all(stdin, most, input.text);
  } else {
    input.name = path;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
    struct stat about {};
    if (!file) {
      problem = std::strerror(errno);
    } else if (fstat(fileno(file.get()), &about) == 0 && S_ISDIR(about.st_mode)) {
      problem = "it is a directory";
    } else {
      if (S_ISREG(about.st_mode)) input.text.reserve(std::min(static_cast<std::size_t>(about.st_size), most) + 1);
      problem = read_all(file.get(), most, input.text);
    }
  }
  if (problem.empty()) return input;
  input.error = fmt::format("cannot read {}: {}", input.name, problem);
  input.status = problem == kMemoryLimit ? kUnknown : kBadInput;
  return input;
}

void Output::failed() {
  if (error_ == 0) error_ = errno;
}

std::string write_file(const std::string& path, std::string_view content) {
  const std::string part = path + ".part";
  std::ofstream file(part, std::ios::binary);
  file << content;
  file.close();
  if (file && std::rename(part.c_str(), path.c_str()) == 0) return "";
  std::string problem = fmt::format("cannot write {}: {}", path, std::strerror(errno));
  std::remove(part.c_str());
  return problem;
}

void Output::write(std::string_view text) {
  if (instead_ != nullptr) {
    instead_->append(text);
    return;
  }
  if (error_ == 0 && std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) failed();
}

void Output::line(std::string_view text) {
  write(text);
  write("\n");
}

void Output::flush() {
  if (error_ == 0 && std::fflush(stdout) != 0) failed();
}

int Output::finish(int status) {
  flush();
  if (error_ == 0) return status;
  if (error_ != EPIPE) complain(fmt::format("cannot write the results: {}", std::strerror(error_)));
  return kBadInput;
}

void say(std::string_view text) {
  std::string line = fmt::format("{}\n", text);
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void complain(std::string_view text) {
  say(fmt::format("gnomon: error: {}", text));
}

namespace {

void catch_signal(int signal) {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

const std::atomic<bool>* catch_signals() {
  for (int signal : {SIGINT, SIGTERM}) catch_signal(signal);
  std::signal(SIGPIPE, SIG_IGN);
  return &interrupted;
}

bool forget_interrupt() {
  if (terminated.load() || !interrupted.load()) return false;
  interrupted.store(false);
  catch_signal(SIGINT);
  return true;
}

bool wants_color(const std::string& when, Stream stream) {
  if (when != "auto") return when == "always";
  const char* no_color = std::getenv("NO_COLOR");  // https://no-color.org
  const char* terminal = std::getenv("TERM");
  if ((no_color != nullptr && *no_color != '\0') || terminal == nullptr || std::string_view(terminal) == "dumb") {
    return false;
  }
  return isatty(stream == Stream::Results ? STDOUT_FILENO : STDERR_FILENO) == 1;
}

std::string colored(std::string_view text, Color color) {
  const char* code = color == Color::Green ? "32" : color == Color::Red ? "31" : "33";
  return fmt::format("\x1b[1;{}m{}\x1b[0m", code, text);
}

bool error_stream_is_terminal() {
  return isatty(STDERR_FILENO) == 1;
}

}  // namespace gnomon::cli
