// The states of a given set in which a condition holds.
//
// A condition over all states can have a far larger diagram than its states that are reachable: that forty bits are
// pairwise equal, in an order that suits the reachable states and not the pairs. Where the diagram of the condition
// takes much work in comparison with the set, the set is cut down instead, part by part of the condition:
//
//   S[f and g] = S[f][g]      S[f or g] = S[f] + (S - S[f])[g]      S[not f] = S - S[f]
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "ispl/checked_model.h"
#include "model/expression_encoder.h"
#include "model/state_set.h"

namespace gnomon::model {

// How much work (bdd::Manager::work) the diagram of a condition may take, in comparison with the set.
std::uint64_t work_on_condition(const StateSet& states);
// With the diagram of the condition, which is made by a call, if this takes no more than so much work.
std::optional<StateSet> holding_at_once(const StateSet& states, std::uint64_t work,
                                        const std::function<bdd::Bdd()>& make_condition);
// In the cheaper of both ways, where the first may take so much work.
StateSet holding_among(const ispl::CheckedModel& model, ExpressionEncoder& expressions, ispl::ExprId condition,
                       const StateSet& states, std::uint64_t work);
// By cutting down.
StateSet cut_down(const ispl::CheckedModel& model, ExpressionEncoder& expressions, ispl::ExprId condition,
                  const StateSet& states);

}  // namespace gnomon::model
