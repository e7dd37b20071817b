// The engines of a portfolio: what `--engine=portfolio` lets race. A new engine is one more line of racers.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gnomon/gnomon.h"

namespace gnomon::cli {

// How an engine is asked: settings of the run, and bounds if it looks at parts of the model.
struct RacerSettings {
  api::RunOptions run;
  std::optional<api::BoundedOptions> bounded;
};

// What an engine spends its time on: working out the reachable states, once for all formulas, or proofs about single
// formulas.
enum class RacerWork : std::uint8_t { States, Proofs };

// Settings are those of the user's run with diagrams, until an engine chooses others.
struct Racer {
  std::string name;
  double share = 1;  // of the time, where not all can run at once
  RacerWork work = RacerWork::States;
  void (*choose)(RacerSettings& settings) = nullptr;
};

// In the order in which they begin.
const std::vector<Racer>& racers();

}  // namespace gnomon::cli
