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

// Memory that all processes of a race see. Engines are numbered from 1, and the copies of one come after them.
class Scoreboard {
 public:
  Scoreboard(std::size_t formulas, std::size_t racers);  // throws std::system_error
  ~Scoreboard();
  Scoreboard(const Scoreboard&) = delete;
  Scoreboard& operator=(const Scoreboard&) = delete;

  // The engine that has won a formula; 0: none.
  std::size_t winner(std::size_t place) const { return winners_[place].load(); }
  void set_winner(std::size_t place, std::size_t racer) { winners_[place].store(static_cast<std::uint8_t>(racer)); }

  // What an engine is working at. It names the formula before it looks for a winner, the other side names the winner
  // before it looks for the formula: so one of the two notices that the work is in vain.
  void begin_work(std::size_t racer, std::size_t place) { works_[racer - 1].store(place); }
  bool works_at(std::size_t racer, std::size_t place) const { return works_[racer - 1].load() == place; }

  // Once in a race a process may make copies of itself: whether this is the time. Who of them takes a formula first has
  // it for itself.
  bool begin_copies() { return !copied_->exchange(true); }
  bool claim(std::size_t place) { return !claims_[place].exchange(true); }

 private:
  std::size_t bytes_ = 0;
  void* memory_ = nullptr;
  std::atomic<std::size_t>* works_ = nullptr;
  std::atomic<std::uint8_t>* winners_ = nullptr;
  std::atomic<bool>* claims_ = nullptr;
  std::atomic<bool>* copied_ = nullptr;
};

// What a process tells: a result, or a text.
enum class RaceMessage : char {
  Verdict = 'V',     // a formula that is decided, or unknown to this engine
  Explained = 'X',   // the same with its witness
  Diagnostic = 'W',  // rendered
  Complete = 'C',    // all reachable states are found
  Copied = 'P',      // there is a copy of the process: its place among the copies, and its number for the system
  Nothing = 'N',     // there is no initial state
  Failure = 'E',     // it ends: a sentence
  Done = 'D',
};

// What the new process of an engine does. Does not return.
struct RaceTask {
  std::size_t number = 0;  // of the racer, from 1
  RacerSettings settings;
  RacerWork work = RacerWork::States;
  std::vector<std::size_t> indices;  // of formulas; their places are those of the scoreboard
  std::vector<std::size_t> places;   // of those that this engine may decide
  Scoreboard* board = nullptr;
  const RaceOptions* options = nullptr;
  api::Run* run = nullptr;     // that has read the model
  std::string fault;           // what it is to do wrong, for tests; empty: nothing
  std::size_t copies = 0;      // that it may make of itself when it knows all reachable states
  std::size_t first_copy = 0;  // the number of the first of them
};
// `for_copies`: where these are to write.
[[noreturn]] void run_race_task(const RaceTask& task, int output, const std::vector<int>& for_copies);

// The process from outside.
class RaceProcess {
 public:
  RaceProcess() = default;
  ~RaceProcess();
  RaceProcess(const RaceProcess&) = delete;
  RaceProcess& operator=(const RaceProcess&) = delete;

  // False, and `problem` says why, if there is none to be had.
  bool begin(const RaceTask& task, std::string& problem);
  // Becomes the copy that another process has made of itself. What becomes of it is told by messages alone.
  void adopt(RaceProcess& original, std::size_t copy, pid_t pid);
  bool begun() const { return pid_ > 0 || ended_; }
  bool ended() const { return ended_; }
  int output() const { return output_; }
  // Calls `hear` for each whole message that has arrived; when nothing more will come, it has ended.
  void listen(const std::function<void(RaceMessage, std::string_view)>& hear);
  void pause();
  void resume();
  void kill();  // it ends soon
  void stop();  // at once
  // Likewise, and as if it had never begun; what it has told and nobody has heard is lost.
  void start_over();
  double processor_seconds() const;
  int status() const { return status_; }  // of the exit, or minus the signal

 private:
  void reap();

  pid_t pid_ = -1;
  bool is_child_ = true;
  int output_ = -1;
  std::vector<int> of_copies_;  // where they would write; -1: adopted
  bool ended_ = false;
  int status_ = 0;
  std::string bytes_;
};

}  // namespace gnomon::cli
