#include "witness/step.h"

#include <vector>

namespace gnomon::witness {

using bdd::Bdd;
using explicit_state::JointAction;
using explicit_state::State;

std::optional<JointAction> action_between(const model::SymbolicModel& system, const State& from, const State& to) {
  const model::Encoding& encoding = system.encoding();
  const ispl::CheckedModel& source = system.source();
  Bdd here = encoding.encode(from);
  Bdd both = here & rename(encoding.encode(to), encoding.current_to_next());
  Bdd joint_actions = system.manager().constant(true);
  std::vector<bool> written(source.variables.size(), false);
  for (const Bdd& protocol : system.protocols()) joint_actions &= cofactor(protocol, here);
  for (const model::Conjunct& conjunct : system.evolution()) {
    joint_actions &= cofactor(conjunct.relation, both);
    for (ispl::VarId var : conjunct.writes) written[var.index()] = true;
  }
  for (std::size_t v = 0; v < written.size(); ++v) {
    if (!written[v] && from[v] != to[v]) return std::nullopt;
  }
  if (joint_actions.is_false()) return std::nullopt;
  JointAction joint(source.agents.size());
  for (std::size_t a = 0; a < joint.size(); ++a) {
    ispl::AgentId agent(a);
    for (std::size_t i = 0; joint[a].is_none() && i < source.agent(agent).actions.size(); ++i) {
      ispl::ActionId action(i);
      Bdd rest = cofactor(joint_actions, encoding.action_is(agent, action));
      if (rest.is_false()) continue;
      joint[a] = action;
      joint_actions = rest;
    }
  }
  return joint;
}

std::optional<JointAction> action_between(const check::Frame& frame, const State& from, const State& to) {
  return action_between(frame.model(), from, to);
}

std::optional<JointAction> action_between(const enumerate::Space& space, const State& from, const State& to) {
  const enumerate::Graph& graph = space.graph();
  return space.action_between(graph.lookup(from).value(), graph.lookup(to).value());
}

}  // namespace gnomon::witness
