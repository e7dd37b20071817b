#include "line_reader.h"

#include <array>
#include <cerrno>
#include <poll.h>
#include <unistd.h>
#include <utility>

#include "terminal.h"

namespace gnomon::cli {

LineReader::LineReader(const std::atomic<bool>* interrupted, Completer completer) : interrupted_(interrupted) {
  if (isatty(STDIN_FILENO) == 1) editor_ = std::make_unique<LineEditor>(interrupted, std::move(completer));
}

std::optional<std::string> LineReader::next(const std::string& prompt) {
  if (!editor_) {
    std::optional<std::string> line = interrupted_->load() ? std::nullopt : next_piped();
    return interrupted_->load() ? std::nullopt : line;
  }
  // The interrupt key has ended an answer, or ends a line that is being typed.
  while (!interrupted_->load() || forget_interrupt()) {
    std::optional<std::string> line = editor_->next(prompt);
    if (!interrupted_->load()) return line;
  }
  return std::nullopt;
}

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
