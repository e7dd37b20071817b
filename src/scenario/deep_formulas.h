// Formulas whose depth is a parameter of the scenario, which the language of models cannot say: `EX EX ... EX p`. They
// are written here, with the names that elements have in plain text (`Child__1`).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/scenario.h"

namespace gnomon::scenario {

struct DeepFormula {
  int specification = 0;
  Logic logic = Logic::Ctlk;
  std::string text;
  bool expected = false;
};

// The formulas of the scenario, in order of the specifications; those that were not asked for are not built.
std::vector<DeepFormula> deep_formulas(std::string_view scenario, const Values& values, const GenerateOptions& options);

}  // namespace gnomon::scenario
