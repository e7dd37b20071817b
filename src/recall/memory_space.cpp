// The checker over the graph of information sets: the templates of check/, for MemoryGraph.
#include "check/labelling_impl.h"
#include "check/path_impl.h"
#include "check/product_impl.h"
#include "recall/memory_graph.h"

namespace gnomon::check {

using recall::MemoryGraph;
using recall::PlaceSet;

template const PlaceSet& LabellingOf<MemoryGraph>::states(logic::Formula);
template class PathCheckerOf<MemoryGraph>;
template ProductGoalOf<MemoryGraph> product_goal(LabellingOf<MemoryGraph>&, const automata::Buchi&, const PlaceSet*);
template ProductGoalOf<MemoryGraph> product_goal(LabellingOf<MemoryGraph>&, const automata::Nfa&, const PlaceSet&,
                                                 const PlaceSet*);
template PlaceSet apply_operator(const MemoryGraph&, const logic::FormulaPool&, const logic::Node&, const PlaceSet&,
                                 const PlaceSet&, const StrategyOptions&);

}  // namespace gnomon::check
