// Numbers for the variables of diagrams that travel, the same in every slice of a model.
//
//   the bits of the model's variables, then those of actions, then the variables of automata
//
// Slices encode the same model, each in a manager of its own, where the same bit may be another variable and stand at
// another place in the order. The next bits of steps have no number: no diagram with them travels. Variables of automata
// are made when the coordinator announces them, in pairs, below all others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "bdd/bdd.h"
#include "bdd/manager.h"
#include "ispl/checked_model.h"
#include "model/encoding.h"

namespace gnomon::slices {

class Bits {
 public:
  // Of an encoding, which must outlive this.
  Bits(const ispl::CheckedModel& model, const model::Encoding& encoding);
  // Of a manager that has variables of automata only, those of a model having the first `others` numbers.
  Bits(bdd::Manager& manager, std::size_t others);

  bdd::Manager& manager() const { return *manager_; }
  std::size_t size() const { return vars_.size(); }
  std::size_t of_states() const { return of_states_; }  // those of states have smaller numbers
  std::size_t of_model() const { return of_model_; }    // those of states and actions have smaller numbers
  bool has(std::size_t number) const { return number < vars_.size() && vars_[number].has_value(); }
  // Requires has(number).
  bdd::Var var(std::size_t number) const { return *vars_[number]; }
  // Requires a variable with a number.
  std::uint32_t number(bdd::Var var) const { return numbers_[var.index()]; }
  bool numbered(bdd::Var var) const { return var.index() < numbers_.size() && numbers_[var.index()] != kNone; }

  // Makes variables of automata until there are so many.
  void make_automaton_bits(std::size_t count);
  // The numbers by level, from the top.
  std::vector<std::uint32_t> order() const;
  // Brings the variables into this order of their numbers; those without a number stay below the same neighbour. Numbers
  // that are not there are ignored, what the list does not name goes to the bottom.
  void take_order(const std::vector<std::uint32_t>& numbers);
  // Those of a manager as above that were made elsewhere get their numbers.
  void notice_automaton_bits();

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;
  void add(bdd::Var var);

  bdd::Manager* manager_;
  std::size_t of_states_ = 0;
  std::size_t of_model_ = 0;
  std::vector<std::optional<bdd::Var>> vars_;  // by number
  std::vector<std::uint32_t> numbers_;         // by variable
};

}  // namespace gnomon::slices
