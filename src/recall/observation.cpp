#include "recall/observation.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>

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

namespace {

// Values of bits, as a diagram over them: the topmost bit for which both values occur, or none if there is one
// combination only, and then which bits are set in it.
struct Undecided {
  std::optional<bdd::Var> bit;
  std::vector<bdd::Var> set;  // ascending
};

Undecided undecided(const bdd::Bdd& values, const bdd::VarSet& bits) {
  Undecided found;
  bdd::Bdd here = values;
  for (bdd::Var var : bits.vars()) {
    if (here.is_constant() || here.top() != var) return {var, {}};
    bdd::Bdd low = here.low();
    bdd::Bdd high = here.high();
    if (!low.is_false() && !high.is_false()) return {var, {}};
    if (low.is_false()) found.set.push_back(var);
    here = low.is_false() ? high : low;
  }
  std::sort(found.set.begin(), found.set.end());
  return found;
}

}  // namespace

// The set is halved until each part has one combination of values: one cut of a diagram for each cell, and every part
// of a diagram is walked as often as it is cut, not once for each cell. The result does not depend on the order of the
// variables: cells are sorted by their values.
std::vector<Cell> Observations::cells(const StateSet& states, const Variables& variables) {
  const BitSplit& split = bits(variables);
  std::vector<std::pair<std::vector<bdd::Var>, Cell>> found;
  std::vector<Cell> parts;
  if (!states.empty()) parts.push_back({bdd::exists(states.bdd(), split.outside), states});
  while (!parts.empty()) {
    Cell part = std::move(parts.back());
    parts.pop_back();
    Undecided next = undecided(part.values, split.inside);
    if (!next.bit) {
      found.emplace_back(std::move(next.set), std::move(part));
      continue;
    }
    const bdd::Bdd bit = model_->manager().literal(*next.bit);
    parts.push_back({part.values & bit, part.states & StateSet(bit)});
    parts.push_back({part.values.minus(bit), part.states - StateSet(bit)});
  }
  // False before true in the first bit in which two cells differ.
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return std::lexicographical_compare(a.first.begin(), a.first.end(), b.first.begin(), b.first.end(),
                                        std::greater<>());
  });
  std::vector<Cell> result;
  for (auto& [set, cell] : found) result.push_back(std::move(cell));
  return result;
}

}  // namespace gnomon::recall
