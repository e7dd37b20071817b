// Engines that race for the formulas of a model, each in a process of its own (racers.h).
//
// A process reads the model anew, with the settings of its engine, decides formula after formula, and writes what it finds
// into a pipe; its set of reachable states serves all formulas. The first verdict of a formula counts. The others learn from a
// page of shared memory that the formula is decided, and leave it out. Who has won explains the verdict. When all is
// decided, the processes that are left are ended.
//
//   jobs at least as many as engines     all run at once
//   fewer jobs                           they take turns: an engine that has used up its slice of processor time stops, the one
//                                        goes on whose next turn would end first if engines were as fast as their shares
//                                        are large. Slices double from turn to turn, so that few turns are taken and a
//                                        fast engine is not far away
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

// Reads the model with these settings and adds the formulas that the caller has added, so that indices are the same. Called
// in the new processes.
using BeginRun = std::function<api::Run(const api::RunOptions& options)>;
// Told once for each formula, as soon as its verdict, or its explanation, is known; those that remain unknown come last.
using OnRaced = std::function<void(api::FormulaResult& result)>;

RaceResult race(const std::vector<api::FormulaResult>& formulas, const api::RunOptions& run, const RaceOptions& options,
                const BeginRun& begin, const OnRaced& decided);

}  // namespace gnomon::cli
