#include "model/encoding.h"

#include <bit>
#include <utility>

#include "base/assert.h"

namespace gnomon::model {

using bdd::Bdd;
using bdd::Var;

namespace {

std::size_t bits_for(std::uint64_t size) {
  return size <= 1 ? 0 : static_cast<std::size_t>(std::bit_width(size - 1));
}

}  // namespace

Encoding::Encoding(const ispl::CheckedModel& model, bdd::Manager& manager, std::span<const FieldRef> order)
    : model_(&model), manager_(&manager), variables_(model.variables.size()), actions_(model.agents.size()) {
  std::vector<Var> all_current, all_next, all_actions;
  std::vector<std::pair<Var, Var>> down, up;
  for (const FieldRef& ref : order) {
    if (ref.kind == FieldRef::Kind::Action) {
      Field& field = actions_[ref.index];
      field.size = model.agents[ref.index].actions.size();
      for (std::size_t b = bits_for(field.size); b > 0; --b) {
        field.current.push_back(manager.new_var());
        all_actions.push_back(field.current.back());
      }
      continue;
    }
    Field& field = variables_[ref.index];
    field.size = model.variables[ref.index].type.size();
    for (std::size_t b = bits_for(field.size); b > 0; --b) {
      Var pair[2] = {manager.new_var(), manager.new_var()};
      manager.group(pair);
      field.current.push_back(pair[0]);
      field.next.push_back(pair[1]);
      all_current.push_back(pair[0]);
      all_next.push_back(pair[1]);
      up.emplace_back(pair[0], pair[1]);
      down.emplace_back(pair[1], pair[0]);
    }
  }
  state_bits_ = all_current.size();
  current_vars_ = manager.set(all_current);
  next_vars_ = manager.set(all_next);
  action_vars_ = manager.set(all_actions);
  current_to_next_ = manager.map(up);
  next_to_current_ = manager.map(down);
}

const MiddleBits& Encoding::middle() const {
  if (middle_) return *middle_;
  std::vector<Var> middle;
  std::vector<std::pair<Var, Var>> from_next, from_current, pairs;
  for (const Field& field : variables_) {
    for (std::size_t b = 0; b < field.current.size(); ++b) {
      middle.push_back(manager_->new_var_below(field.next[b]));
      from_next.emplace_back(field.next[b], middle.back());
      from_current.emplace_back(field.current[b], middle.back());
      pairs.emplace_back(field.current[b], field.next[b]);
    }
  }
  middle_ = {manager_->set(middle), manager_->map(from_next), manager_->map(from_current), manager_->pairs(pairs)};
  return *middle_;
}

Bdd Encoding::code_is(std::span<const Var> bits, std::uint64_t code) const {
  Bdd cube = manager_->constant(true);
  for (std::size_t i = bits.size(); i > 0; --i) {  // bottom up: each step adds one node
    bool bit = (code >> (bits.size() - i)) & 1;
    cube &= manager_->literal(bits[i - 1], bit);
  }
  return cube;
}

// code < bound, from the least significant bit up: less(i) is "the lower bits are below those of the bound".
Bdd Encoding::code_below(std::span<const Var> bits, std::uint64_t bound) const {
  if (bits.size() < 64 && bound >> bits.size() != 0) return manager_->constant(true);
  Bdd less = manager_->constant(false);
  for (std::size_t i = bits.size(); i > 0; --i) {
    bool bit = (bound >> (bits.size() - i)) & 1;
    Bdd zero = manager_->literal(bits[i - 1], false);
    less = bit ? zero | less : zero & less;
  }
  return less;
}

Bdd Encoding::variable_is(ispl::VarId var, std::uint64_t position, Time time) const {
  const Field& field = variable(var);
  return code_is(time == Time::Current ? field.current : field.next, position);
}

Bdd Encoding::action_is(ispl::AgentId agent, ispl::ActionId action) const {
  return code_is(actions_[agent.index()].current, action.value);
}

Bdd Encoding::valid(ispl::VarId var, Time time) const {
  const Field& field = variable(var);
  return code_below(time == Time::Current ? field.current : field.next, field.size);
}

Bdd Encoding::valid_action(ispl::AgentId agent) const {
  const Field& field = action(agent);
  return code_below(field.current, field.size);
}

Bdd Encoding::unchanged(ispl::VarId var) const {
  const Field& field = variable(var);
  Bdd same = manager_->constant(true);
  for (std::size_t i = field.current.size(); i > 0; --i) {
    same &= manager_->literal(field.current[i - 1]).iff(manager_->literal(field.next[i - 1]));
  }
  return same;
}

bdd::VarSet Encoding::current_vars(std::span<const ispl::VarId> vars) const {
  std::vector<Var> bits;
  for (ispl::VarId var : vars) {
    const Field& field = variable(var);
    bits.insert(bits.end(), field.current.begin(), field.current.end());
  }
  return manager_->set(bits);
}

bdd::VarSet Encoding::hidden_from(std::span<const ispl::VarId> observes) const {
  std::vector<bool> seen(variables_.size(), false);
  for (ispl::VarId var : observes) seen[var.index()] = true;
  std::vector<ispl::VarId> hidden;
  for (std::size_t v = 0; v < seen.size(); ++v) {
    if (!seen[v]) hidden.emplace_back(v);
  }
  return current_vars(hidden);
}

std::vector<ispl::Value> Encoding::decode(const Bdd& cube) const {
  std::vector<bool> value(manager_->var_count(), false);
  for (Bdd rest = cube; !rest.is_constant();) {
    GNOMON_ASSERT(rest.low().is_false() || rest.high().is_false(), "a state is a cube");
    bool positive = rest.low().is_false();
    value[rest.top().index()] = positive;
    rest = positive ? rest.high() : rest.low();
  }
  std::vector<ispl::Value> state(variables_.size());
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    std::uint64_t code = 0;
    for (Var bit : variables_[v].current) code = code * 2 + (value[bit.index()] ? 1 : 0);
    state[v] = model_->variables[v].type.value_at(code);
  }
  return state;
}

Bdd Encoding::encode(std::span<const ispl::Value> state) const {
  Bdd cube = manager_->constant(true);
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    auto position = model_->variables[v].type.position_of(state[v]);
    if (!position) return manager_->constant(false);
    cube &= variable_is(ispl::VarId(v), *position);
  }
  return cube;
}

}  // namespace gnomon::model
