// How a model's variables and actions become bits, and sets of states become diagrams.
//
//   variable of n values   ceil(log2 n) bits, most significant on top, each a pair (current, next) of neighbours
//   action of an agent     ceil(log2 n) bits without a twin
//
//   order:  [ v.1 v.1' v.2 v.2' ] [ a.1 a.2 ] [ w.1 w.1' ] ...          fields as in model/order.h
//
// The code of a value is its position in the order of declaration. Codes beyond the last value occur in no set of
// states and no relation. A field of one value has no bits.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bdd/bdd.h"
#include "bdd/manager.h"
#include "ispl/checked_model.h"
#include "model/order.h"

namespace gnomon::model {

enum class Time : std::uint8_t { Current, Next };

// Bits for the state in the middle of two steps, each next to the current and the next one of its pair.
struct MiddleBits {
  bdd::VarSet vars;
  bdd::VarMap from_next, from_current;
  bdd::Pairs pairs;  // all current and next bits
};

struct Field {
  std::uint64_t size = 1;         // number of values
  std::vector<bdd::Var> current;  // most significant first
  std::vector<bdd::Var> next;     // empty for actions
};

class Encoding {
 public:
  Encoding(const ispl::CheckedModel& model, bdd::Manager& manager, std::span<const FieldRef> order);

  bdd::Manager& manager() const { return *manager_; }
  const Field& variable(ispl::VarId var) const { return variables_[var.index()]; }
  const Field& action(ispl::AgentId agent) const { return actions_[agent.index()]; }
  std::size_t variables() const { return variables_.size(); }
  std::size_t state_bits() const { return state_bits_; }

  // The field has the value at this position.
  bdd::Bdd variable_is(ispl::VarId var, std::uint64_t position, Time time = Time::Current) const;
  bdd::Bdd action_is(ispl::AgentId agent, ispl::ActionId action) const;
  // The bits hold the code of a value.
  bdd::Bdd valid(ispl::VarId var, Time time = Time::Current) const;
  bdd::Bdd valid_action(ispl::AgentId agent) const;
  bdd::Bdd unchanged(ispl::VarId var) const;  // next = current

  const bdd::VarSet& current_vars() const { return current_vars_; }
  const bdd::VarSet& next_vars() const { return next_vars_; }
  const bdd::VarSet& action_vars() const { return action_vars_; }
  const bdd::VarMap& next_to_current() const { return next_to_current_; }
  const bdd::VarMap& current_to_next() const { return current_to_next_; }
  const MiddleBits& middle() const;  // made on first use
  bdd::VarSet current_vars(std::span<const ispl::VarId> vars) const;
  // The bits of what the agent does not see: of every variable outside `observes`.
  bdd::VarSet hidden_from(std::span<const ispl::VarId> observes) const;

  // The state's values, by VarId, from a cube that fixes all current bits.
  std::vector<ispl::Value> decode(const bdd::Bdd& cube) const;
  bdd::Bdd encode(std::span<const ispl::Value> state) const;

 private:
  bdd::Bdd code_is(std::span<const bdd::Var> bits, std::uint64_t code) const;
  bdd::Bdd code_below(std::span<const bdd::Var> bits, std::uint64_t bound) const;

  const ispl::CheckedModel* model_;
  bdd::Manager* manager_;
  std::vector<Field> variables_;
  std::vector<Field> actions_;
  std::size_t state_bits_ = 0;
  bdd::VarSet current_vars_, next_vars_, action_vars_;
  bdd::VarMap next_to_current_, current_to_next_;
  mutable std::optional<MiddleBits> middle_;
};

}  // namespace gnomon::model
