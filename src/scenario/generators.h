// The scenarios, one function each; every source file tells the story of its model.
#pragma once

#include "scenario/scenario.h"

namespace gnomon::scenario {

Scenario dining_cryptographers();
Scenario iterated_cryptographers();
Scenario prisoners();
Scenario counter();
Scenario bit_transmission();
Scenario go_back_n();
Scenario train_gate();
Scenario chain();
Scenario delta_chain();
Scenario muddy_children();

// The logics in which a specification of one path shape (always, eventually) can be written.
inline std::vector<Logic> all_infinite_logics() {
  return {Logic::Ctlk, Logic::Ltlk, Logic::CtlStarK, Logic::Ldlk, Logic::CdlStarK};
}

}  // namespace gnomon::scenario
