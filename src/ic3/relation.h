// Why a step leads where it does: the parts of the transition relation that matter to some bits of its end.
//
// A step with given actions from s reaches given values of the bits B. Another state u does, too, if
//
//   every component that writes a bit of B, with these actions and these new values, holds of u;
//   every other component has some new value;
//   every agent whose action one of these looks at may take it; every other agent may take some action.
//
// reasons(B) lists the diagrams to be looked at. Most components always have a new value and most agents always an
// action, whatever the state: nothing is to be asked of these, so that the states before a step are described by few
// bits. Diagrams hold where codes are no values: no solver meets such a state.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ic3/diagram.h"
#include "sat/model.h"

namespace gnomon::ic3 {

// f, or some variable that it looks at has a code that is no value.
bdd::Bdd or_no_value(const sat::Model& model, const bdd::Bdd& f);

class Relation {
 public:
  // The model must outlive it.
  explicit Relation(const sat::Model& model);

  // Over current, action and next variables. Bits that no step changes have no reasons but themselves.
  std::vector<const Diagram*> reasons(const sat::Bits& bits) const;

 private:
  struct Piece {
    Diagram diagram;
    std::vector<std::size_t> agents;  // whose actions it looks at
  };
  struct Component {
    Piece step;
    std::optional<Piece> possible;  // that there is a new value; none: always
  };
  struct Agent {
    Piece protocol;
    bool always_acts = true;
  };

  Piece piece(const bdd::Bdd& f) const;

  const sat::Model* model_;
  std::vector<Component> components_;
  std::vector<std::optional<std::size_t>> component_of_;  // by bit; none: no step changes it
  std::vector<Agent> agents_;                             // by AgentId
  std::vector<std::size_t> agent_of_;                     // by action bit
};

}  // namespace gnomon::ic3
