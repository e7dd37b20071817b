#include "line_reader.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <poll.h>
#include <unistd.h>

#if GNOMON_READLINE
#include <readline/history.h>
#include <readline/readline.h>
#endif

namespace gnomon::cli {

LineReader::LineReader(const std::atomic<bool>* interrupted)
    : interrupted_(interrupted), terminal_(isatty(STDIN_FILENO) == 1) {}

std::optional<std::string> LineReader::next(const std::string& prompt) {
  if (interrupted_->load()) return std::nullopt;
  std::optional<std::string> line = terminal_ ? next_typed(prompt) : next_piped();
  return interrupted_->load() ? std::nullopt : line;
}

#if GNOMON_READLINE

namespace {

// Waits for a key. Readline's own wait goes on after an interrupt; this one ends the line.
int next_key(std::FILE* stream) {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  while (poll(&input, 1, -1) < 0 && errno == EINTR) {
    bool interrupted = rl_pending_signal() == SIGINT;
    rl_check_signals();
    if (interrupted) return EOF;
  }
  return rl_getc(stream);
}

}  // namespace

std::optional<std::string> LineReader::next_typed(const std::string& prompt) {
  rl_outstream = isatty(STDOUT_FILENO) == 1 ? stdout : stderr;
  rl_getc_function = next_key;
  std::unique_ptr<char, void (*)(void*)> line(readline(prompt.c_str()), std::free);
  if (!line) return std::nullopt;
  if (*line != '\0') add_history(line.get());
  return std::string(line.get());
}

#else

std::optional<std::string> LineReader::next_typed(const std::string& prompt) {
  std::fputs(prompt.c_str(), stderr);
  return next_piped();
}

#endif

std::optional<std::string> LineReader::next_piped() {
  std::size_t end = pending_.find('\n');
  while (end == std::string::npos && !ended_) {
    // Unlike read, poll comes back from a signal.
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (poll(&input, 1, -1) < 0) {
      if (interrupted_->load()) return std::nullopt;
      if (errno == EINTR) continue;
    }
    std::array<char, 4096> block;
    ssize_t count = read(STDIN_FILENO, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    ended_ = count <= 0;
    std::size_t before = pending_.size();
    if (count > 0) pending_.append(block.data(), static_cast<std::size_t>(count));
    end = pending_.find('\n', before);
  }
  if (end == std::string::npos && pending_.empty()) return std::nullopt;
  std::string line = pending_.substr(0, end);
  pending_.erase(0, end == std::string::npos ? end : end + 1);
  return line;
}

}  // namespace gnomon::cli
