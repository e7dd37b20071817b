// A process of this program, for work that takes its time: it reads a text from its standard input, and what it writes
// is collected without waiting. It ends when this object does, when its limits are reached, and with the server.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace gnomon::lsp {

class Child {
 public:
  struct Limits {
    double seconds = 60;  // of the clock and of the processor
    std::size_t bytes = std::size_t{2} << 30;
  };

  // Throws std::system_error if it cannot be started.
  Child(const std::string& program, const std::vector<std::string>& arguments, std::string_view input,
        const Limits& limits);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // To wait for: readable when there is something to collect. -1: nothing more will come.
  int output() const { return output_; }
  int errors() const { return errors_; }
  // Takes what has arrived; true once the process has ended.
  bool collect();
  // Ends it if it is over its time.
  void enforce();
  void kill();

  const std::string& text() const { return text_; }
  const std::string& complaints() const { return complaints_; }
  int status() const { return status_; }  // of the exit, or minus the signal
  bool killed() const { return killed_; }

 private:
  pid_t pid_ = -1;
  int output_ = -1;
  int errors_ = -1;
  std::string text_;
  std::string complaints_;
  int status_ = 0;
  bool killed_ = false;
  std::chrono::steady_clock::time_point deadline_;
};

}  // namespace gnomon::lsp
