// Listed states as a diagram: for what only diagrams decide or explain, when all states have been found one by one. Then
// they need not be found a second time.
//
// The bits of every state are put in the order of the diagram's levels, and the states are sorted. So states with a common
// beginning are neighbours, and the diagram is made from the bottom up, level by level: what stands for all states with one
// beginning is made of what stands for those that go on with 0 and with 1.
//
//   level   1 2 3       after level 3          after level 2           after level 1
//           0 0 1       00 -> x3               0 -> x2 ? 1 : x3        x1 ? (x2 ? not x3 : 0) : (x2 ? 1 : x3)
//           0 1 0       01 -> 1                1 -> x2 ? not x3 : 0
//           0 1 1       11 -> not x3
//           1 1 0
//
// n states of b bits take the time of n b small operations at most; levels at the bottom are shared, and those at the top
// have few beginnings.
#pragma once

#include "enumerate/graph.h"
#include "model/encoding.h"
#include "model/state_set.h"

namespace gnomon::enumerate {

// All states that were found so far. The encoding is of the same model. LimitReached passes through.
model::StateSet diagram_of(const Graph& graph, const model::Encoding& encoding);

}  // namespace gnomon::enumerate
