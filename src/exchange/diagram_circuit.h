// Decision diagrams as circuits: one multiplexer per node, shared between diagrams.
//
//   x ? high : low         the wire of x chooses between those of the branches
//
// And the way from a relation to functions. A relation R(c, n) between given bits c and bits n to be chosen says which
// choices are allowed. Bit by bit, n_i can be 1, or 0, if some values of the bits that follow complete it; where it can be
// both, a new input decides (Coudert and Madre 1990):
//
//   n_i = can1_i and (not can0_i or input_i)        can_i(c, n_1 ... n_i) = exists n_(i+1) ... n_k. R
//
// Every allowed choice is made for some values of the inputs and no other is, wherever R allows any.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "bdd/bdd.h"
#include "bdd/manager.h"
#include "exchange/aig.h"

namespace gnomon::exchange {

class DiagramCircuit {
 public:
  DiagramCircuit(Aig& aig, bdd::Manager& manager) : aig_(aig), manager_(manager) {}

  // What carries a variable. Once given it does not change.
  void set(bdd::Var var, Wire wire);
  Wire wire(bdd::Var var) const { return wires_.at(var.value); }
  // The diagram's variables must have wires.
  Wire signal(const bdd::Bdd& f);

  // Gives wires to the variables to be chosen; `name` is that of an input for the i-th of them, which is made where it is
  // needed.
  struct Bit {
    bdd::Var var;
    std::string name;
  };
  // Returns where a choice is possible, over the given variables.
  bdd::Bdd choose(const bdd::Bdd& relation, std::span<const Bit> bits);

 private:
  Aig& aig_;
  bdd::Manager& manager_;
  std::unordered_map<std::uint32_t, Wire> wires_;  // by variable
  std::unordered_map<bdd::Bdd, Wire> made_;
};

}  // namespace gnomon::exchange
