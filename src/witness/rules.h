// The rules by which claims are explained, one family per file. Each takes the index of a claim whose operator belongs
// to it and whose value can be shown, and fills in the claim's rule and evidence. NotShown: there is evidence that
// cannot be shown; the claim is then taken. Instantiated for the spaces that are explained, which session.h lists.
#pragma once

#include <cstddef>

#include "witness/session.h"

namespace gnomon::witness {

template <class S>
void explain_boolean(SessionOf<S>& session, std::size_t claim);
template <class S>
void explain_temporal(SessionOf<S>& session, std::size_t claim);  // EX EF EU EG true; AX AG AF AU false
template <class S>
void explain_counted(SessionOf<S>& session, std::size_t claim);  // the same with a bound on the steps
template <class S>
void explain_path(SessionOf<S>& session, std::size_t claim);  // E true, A false, on infinite paths and finite traces
// Of these states, in all of which the claim's path quantifier has the claim's value: one from which a lasso as short as any
// shows it. None if that takes too much work to find out.
template <class S>
std::optional<State> best_start(SessionOf<S>& session, std::size_t claim, const std::vector<State>& starts);
template <class S>
void explain_knowledge(SessionOf<S>& session, std::size_t claim);  // K GK GCK DK O false
template <class S>
void explain_strategy(SessionOf<S>& session, std::size_t claim);  // <g>X <g>F <g>G <g>U, true and false

// K and DK that hold: what is possible as far as the agents know. An illustration: nothing larger is shown by it.
bool shows_what_is_possible(const logic::FormulaPool& pool, logic::Formula f, bool holds);
template <class S>
void explain_possible(SessionOf<S>& session, std::size_t claim);

// Whether there is something to show when the operator has this value. Boolean operators: always.
bool can_be_shown(const logic::FormulaPool& pool, logic::Formula f, bool holds);

}  // namespace gnomon::witness
