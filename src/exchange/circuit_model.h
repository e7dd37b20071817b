// A model as a circuit: a latch per state bit, inputs for what is chosen, and signals for the formulas.
//
// Agents choose their actions, and evolution lines among alternatives, by inputs; every value of the inputs is some step of
// the model (exchange/diagram_circuit.h). What a circuit cannot do by itself is said by latches of its own:
//
//   begun   0 at first, then 1. In the first step, while it is 0, inputs choose an initial state. A model with a single
//           initial state has no such latch: its latches begin with that state.
//   alive   1 as long as every step so far was one of the model. A step that the model does not have, in a deadlock or
//           because a value leaves its range, makes it 0 for ever. Models in which this cannot happen have no such latch.
//
// The latches hold a state of the model iff `present` = begun and alive.
//
//   bad state        present, and p is false, for AG p
//   justice          a set of signals each of which is 1 infinitely often on a path that refutes a formula: the acceptance
//                    sets of a Buechi automaton that runs along (latches for its state, inputs for its choices)
//   fairness         present, and the fairness constraint holds
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "automata/buchi.h"
#include "exchange/aig.h"
#include "exchange/diagram_circuit.h"
#include "exchange/violations.h"
#include "model/symbolic_model.h"

namespace gnomon::exchange {

class CircuitModel {
 public:
  // `endless`: every state has a successor. Requires an initial state.
  CircuitModel(model::SymbolicModel& model, bool endless);

  struct Property {
    bool justice = false;
    std::vector<Wire> signals;  // one, if it is no justice property
  };
  // What finds the violation; `name` is a prefix for new latches and inputs. LimitReached(Size) if its automaton is too
  // large.
  Property property(const Violation& violation, const std::string& name, const Budget& budget);
  // For a fairness constraint.
  Wire fair(logic::Formula propositional) { return aig_.both(present_, holds(propositional)); }

  const Aig& aig() const { return aig_; }
  // The latches of a variable's code, most significant first.
  std::vector<std::size_t> latches_of(ispl::VarId var) const;
  const std::vector<std::size_t>& own_latches() const { return own_; }  // begun, alive and those of properties

 private:
  void add_states();
  void add_actions();
  void add_evolution();
  void connect();
  Wire add_own_latch(const std::string& name, bool initially = false);
  Wire first_state();
  Wire holds(logic::Formula propositional);
  Wire holds(const automata::Guard& guard);
  Property run(const automata::Buchi& automaton, const std::string& name);
  std::vector<DiagramCircuit::Bit> named_bits(const std::vector<bdd::Var>& vars, const std::string& field) const;
  std::string variable_name(ispl::VarId var) const;

  model::SymbolicModel& model_;
  const ispl::CheckedModel& source_;
  bool endless_;
  Aig aig_;
  DiagramCircuit circuit_;
  std::vector<Wire> state_;  // by state bit: variables in their order, most significant bits first
  std::vector<bdd::Var> current_;
  std::vector<bdd::Var> next_;
  std::vector<Wire> next_state_;  // by state bit
  std::vector<std::size_t> own_;
  Wire possible_ = kAlways;  // the step that the inputs choose is one of the model
  std::optional<Wire> begun_;
  std::optional<Wire> first_;
  Wire present_ = kAlways;
};

}  // namespace gnomon::exchange
