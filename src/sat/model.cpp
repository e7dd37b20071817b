#include "sat/model.h"

#include <algorithm>

namespace gnomon::sat {

using bdd::Bdd;
using bdd::Var;
using ispl::VarId;

Model::Model(model::SymbolicModel& model, CnfMethod method)
    : model_(&model), places_(model.manager().var_count()), initial_(model.initial().bdd(), method) {
  const ispl::CheckedModel& source = model.source();
  const model::Encoding& encoding = model.encoding();
  std::vector<bool> is_written(source.variables.size(), false);
  for (const model::Conjunct& conjunct : model.evolution()) {
    for (VarId var : conjunct.writes) is_written[var.index()] = true;
  }
  for (std::size_t v = 0; v < source.variables.size(); ++v) {
    const model::Field& field = encoding.variable(VarId(v));
    first_.push_back(static_cast<std::uint32_t>(current_.size()));
    for (std::size_t b = 0; b < field.current.size(); ++b) {
      auto bit = static_cast<std::uint32_t>(current_.size());
      places_[field.current[b].index()] = {Role::Current, bit};
      places_[field.next[b].index()] = {Role::Next, bit};
      current_.push_back(field.current[b]);
      written_.push_back(is_written[v]);
      all_bits_.push_back(bit);
    }
    Bdd codes = encoding.valid(VarId(v));
    if (!codes.is_true()) valid_.emplace_back(codes, method);
    if (!codes.is_true() && is_written[v]) written_valid_.push_back(valid_.back());
  }
  for (std::size_t a = 0; a < source.agents.size(); ++a) {
    for (Var var : encoding.action(ispl::AgentId(a)).current) {
      places_[var.index()] = {Role::Action, static_cast<std::uint32_t>(action_bits_++)};
    }
  }
  for (const Bdd& protocol : model.protocols()) {
    if (!protocol.is_true()) relation_.emplace_back(protocol, method);
  }
  for (const model::Conjunct& conjunct : model.evolution()) relation_.emplace_back(conjunct.relation, method);
}

Bits Model::seen_by(std::span<const ispl::AgentId> agents) const {
  std::vector<bool> seen(current_.size(), false);
  for (ispl::AgentId agent : agents) {
    for (VarId var : model_->source().agent(agent).observes) {
      std::size_t count = model_->encoding().variable(var).current.size();
      for (std::size_t b = 0; b < count; ++b) seen[first_[var.index()] + b] = true;
    }
  }
  Bits bits;
  for (std::uint32_t bit : all_bits_) {
    if (seen[bit]) bits.push_back(bit);
  }
  return bits;
}

State Model::new_state(Solver& solver) const {
  State state;
  for (std::size_t i = 0; i < current_.size(); ++i) state.push_back(solver.new_lit());
  for (const ClauseTemplate& codes : valid_) holds(solver, Solver::kTrue, codes, state);
  return state;
}

State Model::new_neighbour(Solver& solver, const State& state) const {
  State neighbour;
  for (std::size_t i = 0; i < current_.size(); ++i) neighbour.push_back(written_[i] ? solver.new_lit() : state[i]);
  for (const ClauseTemplate& codes : written_valid_) holds(solver, Solver::kTrue, codes, neighbour);
  return neighbour;
}

void Model::fill(std::vector<Lit>& inputs, Role role, const State& state) const {
  for (std::size_t v = 0; v < places_.size(); ++v) {
    if (places_[v].role == role) inputs[v] = state[places_[v].index];
  }
}

State Model::step(Solver& solver, Lit guard, const State& from, const State& to) const {
  std::vector<Lit> inputs(places_.size());
  State actions;
  for (std::size_t i = 0; i < action_bits_; ++i) actions.push_back(solver.new_lit());
  fill(inputs, Role::Current, from);
  fill(inputs, Role::Action, actions);
  fill(inputs, Role::Next, to);
  for (const ClauseTemplate& conjunct : relation_) conjunct.instantiate(solver, guard, inputs);
  return actions;
}

void Model::holds(Solver& solver, Lit guard, const ClauseTemplate& diagram, const State& state) const {
  std::vector<Lit> inputs(places_.size());
  fill(inputs, Role::Current, state);
  diagram.instantiate(solver, guard, inputs);
}

void Model::initial(Solver& solver, Lit guard, const State& state) const {
  holds(solver, guard, initial_, state);
}

void Model::equal(Solver& solver, Lit guard, const State& a, const State& b, const Bits& bits) const {
  for (std::uint32_t bit : bits) solver.equate(guard, a[bit], b[bit]);
}

model::StateSet Model::read(const Solver& solver, const State& state) const {
  bdd::Manager& manager = model_->manager();
  Bits bottom_up = all_bits_;  // each step adds one node on top
  std::sort(bottom_up.begin(), bottom_up.end(), [&](std::uint32_t a, std::uint32_t b) {
    return manager.level_of(current_[a]) > manager.level_of(current_[b]);
  });
  Bdd cube = manager.constant(true);
  for (std::uint32_t bit : bottom_up) cube &= manager.literal(current_[bit], solver.value(state[bit]));
  return model::StateSet(cube);
}

bool always_acts(const model::SymbolicModel& model, ispl::AgentId agent) {
  const std::vector<Var>& bits = model.encoding().action(agent).current;
  return model.valid().bdd().subset_of(exists(model.protocols()[agent.index()], model.manager().set(bits)));
}

bool always_goes_on(const model::SymbolicModel& model, const model::Conjunct& conjunct) {
  bdd::Manager& manager = model.manager();
  const model::Encoding& encoding = model.encoding();
  const std::vector<Bdd>& protocols = model.protocols();
  // Cut by the protocols of those whose actions matter, until nothing is left that they could run into.
  Bdd stuck = model.valid().bdd().minus(exists(conjunct.relation, encoding.next_vars()));
  for (std::size_t a = 0; a < protocols.size() && !stuck.is_false(); ++a) {
    bdd::VarSet actions = manager.set(encoding.action(ispl::AgentId(a)).current);
    if (exists(stuck, actions) != stuck) stuck &= protocols[a];
  }
  return stuck.is_false();
}

bool never_stops(const model::SymbolicModel& model) {
  for (std::size_t a = 0; a < model.protocols().size(); ++a) {
    if (!always_acts(model, ispl::AgentId(a))) return false;
  }
  return std::all_of(model.evolution().begin(), model.evolution().end(),
                     [&](const model::Conjunct& conjunct) { return always_goes_on(model, conjunct); });
}

}  // namespace gnomon::sat
