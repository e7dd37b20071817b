// Why an agent does not know something: two histories that look the same to it, of which one ends where the thing in
// question is false. Plain data, to be shown and to be checked by other means (reference/history.h).
//
// The histories are read off the forest backwards. A node was made from another by a step or a look, and every world of
// it comes from a world of that other node; so from any world one walks back to the beginning, along the nodes of the
// actual history or along the knower's nodes beside it.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "logic/formula.h"
#include "recall/forest.h"

namespace gnomon::recall {

struct Doubt {
  using State = std::vector<ispl::Value>;  // by VarId

  logic::Formula knowledge;  // the operator that is false after the actual history
  logic::Formula operand;    // false after the possible history
  Coalition coalition;       // who cannot tell
  bool only_now = false;     // with a clock: the last position is all that counts
  std::vector<State> actual;
  std::vector<State> possible;  // of the same length
  std::vector<Variables> seen;  // by position: what the coalition saw, and what the histories agree on
};

// A world of a node.
struct World {
  VertexId vertex = 0;
  StateSet state;  // a single one
};
// One world per node of the chain, ending in `last`, each leading to the next; step[i] tells whether node i was made from
// the one before by a step or by a look.
std::vector<World> walk_back(Forest& forest, const std::vector<NodeId>& chain, const std::vector<bool>& step,
                             World last);

// The doubt of a knower at a vertex of a root view, in one of `states` there. `fails(w)` are the states at a vertex of
// the knower's node in which the operand is false; `compares` are the variables by which states of that node are alike.
// `position` is the knower's place among the child views; none if it is the root view's own. With `only_now` the past
// does not matter.
struct DoubtRequest {
  VertexId vertex = 0;
  StateSet states;
  KnowerId knower;
  std::optional<std::size_t> position;
  bool only_now = false;
  Variables compares;
  std::function<StateSet(VertexId)> fails;
};
Doubt find_doubt(Forest& forest, const DoubtRequest& request);

}  // namespace gnomon::recall
