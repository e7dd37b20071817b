#include "ic3/relation.h"

#include <algorithm>

#include "base/sorted.h"

namespace gnomon::ic3 {

using bdd::Bdd;
using bdd::Var;
using Role = sat::Model::Role;

Relation::Relation(const sat::Model& model) : model_(&model), component_of_(model.all_bits().size()) {
  model::SymbolicModel& symbolic = model.model();
  const model::Encoding& encoding = symbolic.encoding();
  bdd::Manager& manager = symbolic.manager();
  for (std::size_t a = 0; a < symbolic.protocols().size(); ++a) {
    agent_of_.insert(agent_of_.end(), encoding.action(ispl::AgentId(a)).current.size(), a);
  }
  for (std::size_t a = 0; a < symbolic.protocols().size(); ++a) {
    agents_.push_back({piece(symbolic.protocols()[a]), sat::always_acts(symbolic, ispl::AgentId(a))});
  }
  for (const model::Conjunct& conjunct : symbolic.evolution()) {
    for (ispl::VarId var : conjunct.writes) {
      const std::size_t count = encoding.variable(var).current.size();
      for (std::size_t b = 0; b < count; ++b) component_of_[model.first_bit(var) + b] = components_.size();
    }
    Component component{piece(conjunct.relation), std::nullopt};
    if (!sat::always_goes_on(symbolic, conjunct)) {
      Bdd values = conjunct.relation;
      std::vector<Var> next;
      for (ispl::VarId var : conjunct.writes) {
        values &= encoding.valid(var, model::Time::Next);
        const std::vector<Var>& bits = encoding.variable(var).next;
        next.insert(next.end(), bits.begin(), bits.end());
      }
      component.possible = piece(exists(values, manager.set(next)));
    }
    components_.push_back(std::move(component));
  }
}

Relation::Piece Relation::piece(const Bdd& f) const {
  std::vector<std::size_t> agents;
  for (Var var : bdd::support(f).vars()) {
    const sat::Model::Place& place = model_->places()[var.index()];
    if (place.role == Role::Action) agents.push_back(agent_of_[place.index]);
  }
  sort_unique(agents);
  return {Diagram(or_no_value(*model_, f)), std::move(agents)};
}

Bdd or_no_value(const sat::Model& model, const Bdd& f) {
  std::vector<bool> looked_at(model.all_bits().size(), false);
  for (Var var : bdd::support(f).vars()) {
    const sat::Model::Place& place = model.places()[var.index()];
    if (place.role == Role::Current) looked_at[place.index] = true;
  }
  const model::Encoding& encoding = model.model().encoding();
  Bdd wide = f;
  for (std::size_t v = 0; v < encoding.variables(); ++v) {
    const ispl::VarId var(v);
    const auto first = looked_at.begin() + model.first_bit(var);
    const auto count = static_cast<std::ptrdiff_t>(encoding.variable(var).current.size());
    if (std::find(first, first + count, true) != first + count) wide |= !encoding.valid(var);
  }
  return wide;
}

std::vector<const Diagram*> Relation::reasons(const sat::Bits& bits) const {
  std::vector<bool> matters(components_.size(), false);
  for (std::uint32_t bit : bits) {
    if (component_of_[bit]) matters[*component_of_[bit]] = true;
  }
  std::vector<const Diagram*> reasons;
  std::vector<bool> acts(agents_.size(), false);
  auto look_at = [&](const Piece& piece) {
    reasons.push_back(&piece.diagram);
    for (std::size_t agent : piece.agents) acts[agent] = true;
  };
  for (std::size_t c = 0; c < components_.size(); ++c) {
    if (matters[c]) {
      look_at(components_[c].step);
    } else if (components_[c].possible) {
      look_at(*components_[c].possible);
    }
  }
  for (std::size_t a = 0; a < agents_.size(); ++a) {
    if (acts[a] || !agents_[a].always_acts) reasons.push_back(&agents_[a].protocol.diagram);
  }
  return reasons;
}

}  // namespace gnomon::ic3
