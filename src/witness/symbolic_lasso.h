// Paths for path formulas whose explicit automata would be too large: found in the product with an automaton whose states
// are assignments of diagram variables. That is the tableau for formulas of LTL (check/tableau.h), and for the others the
// construction on sets of alternating states (check/breakpoint.h).
//
// Only preimages of the product are computed. To walk from a product state to a target, the layers of states that lead to it
// are computed backwards; then a successor in the next layer is chosen bit by bit, by asking which half of the layer the
// current state leads to. For a lasso the walk visits the goals one after the other and tries to return to where it
// began; if there is no way back it has come to a later component, or makes a step, and begins anew from there, which ends.
// For a finite trace it goes to where the trace may end.
#pragma once

#include <cstddef>
#include <vector>

#include "automata/limits.h"
#include "check/labelling.h"
#include "check/symbolic_automaton.h"
#include "logic/nnf.h"
#include "witness/search.h"

namespace gnomon::witness {

template <class S>
struct PointLasso {
  std::vector<typename PointsOf<S>::Point> points;
  std::size_t loop = 0;
};

// What to look for: a path formula without bounds, in negation normal form. Variables of the automaton come from the
// reserve. Raises NotShown where a path would have more than `max_steps` steps, or the automaton is too large even so.
struct SymbolicSearch {
  logic::Formula formula;
  automata::Limits limits;
  check::VariableReserve* reserve = nullptr;
  std::size_t max_steps = 0;
};

// From the start, which has a fair path that satisfies the formula. Not for finite traces whose tests do not look beyond.
template <class S>
PointLasso<S> symbolic_lasso(check::LabellingOf<S>& letters, const SymbolicSearch& search, logic::Traces traces,
                             const typename PointsOf<S>::Point& start);

// From the start, the beginning of a fair path that satisfies the formula as a finite trace.
template <class S>
std::vector<typename PointsOf<S>::Point> symbolic_trace(check::LabellingOf<S>& letters, const SymbolicSearch& search,
                                                        const typename PointsOf<S>::Point& start);

}  // namespace gnomon::witness
