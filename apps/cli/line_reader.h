// Lines from a person or from a pipe. On a terminal there is a prompt, line editing and a history; in a pipe there is
// nothing but the lines. The interrupt key ends the input.
#pragma once

#include <atomic>
#include <optional>
#include <string>

namespace gnomon::cli {

class LineReader {
 public:
  explicit LineReader(const std::atomic<bool>* interrupted);

  bool terminal() const { return terminal_; }
  // None at the end of the input, or when interrupted.
  std::optional<std::string> next(const std::string& prompt);

 private:
  std::optional<std::string> next_typed(const std::string& prompt);
  std::optional<std::string> next_piped();

  const std::atomic<bool>* interrupted_;
  bool terminal_;
  bool ended_ = false;
  std::string pending_;  // read, but not yet handed out
};

}  // namespace gnomon::cli
