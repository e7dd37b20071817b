// The checker over a model in slices: the templates of src/check, for the space of this folder.
#include "check/labelling_impl.h"
#include "check/path_impl.h"
#include "check/product_impl.h"
#include "slices/space.h"

namespace gnomon::check {

using slices::SlicedSet;
using slices::SlicedSpace;

template class LabellingOf<SlicedSpace>;
template class PathCheckerOf<SlicedSpace>;
template ProductGoalOf<SlicedSpace> product_goal(LabellingOf<SlicedSpace>&, const automata::Buchi&, const SlicedSet*);
template ProductGoalOf<SlicedSpace> product_goal(LabellingOf<SlicedSpace>&, const automata::Nfa&, const SlicedSet&,
                                                 const SlicedSet*);

}  // namespace gnomon::check
