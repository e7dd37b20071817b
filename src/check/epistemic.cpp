#include "check/epistemic.h"

namespace gnomon::check {

StateSet knows(const Frame& frame, ispl::AgentId agent, const StateSet& f) {
  return frame.states() - frame.model().look_alikes(frame.known() - f, agent);
}

StateSet everybody_knows(const Frame& frame, const Coalition& group, const StateSet& f) {
  StateSet known = frame.states();
  for (ispl::AgentId agent : group) known -= frame.model().look_alikes(frame.known() - f, agent);
  return known;
}

StateSet distributed_knowledge(const Frame& frame, const Coalition& group, const StateSet& f) {
  return frame.states() - frame.model().look_alikes(frame.known() - f, group);
}

StateSet common_knowledge(const Frame& frame, const Coalition& group, const StateSet& f) {
  StateSet doubted = frame.complement(f);
  StateSet frontier = frame.known() & doubted;
  while (!frontier.empty()) {
    StateSet alike = frame.none();
    for (ispl::AgentId agent : group) alike |= frame.model().look_alikes(frontier, agent);
    frontier = (alike & frame.known()) - doubted;
    doubted |= alike;
  }
  return frame.complement(doubted);
}

StateSet ought(const Frame& frame, ispl::AgentId agent, const StateSet& f) {
  StateSet green = frame.known() - frame.model().red(agent);
  return green.subset_of(f) ? frame.states() : frame.none();
}

}  // namespace gnomon::check
