// Knowledge with memory where states are listed: the verdict of a formula under @clock or @recall, and its truth after a
// history.
//
// The formula is split into conjuncts, each with histories of its own (enumerate/histories.h). Parts without knowledge are
// evaluated on the states, where they may be about strategies and obligations, and stand in the formula as atoms; the rest is
// left to the checker on places (enumerate/memory_space.h).
#pragma once

#include <cstddef>
#include <vector>

#include "check/path.h"
#include "enumerate/evaluation.h"
#include "recall/memory_checker.h"

namespace gnomon::enumerate {

struct MemoryCheckOptions {
  recall::InitialInformation initial = recall::InitialInformation::Own;
  check::PathOptions paths;
  std::size_t most_places = 4'000'000;  // of one conjunct
};

struct MemoryVerdict {
  bool holds = true;
  std::size_t places = 0;  // in all conjuncts
  std::vector<check::PathReport> paths;
};

// Whether the observations of agents change in the formula, which is not decided here.
bool changes_observations(logic::FormulaPool& pool, logic::Formula f);

// Whether the formula holds in all initial states of the space. Requires that it is supported (recall/prepare.h) and changes no
// observation. Raises LimitReached where there are too many places.
MemoryVerdict holds_with_memory(LabelledSpace& plain, logic::Formula f, logic::KnowledgeSemantics semantics,
                                const MemoryCheckOptions& options);

// Whether it holds after a history: states of the space that follow one another, from an initial one on.
bool holds_after(LabelledSpace& plain, const std::vector<StateIndex>& history, logic::Formula f,
                 logic::KnowledgeSemantics semantics, const MemoryCheckOptions& options);

}  // namespace gnomon::enumerate
