// The checker over enumerated states: the templates of src/check, for the space of this folder.
#include "check/labelling_impl.h"
#include "check/path_impl.h"
#include "check/product_impl.h"
#include "enumerate/product_search.h"
#include "enumerate/space.h"

namespace gnomon::check {

template class LabellingOf<enumerate::Space>;
template class PathCheckerOf<enumerate::Space>;
template struct ProductGoalOf<enumerate::Space>;
template ProductGoalOf<enumerate::Space> product_goal(LabellingOf<enumerate::Space>&, const automata::Buchi&,
                                                      const enumerate::BitSet*);
template ProductGoalOf<enumerate::Space> product_goal(LabellingOf<enumerate::Space>&, const automata::Nfa&,
                                                      const enumerate::BitSet&, const enumerate::BitSet*);

}  // namespace gnomon::check
