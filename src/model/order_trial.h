// The model in the static order that costs less, found out by exploring it in both.
//
// The span of an order (order.h) says little about the diagrams of sets of states. So the model is encoded and explored
// in both candidates, a little in turn. The one that took less work for the steps which both have taken leads, and may
// do three times the work of the other, which catches up when the leader slows down. A candidate that is far behind is
// given up, and after some hundredths of a second so is the one behind; the search of the other goes on from where it
// stands, so that only the work of the loser was in vain. A trial also ends where the order would be changed, because
// changing it helps most while diagrams are small. Work is counted in steps of the engine (bdd::Manager::work), so that
// the choice is the same in every run. Large models, whose encoding alone takes longer, are not tried.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "ispl/checked_model.h"
#include "model/symbolic_model.h"

namespace gnomon::model {

// Runs one step of exploration, the one after so many rounds. For callers that tell exploring from encoding.
using AroundStep = std::function<void(std::size_t rounds, const std::function<void()>& step)>;

// In the order Force or Declaration, whichever does better under these options (their order does not matter); its
// exploration may be complete. Limits of the options' budget are raised as always.
std::unique_ptr<SymbolicModel> in_better_order(
    const ispl::CheckedModel& model, const ModelOptions& options,
    const AroundStep& around = [](std::size_t, const std::function<void()>& step) { step(); });

}  // namespace gnomon::model
