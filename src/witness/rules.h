// The rules by which claims are explained, one family per file. Each takes the index of a claim whose operator belongs
// to it and whose value can be shown, and fills in the claim's rule and evidence. NotShown: there is evidence that
// cannot be shown; the claim is then taken.
#pragma once

#include <cstddef>

#include "witness/session.h"

namespace gnomon::witness {

void explain_boolean(Session& session, std::size_t claim);
void explain_temporal(Session& session, std::size_t claim);  // EX EF EU EG true; AX AG AF AU false
void explain_counted(Session& session, std::size_t claim);   // the same with a bound on the steps
void explain_path(Session& session, std::size_t claim);      // E true, A false, on infinite paths and finite traces
// Of these states, in all of which the claim's path quantifier has the claim's value: one from which a lasso as short as any
// shows it. None if that takes too much work to find out.
std::optional<State> best_start(Session& session, std::size_t claim, const std::vector<State>& starts);
void explain_knowledge(Session& session, std::size_t claim);  // K GK GCK DK O false
void explain_strategy(Session& session, std::size_t claim);   // <g>X <g>F <g>G <g>U, true and false

// K and DK that hold: what is possible as far as the agents know. An illustration: nothing larger is shown by it.
bool shows_what_is_possible(const logic::FormulaPool& pool, logic::Formula f, bool holds);
void explain_possible(Session& session, std::size_t claim);

// Whether there is something to show when the operator has this value. Boolean operators: always.
bool can_be_shown(const logic::FormulaPool& pool, logic::Formula f, bool holds);

}  // namespace gnomon::witness
