// Infinite paths that a search took for granted, made explicit for its evidence.
//
// In a model in which every state has a successor, a search need not look for the infinite path that goes on from where
// a path formula is satisfied. On the few states of the evidence it must be there. From the given state the walk takes
// one successor after the other, one that closes a loop if there is one, until it does. Every walk is short in most
// models and can be as long as a model has states in the worst case.
#pragma once

#include "base/budget.h"
#include "model/symbolic_model.h"

namespace gnomon::sat {

class EndlessPaths {
 public:
  // The states of an infinite path from `state`, a set of one state, that has a successor wherever it gets. A state
  // of a former walk ends this one.
  model::StateSet from(model::SymbolicModel& model, const model::StateSet& state, const Budget* budget);

 private:
  model::StateSet known_;  // states with an infinite path inside the set
};

}  // namespace gnomon::sat
