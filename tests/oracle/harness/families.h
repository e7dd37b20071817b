// The operator families that random formulas are drawn from, and one random case of each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "oracle/harness/difference.h"
#include "support/model_draft.h"
#include "support/random_formula.h"

namespace gnomon::test {

struct Family {
  std::string name;
  Fragment fragment = Fragment::Ctlk;
  unsigned knowledge = 15;     // percent of state operators
  unsigned fairness = 25;      // percent of models
  bool rich_fairness = false;  // fairness formulas with all operators, path quantifiers included
  std::size_t formula_size = 8;
  std::size_t state_space = 200;
  bool tests_look_beyond = false;  // the other reading of tests on finite traces
  bool uniform = false;            // strategies are functions of what their agents see
  int formulas = 4;                // per model
  unsigned bounds = 0;             // percent of temporal operators with a bound on the steps
  bool large_bounds = true;        // some of them large, in plain formulas
};

const std::vector<Family>& families();

// The model of a seed with formulas of the family.
ModelDraft random_case(const Family& family, std::uint64_t seed);

// Compares both sides on the case; empty, or a report with a shrunken model.
std::string case_report(const Family& family, std::uint64_t seed, Tally& tally);

}  // namespace gnomon::test
