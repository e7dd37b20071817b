// Formulas as what would refute them, for tools that look for bad states and for infinite paths.
//
//   p                  an initial state without p                                         p propositional
//   AG p               a reachable state without p
//   AF p, A(p U q)     an infinite path without F p, without p U q
//   A f                an infinite path on which f is false                               LTL and LDL over propositions
//   f and g            what refutes f, what refutes g
//
// Under fairness, paths are fair, and a state counts if a fair path starts there; so AG p is refuted by a fair path on which
// p fails once, and a proposition by a fair path that begins without it. A(p U q) is an infinite path's business only where
// no state is without successor: elsewhere it is left out, as are formulas that need the existence of a path, and those
// about knowledge, strategies or finite traces.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/budget.h"
#include "logic/formula.h"

namespace gnomon::exchange {

enum class ViolationKind : std::uint8_t { Initially, Always, Path };

struct Violation {
  ViolationKind kind = ViolationKind::Always;
  logic::Formula
      formula;  // Initially, Always: what should hold; Path: what the path satisfies that refutes the formula
};

struct Refutation {
  std::vector<Violation> violations;  // the formula is false iff one of them is found
  std::string left_out;               // or why there are none: a sentence without full stop
};

// What is true of the paths of a model.
struct PathFacts {
  bool fair = false;     // there are fairness constraints
  bool endless = false;  // every state has a successor
};

Refutation refutation(logic::FormulaPool& pool, const logic::Property& property, const PathFacts& facts,
                      const Budget& budget);

// Which operator of the property no tool without knowledge, strategies and finite traces understands, as a sentence without
// full stop; empty: none.
std::string foreign_operator(const logic::FormulaPool& pool, const logic::Property& property);

// A Boolean combination of propositions, GreenStates and RedStates.
bool is_propositional(const logic::FormulaPool& pool, logic::Formula f);

}  // namespace gnomon::exchange
