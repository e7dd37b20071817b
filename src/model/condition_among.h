// The states of a given set in which a condition holds.
//
// A condition over all states can have a far larger diagram than its states that are reachable: that forty bits are
// pairwise equal, in an order that suits the reachable states and not the pairs. Where the diagram of the condition
// takes much work in comparison with the set, the set is cut down instead, part by part of the condition:
//
//   S[f and g] = S[f][g]      S[f or g] = S[f] + (S - S[f])[g]      S[not f] = S - S[f]
#pragma once

#include "ispl/checked_model.h"
#include "model/expression_encoder.h"
#include "model/state_set.h"

namespace gnomon::model {

// In the cheaper of both ways.
StateSet holding_among(const ispl::CheckedModel& model, ExpressionEncoder& expressions, ispl::ExprId condition,
                       const StateSet& states);
// By cutting down.
StateSet cut_down(const ispl::CheckedModel& model, ExpressionEncoder& expressions, ispl::ExprId condition,
                  const StateSet& states);

}  // namespace gnomon::model
