// Lines from a person or from a pipe. On a terminal there is a prompt, line editing, a history and completion; in a
// pipe there is nothing but the lines. The interrupt key ends the input of a pipe; on a terminal it clears the line.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "line_editor.h"

namespace gnomon::cli {

class LineReader {
 public:
  LineReader(const std::atomic<bool>* interrupted, Completer completer);

  bool terminal() const { return editor_ != nullptr; }
  // None at the end of the input, or when the process is to end.
  std::optional<std::string> next(const std::string& prompt);

 private:
  std::optional<std::string> next_piped();

  const std::atomic<bool>* interrupted_;
  std::unique_ptr<LineEditor> editor_;  // none in a pipe
  bool ended_ = false;
  std::string pending_;  // read, but not yet handed out
};

}  // namespace gnomon::cli
