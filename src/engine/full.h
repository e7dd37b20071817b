// An engine that can find all reachable states, and so knows about the model as a whole: what has no successor, where
// values run out of range, whether anything is reached at all. Figures go to the system.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
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

// What an engine did that cut the model into slices (src/slices).
struct SliceReport {
  struct One {
    std::optional<BigInt> states;  // reachable ones in its window
    std::size_t peak_nodes = 0;
    std::size_t peak_bytes = 0;  // of its diagrams
    double seconds = 0;          // of processor time
    std::size_t bytes_sent = 0;
    std::string worker;  // that it is at; empty: this process
    double waited = 0;   // seconds, where that is known
  };
  std::vector<One> slices;
  std::size_t exchanges = 0;
  // How often a slice became two, was split while two others were united, how often slices went to workers that had come,
  // and how often what they have was kept for others to begin from.
  std::size_t splits = 0, rebalanced = 0, moves = 0, checkpoints = 0;
  double critical_seconds = 0;       // the time it would take with a processor for each slice
  std::optional<BigInt> duplicated;  // states that are held by more than one slice
  bool confirmed = false;            // that all states were found
};

class FullEngine : public Engine {
 public:
  // What will be asked, as far as that is known, and whether all states are needed anyway; so that an engine may choose.
  virtual void expect(std::span<const logic::Property* const> /*properties*/, bool /*all_states*/) {}
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
  // Hands all states that were found to the system, where they are elsewhere and diagrams of them are about to be needed.
  virtual void bring_together() {}
  // If the model was cut; otherwise why not, where that was asked for.
  virtual std::optional<SliceReport> slices() { return std::nullopt; }
  virtual std::string not_cut() const { return {}; }
};

}  // namespace gnomon::engine
