#include "explicit/knowledge.h"

#include <map>

namespace gnomon::explicit_state {

using ispl::AgentId;

namespace {

// The states of R whose whole class lies in f.
StateSet whole_class(const Arena& arena, const std::vector<std::uint32_t>& classes, const StateSet& f) {
  std::vector<bool> spoiled(classes.size(), false);  // by class; there are no more classes than states
  for (std::size_t s = 0; s < f.size(); ++s) {
    if (arena.region[s] && !f[s]) spoiled[classes[s]] = true;
  }
  StateSet result(f.size(), false);
  for (std::size_t s = 0; s < f.size(); ++s) result[s] = arena.region[s] && !spoiled[classes[s]];
  return result;
}

}  // namespace

StateSet knows(const Arena& arena, AgentId agent, const StateSet& f) {
  return whole_class(arena, observation_classes(*arena.graph, {agent}), f);
}

StateSet everybody_knows(const Arena& arena, const std::vector<AgentId>& group, const StateSet& f) {
  StateSet result = arena.region;
  for (AgentId agent : group) result = meet(result, knows(arena, agent, f));
  return result;
}

StateSet distributed_knowledge(const Arena& arena, const std::vector<AgentId>& group, const StateSet& f) {
  return whole_class(arena, observation_classes(*arena.graph, group), f);
}

// A state fails iff a chain leads from it to a state of R outside f. Chains are symmetric, so the failing states are
// found from there: a class that contains a failing state fails as a whole.
StateSet common_knowledge(const Arena& arena, const std::vector<AgentId>& group, const StateSet& f) {
  std::vector<std::vector<std::uint32_t>> classes;
  classes.reserve(group.size());
  for (AgentId agent : group) classes.push_back(observation_classes(*arena.graph, {agent}));
  StateSet fails = complement(arena, f);
  bool grows = true;
  while (grows) {
    grows = false;
    for (const auto& classes_of_agent : classes) {
      StateSet holds = whole_class(arena, classes_of_agent, complement(arena, fails));
      StateSet more = complement(arena, holds);
      if (more == fails) continue;
      fails = std::move(more);
      grows = true;
    }
  }
  return complement(arena, fails);
}

StateSet ought(const Arena& arena, AgentId agent, const StateSet& f) {
  for (StateIndex s = 0; s < f.size(); ++s) {
    bool green = !arena.graph->interpreter().is_red(agent, arena.graph->state(s));
    if (arena.region[s] && green && !f[s]) return StateSet(f.size(), false);
  }
  return arena.region;
}

}  // namespace gnomon::explicit_state
