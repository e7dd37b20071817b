// Boolean combinations of propositions, evaluated as a whole.
//
// The diagram of a combination over all states is small in most models, and that of the reachable states is not. So the
// combination comes first, and the reachable states are cut down once.
#pragma once

#include <functional>
#include <unordered_set>
#include <vector>

#include "bdd/bdd.h"
#include "logic/formula.h"

namespace gnomon::check {

// By index: the combinations among the root and its subformulas, without single propositions and constants, and without
// those of formulas whose states are given otherwise.
std::vector<bool> combinations_below(const logic::FormulaPool& pool, logic::Formula root,
                                     const std::unordered_set<logic::Formula>& given);

// Where a combination holds, given where its propositions hold.
bdd::Bdd combination_diagram(bdd::Manager& manager, const logic::FormulaPool& pool, logic::Formula root,
                             const std::function<bdd::Bdd(const logic::Node& atom)>& proposition);

}  // namespace gnomon::check
