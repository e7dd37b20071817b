// The checker for knowledge with memory. Other folders include this header and prepare.h of src/recall, no other, but for
// src/witness, which explains what was found on the same structures.
//
// After a history, K(i, f) holds iff f holds after every possible history of the same length that
//   @clock    looks to i like it at the last position
//   @recall   looks to i like it at every position, under all observations that i used there
// A history is possible if it is a finite path from an initial state whose last state lies in the frame (with fairness:
// has a fair continuation). Everything else means what it means without memory; temporal operators extend the history.
//
// Method: information sets and k-trees as shared nodes of diagrams, built on the fly (forest.h), and the operators of
// check/ on the system augmented with them (memory_graph.h). The formula is split into conjuncts, each with a forest of
// its own. If all its outermost knowledge is one knower's, that knower's information sets are the nodes; they have
// trees below them to the depth of alternation. Otherwise a node holds one actual world. With a clock there is one node
// per length of history, until the sequence of sets repeats.
//
//   MemoryChecker checker(labelling, options);                     // labelling: of check/, on the frame to be used
//   if (std::string why = unsupported(pool, f, semantics); !why.empty()) ...   // (prepare.h) before any work
//   MemoryResult result = checker.check(f, semantics);
//
// LimitReached comes out as everywhere; the checker and the labelling remain usable.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "check/labelling.h"
#include "check/path.h"
#include "recall/doubt.h"
#include "recall/memory_labelling.h"
#include "recall/prepare.h"

namespace gnomon::recall {

enum class InitialInformation : std::uint8_t {
  Own,  // agents know that the history starts in an initial state
  All,  // to begin with, every state of the frame that looks like the initial one is possible
};

struct MemoryOptions {
  InitialInformation initial = InitialInformation::Own;
  check::PathOptions paths;
  std::size_t max_nodes = 5'000'000;                 // of one forest
  std::function<void(std::size_t nodes)> on_growth;  // for progress displays
  bool explain = true;                               // look for a doubt where the verdict is false
};

// How large the forests grew; sums and maxima over the conjuncts.
struct MemoryReport {
  std::size_t conjuncts = 0;
  std::size_t knowers = 0;      // the most in one conjunct
  std::size_t views = 0;        // the most in one conjunct
  std::size_t alternation = 0;  // depth of the deepest view; 0: information sets of one knower, or a clock
  std::size_t nodes = 0;        // in all forests
  std::size_t vertices = 0;
  std::vector<check::PathReport> paths;
};

struct MemoryResult {
  bool holds = false;
  MemoryReport report;
  // False verdicts: of some knowledge operator that is false where it matters. None with all initial information: the
  // possible history would not start in an initial state.
  std::optional<Doubt> doubt;
};

// A formula evaluated as a whole, with all that its explanation may ask about. Its checker must outlive it.
struct MemoryStructure {
  MemoryStructure(const check::Frame& frame, const ForestLimits& limits)
      : observations(frame.model()), forest(frame, observations, limits) {}

  Observations observations;
  Forest forest;
  ViewId root;
  std::optional<MemoryLabelling> labelling;
  PlaceSet beginning;  // the places of initial states
};

class MemoryChecker {
 public:
  // The labelling's frame says which states, paths and histories count. It must outlive the checker.
  explicit MemoryChecker(check::Labelling& plain, MemoryOptions options = {});

  // Whether the formula holds in all initial states of the frame. Requires that it is supported (prepare.h).
  MemoryResult check(logic::Formula f, logic::KnowledgeSemantics semantics);
  // Whether it holds after a history: states that follow one another, from an initial one on, all of them in the frame.
  using StateValues = std::vector<ispl::Value>;
  bool holds_after(const std::vector<StateValues>& history, logic::Formula f, logic::KnowledgeSemantics semantics);
  // Requires in addition that the formula is prepared, and memory.
  std::unique_ptr<MemoryStructure> structure(logic::Formula f, logic::KnowledgeSemantics semantics);
  check::Labelling& plain() const { return *plain_; }
  const MemoryOptions& options() const { return options_; }

 private:
  bool check_conjunct(logic::Formula f, logic::KnowledgeSemantics semantics, MemoryResult& result);
  // Whose information sets are the nodes of the forest; none: nodes are single worlds.
  KnowerId root_knower(logic::Formula f, logic::KnowledgeSemantics semantics, Observations& observations) const;
  enum class Depth : std::uint8_t { Outermost, All };
  // The knowers that the formula asks about: all, or those outside the worlds of others.
  std::vector<Coalition> knowers(logic::Formula f, Depth depth) const;

  check::Labelling* plain_;
  MemoryOptions options_;
  MemoryPathChecker paths_;
};

}  // namespace gnomon::recall
