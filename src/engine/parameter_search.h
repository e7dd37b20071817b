// The values of parameters (logic/parameters.h) that make a formula true.
//
// The set of good values is closed upwards in up parameters and downwards in down ones. So the verdict is that of the
// easiest values (up: the largest bound there is, which operators on states reach as their fixpoint; down: 0), and an
// optimum is found by doubling and bisection. Several parameters of one direction: the extreme points, one after the
// other. From a corner inside the set a walk along the axes leads to an extreme point; what is not beyond it lies below
// one of as many new corners as there are parameters; a corner outside the set is done with. Parameters of both directions: for
// each its optimum, the others being as easy as can be.
#pragma once

#include "engine/amount.h"
#include "engine/outcome.h"
#include "logic/formula.h"
#include "logic/parameters.h"

namespace gnomon::engine {

// A parameter with a range is fixed, if the range has one value, or its values are tried one by one.
//
// When a limit is reached while values are looked for, a verdict that is known already stays known.

// Requires a formula with parameters, none of them used both ways but for those with a range, of which one at most has
// several values.
Outcome outcome_with_parameters(logic::FormulaPool& pool, logic::Formula formula, const Judge& judge);

// What explains it: the formula at the optimum, which is true, and next to it, where it is false, for the first points of
// a front; or why nothing does.
ShownBy shown_by(logic::FormulaPool& pool, logic::Formula formula, const StepValues& values, bool holds);

}  // namespace gnomon::engine
