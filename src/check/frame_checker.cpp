// The checker over the diagrams of a model: the templates of this folder, for frames.
#include "check/frame.h"
#include "check/labelling_impl.h"
#include "check/path_impl.h"
#include "check/product_impl.h"

namespace gnomon::check {

template class LabellingOf<Frame>;
template class PathCheckerOf<Frame>;
template struct ProductGoalOf<Frame>;
template ProductGoal product_goal(Labelling&, const automata::Buchi&, const StateSet*);
template ProductGoal product_goal(Labelling&, const automata::Nfa&, const StateSet&, const StateSet*);

}  // namespace gnomon::check
