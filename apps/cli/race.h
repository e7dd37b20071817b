// Engines that race for the formulas of a model, each in a process of its own (racers.h).
//
// A process begins as a copy of this one, which has read the model, takes the settings of its engine, decides formula after
// formula, and writes what it finds into a pipe; its set of reachable states serves all formulas. The first verdict of a
// formula counts. The others learn from a page of shared memory that the formula is decided, and leave it out. Who has won
// explains the verdict. When all is decided, the processes that are left are ended.
//
//   jobs at least as many as engines     all run at once
//   fewer jobs                           they take turns by their shares (task/turns.h)
//
// Nobody takes part who refuses all formulas, and who proves only some of them has less of the time. The first engine begins alone: most models are done in a moment, which is not
// worth another process. What has become known meanwhile changes the shares (share_of in race.cpp):
//
//   an engine has decided a formula, and nobody has all states yet    it has more: it will decide others like that
//   an engine has found all reachable states                          formulas are mostly easy then. Those that look for
//                                                                     states themselves could only lose; a little of the
//                                                                     time is left to all for the case that they would not
//
// Where there are several jobs, the first process with all states makes copies of itself, which have the states in
// their memory, and they divide the formulas that are left: each is taken by one of them. The original waits for its
// copies, and does what one that ended early has left undone.
//
// A process that ends early, for whatever reason, is an engine less. Two verdicts that contradict each other are told to the
// caller; with `compare` all engines decide all formulas, so that they are found.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gnomon/gnomon.h"
#include "racers.h"

namespace gnomon::cli {

struct RaceOptions {
  std::size_t jobs = 1;
  std::optional<double> seconds;  // from now on
  std::string time_limit;         // in words: "time limit of 2 s reached"
  std::size_t memory_bytes = 0;   // of all processes together; 0: no limit
  bool compare = false;
  std::optional<api::WitnessOptions> witness;  // explain verdicts
  const std::atomic<bool>* interrupt = nullptr;
};

struct Contradiction {
  std::size_t formula = 0;
  std::string true_by;
  std::string false_by;
};

struct RaceResult {
  bool nothing_begins = false;  // there is no initial state: the race was called off
  std::vector<Contradiction> contradictions;
  std::vector<std::string> lost;         // sentences about processes that ended early
  std::vector<std::string> diagnostics;  // that came up on the way, rendered, each once
};

// Told once for each formula, as soon as its verdict, or its explanation, is known; those that remain unknown come last.
using OnRaced = std::function<void(api::FormulaResult& result)>;

// Lets the engines race for formulas of a run that has read its model and done nothing else; the run stays like that.
RaceResult race(api::Run& run, const std::vector<std::size_t>& indices, const RaceOptions& options,
                const OnRaced& decided);

}  // namespace gnomon::cli
