// The joint action of a step between two states of a graph.
//
// Agents are asked in the order of their declaration: each takes its first enabled action with which the others can still
// make the step, which the successors by the actions given so far show (enumerate/successors.h). So no product of actions is
// tried out, and the answer is the first joint action in lexicographic order.
#pragma once

#include <optional>
#include <vector>

#include "enumerate/graph.h"
#include "enumerate/successors.h"

namespace gnomon::enumerate {

class StepAction {
 public:
  // The graph must outlive this.
  explicit StepAction(const Graph& graph) : graph_(&graph), successors_(graph.program()) {}

  // By AgentId; agents that take no part have no action. None if there is no such step.
  std::optional<std::vector<ispl::ActionId>> between(StateIndex from, StateIndex to);

 private:
  bool leads_to(const Word* state) const;

  const Graph* graph_;
  Successors successors_;
};

}  // namespace gnomon::enumerate
