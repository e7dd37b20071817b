// Why there is nothing to show: a sentence, without full stop.
//
// A true claim about everything has no finite witness. A false claim that something exists has no finite
// counterexample, but there is an initial state that it is false in; the sentence says which, what does not exist there,
// and in a small model how many states were looked at.
#pragma once

#include <string>

#include "check/labelling.h"
#include "explicit/program.h"

namespace gnomon::witness {

template <class S>
std::string absence(check::LabellingOf<S>& labelling, logic::Formula formula, bool holds);

// Of a formula that is false in this initial state, or after the history that begins and ends there.
template <class S>
std::string absence_from(const S& space, const logic::FormulaPool& pool, logic::Formula formula,
                         const explicit_state::State& state);

// "false in 2 of 5 initial states"; empty if there is one initial state, if the formula is true in none, or if the model is
// large: the set of states of a large AG is not computed only to count.
template <class S>
std::string failing_share(check::LabellingOf<S>& labelling, logic::Formula formula);

}  // namespace gnomon::witness
