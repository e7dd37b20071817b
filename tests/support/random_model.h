// Small random models as ISPL text: agents with variables of all types, overlapping protocol lines, nondeterministic
// evolution under both assignment semantics, arithmetic that may leave the range or divide, observed environment
// variables, red states, groups, fairness. The same seed and options give the same model everywhere.
#pragma once

#include <cstdint>

#include "support/model_draft.h"
#include "support/random_formula.h"

namespace gnomon::test {

struct ModelOptions {
  std::size_t max_agents = 3;       // without the Environment
  std::size_t max_vars = 2;         // per agent; the Environment has as many Obsvars and as many Vars at most
  std::size_t max_domain = 4;       // values of a variable
  std::size_t state_space = 400;    // the product of all domains stays at or below this
  std::size_t max_actions = 3;      // per agent
  std::size_t max_protocol = 2;     // lines without Other
  std::size_t max_evolution = 6;    // lines per agent
  unsigned environment = 70;        // percent of models with an Environment
  unsigned single_assignment = 30;  // percent
  unsigned fairness = 25;           // percent of models with a Fairness section
  unsigned deadlocks = 10;          // percent of protocols without Other
  unsigned arithmetic = 30;         // percent of numbers that are compound
  unsigned open_initially = 30;     // percent of variables without an initial value
  unsigned red_states = 25;         // percent of agents
  bool empty_groups = true;
};

struct RandomModel {
  ModelDraft draft;       // without formulas
  Vocabulary vocabulary;  // of formulas about it
};

RandomModel random_model(std::uint64_t seed, const ModelOptions& options = {});

}  // namespace gnomon::test
