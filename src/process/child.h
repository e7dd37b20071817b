// A process of this program, for work that takes its time: it reads a text from its standard input, and what it writes
// is collected without waiting. It ends when this object does, when its limits are reached, and with the thread that
// started it, at the latest with this program.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace gnomon::process {

// The path of this program.
std::string own_path();

class Child {
 public:
  struct Limits {
    double seconds = 60;           // of the clock, and of the processor if that is counted; infinite: no limit
    bool counts_processor = true;  // a process with several threads uses more than the clock shows
    std::size_t bytes = std::size_t{2} << 30;     // 0: no limit
    std::size_t output = std::size_t{256} << 20;  // bytes that it may say before they are taken; beyond, it is ended
    bool writes_files = true;                     // otherwise the system lets it write to pipes only
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
  // Asks it to stop; it may still say what it has found.
  void terminate();

  const std::string& text() const { return text_; }
  // What has been collected since this was last asked; text() begins anew.
  std::string take_text() { return std::exchange(text_, {}); }
  const std::string& complaints() const { return complaints_; }
  int status() const { return status_; }                  // of the exit, or minus the signal
  std::size_t peak_bytes() const { return peak_bytes_; }  // of memory, once it has ended
  std::size_t resident_bytes() const;                     // of memory now; 0 once it has ended
  bool killed() const { return killed_; }
  // It was ended because it said too much.
  bool flooded() const { return flooded_; }

 private:
  void close_all();

  pid_t pid_ = -1;
  int output_ = -1;
  int errors_ = -1;
  std::string text_;
  std::string complaints_;
  int status_ = 0;
  std::size_t peak_bytes_ = 0;
  bool killed_ = false;
  bool flooded_ = false;
  std::size_t most_output_;
  std::chrono::steady_clock::time_point deadline_;
};

}  // namespace gnomon::process
