#include "reference/knowledge.h"

#include <map>

namespace gnomon::reference {

using ispl::AgentId;

namespace {

// The states of R whose whole class lies in f.
Members whole_class(const Arena& arena, const std::vector<std::uint32_t>& classes, const Members& f) {
  std::vector<bool> spoiled(classes.size(), false);  // by class; there are no more classes than states
  for (std::size_t s = 0; s < f.size(); ++s) {
    if (arena.region[s] && !f[s]) spoiled[classes[s]] = true;
  }
  Members result(f.size(), false);
  for (std::size_t s = 0; s < f.size(); ++s) result[s] = arena.region[s] && !spoiled[classes[s]];
  return result;
}

}  // namespace

Members knows(const Arena& arena, AgentId agent, const Members& f) {
  return whole_class(arena, observation_classes(*arena.graph, {agent}), f);
}

Members everybody_knows(const Arena& arena, const std::vector<AgentId>& group, const Members& f) {
  Members result = arena.region;
  for (AgentId agent : group) result = meet(result, knows(arena, agent, f));
  return result;
}

Members distributed_knowledge(const Arena& arena, const std::vector<AgentId>& group, const Members& f) {
  return whole_class(arena, observation_classes(*arena.graph, group), f);
}

// A state fails iff a chain leads from it to a state of R outside f. Chains are symmetric, so the failing states are
// found from there: a class that contains a failing state fails as a whole.
Members common_knowledge(const Arena& arena, const std::vector<AgentId>& group, const Members& f) {
  std::vector<std::vector<std::uint32_t>> classes;
  classes.reserve(group.size());
  for (AgentId agent : group) classes.push_back(observation_classes(*arena.graph, {agent}));
  Members fails = complement(arena, f);
  bool grows = true;
  while (grows) {
    grows = false;
    for (const auto& classes_of_agent : classes) {
      Members holds = whole_class(arena, classes_of_agent, complement(arena, fails));
      Members more = complement(arena, holds);
      if (more == fails) continue;
      fails = std::move(more);
      grows = true;
    }
  }
  return complement(arena, fails);
}

Members ought(const Arena& arena, AgentId agent, const Members& f) {
  for (StateIndex s = 0; s < f.size(); ++s) {
    bool green = !arena.graph->interpreter().is_red(agent, arena.graph->state(s));
    if (arena.region[s] && green && !f[s]) return Members(f.size(), false);
  }
  return arena.region;
}

}  // namespace gnomon::reference
