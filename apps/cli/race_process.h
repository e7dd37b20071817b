// One engine of a race: its process, seen from both sides.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

#include "race.h"

namespace gnomon::cli {

// A page of memory that all processes of a race see: by formula the number of the engine that has won it, from 1; 0: none.
class Scoreboard {
 public:
  explicit Scoreboard(std::size_t formulas);  // throws std::system_error
  ~Scoreboard();
  Scoreboard(const Scoreboard&) = delete;
  Scoreboard& operator=(const Scoreboard&) = delete;

  std::size_t winner(std::size_t place) const;
  void set_winner(std::size_t place, std::size_t racer);

 private:
  std::size_t bytes_ = 0;
  std::atomic<std::uint8_t>* winners_ = nullptr;
};

// What a process tells: a result, or a text.
enum class RaceMessage : char {
  Verdict = 'V',     // a formula that is decided, or unknown to this engine
  Explained = 'X',   // the same with its witness
  Diagnostic = 'W',  // rendered
  Nothing = 'N',     // there is no initial state
  Failure = 'E',     // it ends: a sentence
  Done = 'D',
};

// What the new process of an engine does. Does not return.
struct RaceTask {
  std::size_t number = 0;  // of the racer, from 1
  RacerSettings settings;
  std::vector<std::size_t> indices;  // of formulas; their places are those of the scoreboard
  const Scoreboard* board = nullptr;
  const RaceOptions* options = nullptr;
  const BeginRun* begin = nullptr;
  std::string fault;  // what it is to do wrong, for tests; empty: nothing
};
[[noreturn]] void run_race_task(const RaceTask& task, int output);

// The process from outside.
class RaceProcess {
 public:
  RaceProcess() = default;
  ~RaceProcess();
  RaceProcess(const RaceProcess&) = delete;
  RaceProcess& operator=(const RaceProcess&) = delete;

  // False, and `problem` says why, if there is none to be had.
  bool begin(const RaceTask& task, std::string& problem);
  bool begun() const { return pid_ > 0 || ended_; }
  bool ended() const { return ended_; }
  int output() const { return output_; }
  // Calls `hear` for each whole message that has arrived; when nothing more will come, it has ended.
  void listen(const std::function<void(RaceMessage, std::string_view)>& hear);
  void pause();
  void resume();
  void stop();  // at once
  double processor_seconds() const;
  int status() const { return status_; }  // of the exit, or minus the signal

 private:
  void reap();

  pid_t pid_ = -1;
  int output_ = -1;
  bool ended_ = false;
  int status_ = 0;
  std::string bytes_;
};

}  // namespace gnomon::cli
