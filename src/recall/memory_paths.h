// Path quantifiers under knowledge with memory.
//
// The state subformulas of a path formula are letters: their places are computed first, and the path formula is put
// over atoms that stand for them. What follows is as in check/path.h: fixpoints for one operator, an NFA for <rho>f,
// finite traces and formulas with no operator but X, a Büchi automaton for the rest, times the augmented system.
//
// A formula with no path operator but X looks a known number of steps ahead; only so much of the forest is built for
// it.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "check/path.h"
#include "recall/memory_graph.h"

namespace gnomon::recall {

struct PathPlan {
  logic::Formula argument;  // of the quantifier, as it stands in the formula
  logic::Formula core;      // over atoms, in negation normal form: what some path must satisfy
  bool negated = false;     // the quantifier was A: the answer is the complement
  logic::Traces traces = logic::Traces::Infinite;
  std::vector<logic::Formula> letters;
  std::vector<logic::Formula> atoms;      // by letter
  std::optional<std::size_t> look_ahead;  // steps; none: unbounded
};

// Requires a quantifier over a path formula.
PathPlan plan_path(logic::FormulaPool& pool, logic::Op quantifier, logic::Formula argument,
                   const check::PathOptions& options);

// The places of the graph from which some path satisfies the plan's core. `places` are those of its letters, on the
// nodes of the graph. With a look-ahead, the answer is right on nodes that have that many steps in the graph before
// them.
PlaceSet exists_path(const MemoryGraph& graph, logic::FormulaPool& pool, const PathPlan& plan,
                     const std::vector<PlaceSet>& places, const check::PathOptions& options,
                     std::vector<check::PathReport>& reports);

}  // namespace gnomon::recall
