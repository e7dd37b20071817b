// Accepting lassos: a path of the product that ends in a loop on which every goal is met.
//
//    start -> . -> . -> e -> . -> g1 -> . -> g2 -> .
//                       ^_________________________/
//
// The targets of a ProductGoal (or a fair hull) are vertices from which accepting paths start; every cycle that is good
// lies among them, but not every one of them lies on a cycle. From the nearest target the search walks to the nearest
// goal that is not met yet, and so on, and from the last one back to any vertex of the walk that leaves all goals on
// the loop (Clarke, Grumberg, McMillan, Zhao 1995). If there is no way back the walk has left its strongly connected
// component, or there never was a cycle. Then the search starts again at the nearest vertex that lies behind: on a
// cycle, or between two. Vertices only ever lead to lower components, and in the lowest ones the walk cannot get lost,
// so this ends. At last the shortest way from the start to any vertex of the loop replaces the way that was searched.
#pragma once

#include <cstddef>
#include <vector>

#include "witness/search.h"

namespace gnomon::witness {

template <class S>
struct VertexLassoOf {
  std::vector<VertexOf<S>> vertices;
  std::size_t loop = 0;  // follows the last vertex
};
using VertexLasso = VertexLassoOf<check::Frame>;

// The loop meets the frame's fairness sets and collects all `marks`; `target` as in ProductGoal. Requires that a target
// can be reached from `start` through `inside`. Raises NotShown.
template <class S>
VertexLassoOf<S> find_lasso(const check::ProductOf<S>& product, const ProductSetIn<S>& start,
                            const ProductSetIn<S>& inside, const ProductSetIn<S>& target, automata::Buchi::Marks marks,
                            std::size_t max_steps);

}  // namespace gnomon::witness
