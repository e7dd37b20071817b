// Variables that never return to a former value, and the relation without their changes.
//
// If no step decreases the code of x (or none increases it), then x changes only finitely often on any path: every
// infinite path has a suffix on which x is constant. So a cycle, fair or not, lies entirely within the steps that leave
// all such variables alone. Looking for cycles in this "frozen" relation is exact, and often the whole difference: a
// protocol that makes progress has one strongly connected component per stage, which a cycle search on the full
// relation peels off one by one.
#pragma once

#include <vector>

#include "model/conjuncts.h"
#include "model/encoding.h"

namespace gnomon::model {

// The written variables whose code never decreases, or never increases, under the conjunct that writes them.
std::vector<ispl::VarId> monotone_variables(const Encoding& encoding, const std::vector<Conjunct>& conjuncts);

// The steps of the relation that keep the values of these variables; they are no longer written.
std::vector<Conjunct> freeze(const Encoding& encoding, const std::vector<Conjunct>& conjuncts,
                             const std::vector<ispl::VarId>& vars);

}  // namespace gnomon::model
