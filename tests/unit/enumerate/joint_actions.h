// Every joint action of everybody in a state, one by one: what the choices of coalitions are compared with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "enumerate/graph.h"
#include "enumerate/successors.h"

namespace gnomon::test {

using Actions = std::vector<std::uint32_t>;

inline bool takes_part(const enumerate::Graph& graph, std::size_t agent) {
  return graph.program().protocol(agent).takes_part;
}

// By the actions of all agents, kOpen of those that do not take part: the outcomes. Requires that a state was entered in
// which nobody is blocked.
inline std::map<Actions, std::set<enumerate::StateIndex>> outcomes_of_joint_actions(const enumerate::Graph& graph,
                                                                                    enumerate::Successors& successors) {
  std::map<Actions, std::set<enumerate::StateIndex>> found;
  const std::size_t agents = graph.program().agents();
  std::vector<std::size_t> position(agents, 0);
  while (true) {
    Actions given(agents, enumerate::kOpen);
    for (std::size_t a = 0; a < agents; ++a) {
      if (takes_part(graph, a)) given[a] = successors.enabled(a)[position[a]];
    }
    successors.complete(given);
    std::set<enumerate::StateIndex>& outcomes = found[given];
    for (std::size_t i = 0; i < successors.count(); ++i) outcomes.insert(graph.find(successors[i]));
    std::size_t a = 0;
    while (a < agents && (!takes_part(graph, a) || ++position[a] == successors.enabled(a).size())) position[a++] = 0;
    if (a == agents) return found;
  }
}

}  // namespace gnomon::test
