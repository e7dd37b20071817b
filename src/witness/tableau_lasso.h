// A path for an LTL formula whose explicit automaton would be too large: found in the product with its tableau, whose
// states are assignments of diagram variables (check/tableau.h).
//
// Only preimages of the product are computed. To walk from a product state to a target, the layers of states that lead to it
// are computed backwards; then a successor in the next layer is chosen bit by bit, by asking which half of the layer the
// current state leads to. From the start the walk visits the goals one after the other and tries to return to where it
// began; if there is no way back it has come to a later component, or makes a step, and begins anew from there, which ends.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "check/tableau.h"
#include "witness/search.h"

namespace gnomon::witness {

template <class S>
struct PointLasso {
  std::vector<typename PointsOf<S>::Point> points;
  std::size_t loop = 0;
};

// From the start, which has a fair path that satisfies the formula (in_tableau_fragment, in negation normal form). Raises
// NotShown where the path would have more than `max_steps` steps.
template <class S>
PointLasso<S> tableau_lasso(check::LabellingOf<S>& letters, logic::Formula f, check::VariableReserve& reserve,
                            const typename PointsOf<S>::Point& start, std::size_t max_steps);

}  // namespace gnomon::witness
