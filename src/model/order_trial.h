// Which static order to start from, judged by what it costs.
//
// The span of an order (order.h) says little about the diagrams of sets of states. So each candidate is given a short
// trial: the model is encoded in it and explored, until a fixed amount of work has been done. The candidate that took
// less work for the steps that all of them managed wins. The amount grows from round to round until the candidates are
// told apart, so that a small model costs little more than its own search. Work is counted in steps of the engine
// (bdd::Manager::work), so that the choice is the same in every run. Cost: some hundredths of a second at most; large
// models, whose encoding alone takes longer, are not tried.
#pragma once

#include "ispl/checked_model.h"
#include "model/order.h"
#include "model/symbolic_model.h"

namespace gnomon::model {

// Force or Declaration, whichever does better under these options (their order does not matter). Limits of the options'
// budget are raised as always.
OrderStrategy better_order(const ispl::CheckedModel& model, const ModelOptions& options);

}  // namespace gnomon::model
