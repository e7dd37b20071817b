// Expressions as flat programs: the distinct subexpressions in order, operands before users, one slot each. One loop
// evaluates an expression whatever its depth. Where the left operand of and, or, -> decides, the loop goes on after the
// right one, unless parts of that are used elsewhere, too.
//
// Some inputs may be open: actions that are not chosen, variables without a value yet. Then the evaluation is that of the
// strong three-valued logic (false and unknown = false), and a result may be unknown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "enumerate/layout.h"
#include "enumerate/number.h"

namespace gnomon::enumerate {

// An action that is not chosen yet.
inline constexpr std::uint32_t kOpen = 0xffffffffu;

// What an expression is evaluated on.
struct Inputs {
  const Layout* layout = nullptr;
  const Word* state = nullptr;
  const std::uint32_t* actions = nullptr;  // by AgentId: the local number of its action, or kOpen; null: all open
  const std::uint8_t* open = nullptr;      // by VarId: whether it has no value yet; null: all have one
};

// The operands of a conjunction; an expression that is none is its only one.
std::vector<ispl::ExprId> conjuncts_of(const ispl::ExprPool& pool, ispl::ExprId root);

class Expression {
 public:
  Expression() = default;
  Expression(const ispl::ExprPool& pool, ispl::ExprId root);

  const std::vector<ispl::VarId>& variables() const { return variables_; }  // ascending, no duplicates
  const std::vector<std::uint32_t>& agents() const { return agents_; }      // whose actions are read; likewise
  std::size_t length() const { return code_.size(); }                       // steps of an evaluation
  static bool is_leaf(ispl::ExprOp op);

  // Slots of an evaluation, to be used again by the next one. One per thread.
  struct Scratch {
    std::vector<Number> values;
    std::vector<std::uint8_t> known;
    std::vector<std::uint8_t> open;  // by VarId: for inputs; all 1 between two uses
    std::uint64_t steps = 0;         // of all evaluations
    // In the unit of the race (enumerate/race.h).
    std::uint64_t effort() const { return steps / 16; }
  };

  // Requires inputs without open parts that the expression reads.
  Number value(const Inputs& inputs, Scratch& scratch) const;
  // None if open inputs decide.
  std::optional<Number> value_if_known(const Inputs& inputs, Scratch& scratch) const;

 private:
  struct Instruction {
    ispl::ExprOp op = ispl::ExprOp::Boolean;
    std::uint32_t left = 0;  // slots of the operands
    std::uint32_t right = 0;
    std::uint32_t condition = 0;  // of Choose; otherwise that of the left one
    ispl::AgentId agent;
    std::int64_t value = 0;
    std::uint32_t decides = 0;  // the slot that this one decides if it is `when`; 0: none
    bool when = false;
    bool then = false;  // the value of that slot
  };

  void find_short_cuts();

  std::vector<Instruction> code_;
  std::vector<ispl::VarId> variables_;
  std::vector<std::uint32_t> agents_;
};

}  // namespace gnomon::enumerate
