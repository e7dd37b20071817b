// The outside world: files in, results to standard output, messages to standard error, the interrupt key.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace gnomon::cli {

struct Input {
  std::string name;  // for messages: the path, or <stdin>
  std::string text;
  std::string error;  // a sentence; empty if the text was read
  int status = 0;     // then: what the program exits with
};

// The whole file, or standard input for "-". A text of more than `limit` bytes is not read to its end; 0: no limit.
Input read_input(const std::string& path, std::size_t limit = 0);

// Writes a file; one that was there keeps its content until all of the new one is written. What went wrong, or empty.
std::string write_file(const std::string& path, std::string_view content);

// Standard output, or a text that stands for it. Failures to write are remembered and turn the exit status into kBadInput.
class Output {
 public:
  explicit Output(std::string* instead = nullptr) : instead_(instead) {}
  void write(std::string_view text);
  void line(std::string_view text);
  void flush();
  // Flushes; the status to exit with. Says what went wrong unless the reader has just closed the pipe.
  int finish(int status);

 private:
  void failed();

  std::string* instead_;
  int error_ = 0;  // errno of the first failure
};

// One or more lines on standard error.
void say(std::string_view text);
// `gnomon: error: ...`
void complain(std::string_view text);

// From now on the first signal to interrupt or terminate sets the flag, a second one ends the process; a closed pipe is an
// error of writing, not a signal.
const std::atomic<bool>* catch_signals();

// For a dialogue, in which the interrupt key ends the present work and not the process: takes the flag back and waits for
// the key again. False if the process was asked to terminate, or nothing has come.
bool forget_interrupt();

bool error_stream_is_terminal();

// Colours of words: Green, Red, Yellow say true, false, unknown; Red and Yellow also errors and warnings.
enum class Color : std::uint8_t { Green, Red, Yellow };
enum class Stream : std::uint8_t { Results, Messages };
// Whether words on the stream are coloured: `when` is auto (on a terminal, unless NO_COLOR is set), always or never.
bool wants_color(const std::string& when, Stream stream);
std::string colored(std::string_view text, Color color);

}  // namespace gnomon::cli
