#include "recall/observation.h"

#include <algorithm>
#include <iterator>

namespace gnomon::recall {

using ispl::AgentId;
using ispl::VarId;

Variables united(const Variables& a, const Variables& b) {
  Variables result;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

Observations::Observations(model::SymbolicModel& model)
    : model_(&model), constant_(model.source().variables.size(), true) {
  for (const ispl::Agent& agent : model.source().agents) {
    for (const ispl::EvolutionLine& line : agent.evolution) {
      for (const ispl::Assignment& assignment : line.assignments) constant_[assignment.var.index()] = false;
    }
  }
}

KnowerId Observations::knower(Coalition coalition) {
  auto [at, added] = knower_index_.try_emplace(coalition, KnowerId(knowers_.size()));
  if (added) knowers_.push_back(std::move(coalition));
  return at->second;
}

SituationId Observations::intern(Situation situation) {
  auto [at, added] = situation_index_.try_emplace(situation, SituationId(situations_.size()));
  if (added) situations_.push_back(std::move(situation));
  return at->second;
}

Variables Observations::observation(AgentId agent, const std::string& name) const {
  const ispl::CheckedModel& source = model_->source();
  for (const ispl::Observation& known : source.observations) {
    if (known.agent == agent && known.name == name) return known.vars;
  }
  return source.agent(agent).observes;
}

void Observations::look(Situation& situation, AgentId agent, Variables variables) const {
  Variables constants;
  for (VarId var : variables) {
    if (constant_[var.index()]) constants.push_back(var);
  }
  Variables& remembered = situation.remembered[agent.index()];
  remembered = united(remembered, constants);
  situation.current[agent.index()] = std::move(variables);
}

SituationId Observations::blind() {
  std::size_t agents = model_->source().agents.size();
  return intern({std::vector<Variables>(agents), std::vector<Variables>(agents)});
}

SituationId Observations::initial() {
  const ispl::CheckedModel& source = model_->source();
  Situation situation = situations_[blind().index()];
  for (std::size_t a = 0; a < source.agents.size(); ++a) {
    std::string name = a < source.initial_observation.size() ? source.initial_observation[a] : std::string();
    look(situation, AgentId(a), observation(AgentId(a), name));
  }
  return intern(std::move(situation));
}

SituationId Observations::changed(SituationId from, AgentId agent, const std::string& name) {
  Situation situation = situations_[from.index()];
  look(situation, agent, observation(agent, name));
  return intern(std::move(situation));
}

Variables Observations::seen(SituationId situation, KnowerId knower) const {
  Variables all;
  for (AgentId agent : coalition(knower)) {
    all = united(all, situations_[situation.index()].current[agent.index()]);
  }
  return all;
}

Variables Observations::moving(SituationId situation, KnowerId knower) const {
  Variables all = seen(situation, knower);
  std::erase_if(all, [&](VarId var) { return constant_[var.index()]; });
  return all;
}

Variables Observations::remembered(SituationId situation, KnowerId knower) const {
  Variables all;
  for (AgentId agent : coalition(knower)) {
    all = united(all, situations_[situation.index()].remembered[agent.index()]);
  }
  return all;
}

const BitSplit& Observations::bits(const Variables& variables) {
  BitSplit& split = bits_[variables];
  if (!split.inside.valid()) {
    split = {model_->encoding().current_vars(variables), model_->encoding().hidden_from(variables)};
  }
  return split;
}

StateSet Observations::alike(const StateSet& states, const Variables& variables) {
  return StateSet(bdd::exists(states.bdd(), bits(variables).outside));
}

std::vector<Cell> Observations::cells(const StateSet& states, const Variables& variables) {
  const BitSplit& split = bits(variables);
  std::vector<Cell> found;
  if (split.inside.empty()) {
    if (!states.empty()) found.push_back({model_->manager().constant(true), states});
    return found;
  }
  bdd::Bdd values = bdd::exists(states.bdd(), split.outside);
  while (!values.is_false()) {
    bdd::Bdd cube = bdd::pick(values, split.inside);
    found.push_back({cube, states & StateSet(cube)});
    values = values.minus(cube);
  }
  return found;
}

}  // namespace gnomon::recall
