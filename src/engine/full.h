// An engine that can find all reachable states, and so knows about the model as a whole: what has no successor, where
// values run out of range, whether anything is reached at all. Figures go to the system.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/bigint.h"
#include "engine/engine.h"
#include "ispl/checked_model.h"

namespace gnomon::engine {

// What a search among all reachable states found.
struct StatesFound {
  BigInt count;
  std::optional<std::vector<ispl::Value>> example;  // by VarId; if there is one
};

class FullEngine : public Engine {
 public:
  // Finds all reachable states and, with fairness, those that start a fair path. This and the searches raise
  // LimitReached; what was found remains.
  virtual void build() = 0;
  virtual bool built() const = 0;
  // Forgets what was asked and has no answer yet.
  virtual void withdraw() = 0;
  virtual StatesFound deadlocks() = 0;
  virtual StatesFound overflows() = 0;

  enum class Beginning : std::uint8_t { Some, NoInitialState, NoFairPath };
  // Whether there is an initial state, and one that starts a fair path. Requires that all states are found.
  virtual Beginning beginning() = 0;
  // All states and paths, if they are listed; null if there are diagrams of them. Requires that all states are found.
  virtual const enumerate::LabelledSpace* listed() { return nullptr; }
};

}  // namespace gnomon::engine
