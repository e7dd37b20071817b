// An expression made ready for many evaluations: its distinct subexpressions in order, operands before users, so that
// one loop evaluates it whatever its depth. Booleans are 0 and 1, enumeration values the numbers of their names.
//
// Two evaluators: `value` for a full state, and `value_if_known` for a state in which some variables are still open, in
// the strong three-valued logic (false and unknown = false). The second serves the search for initial states.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "explicit/rational.h"
#include "ispl/checked_model.h"

namespace gnomon::explicit_state {

using ispl::Value;

// A global state: the value of every variable, by VarId.
using State = std::vector<Value>;

// One action per agent, by AgentId; none for an agent without actions.
using JointAction = std::vector<ispl::ActionId>;

class Program {
 public:
  Program(const ispl::ExprPool& pool, ispl::ExprId root);

  // Requires: `joint` is given if the expression speaks of actions.
  Rational value(const State& state, const JointAction* joint) const;
  // None if the open variables decide.
  std::optional<Rational> value_if_known(std::span<const std::optional<Value>> partial) const;

  // The agents whose action the expression reads, ascending.
  const std::vector<ispl::AgentId>& actors() const { return actors_; }

 private:
  struct Instruction {
    ispl::ExprOp op = ispl::ExprOp::Boolean;
    ispl::AgentId agent;
    std::int64_t value = 0;
    std::uint32_t left = 0;  // slots of the operands
    std::uint32_t right = 0;
    std::uint32_t condition = 0;  // of Choose
  };
  std::vector<Instruction> code_;
  std::vector<ispl::AgentId> actors_;
};

}  // namespace gnomon::explicit_state
