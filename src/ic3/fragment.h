// Which formulas IC3 decides, and what it has to prove of them.
//
// A formula is taken apart into invariants: conjunctions, AG f, !EF f, and A over G f (LTL G f, also on finite traces,
// LDL [true*]f), one inside the other. What remains must hold in every reachable state, or, where no such operator stands
// in front of it, in the initial ones. It must be universal (check/preservation.h) and speak of no other time: atoms,
// Boolean operators, and K, GK, DK, O in places where they say what all look-alikes satisfy. Its negation is then shown
// by one state and as many reachable look-alikes as there are such operators on one way through it, which are its copies
// (ic3/target.h).
//
// With a clock, agents tell states apart that are reached in different numbers of steps.
//
// What holds in all reachable states holds on all paths, whichever count. The converse needs a look at the paths: a state
// outside the invariant of LTL G f, or under fairness, must be on an infinite, or fair, path.
//
// Of the conjuncts that are no invariants those are decided that one path refutes (ic3/single_path.h), among them LTL and
// LDL over propositions: that no path does so is an invariant of the model with a monitor beside it (ic3/monitor.h).
#pragma once

#include <string>
#include <vector>

#include "logic/formula.h"

namespace gnomon::ic3 {

struct Part {
  logic::Formula formula;
  bool always = false;             // in every reachable state; otherwise in the initial ones only
  bool on_infinite_paths = false;  // a state without it counts only on an infinite path
  bool with_clock = false;         // look-alikes are reached in as many steps as the state itself
  logic::Formula conjunct = {};    // of the property, that it was taken from
  bool on_paths = false;           // a state formula, with its quantifier, that one path refutes; nothing of the above
};

// What has no look-alikes is one part of either kind, everything else a part of its own.
struct Parts {
  std::vector<Part> all;
  std::string unsupported;  // why not, a sentence without full stop; empty: IC3 decides it
};

// The pool grows by the normal form. The property must not remember more than the time.
Parts parts_of(logic::FormulaPool& pool, const logic::Property& property);

}  // namespace gnomon::ic3
