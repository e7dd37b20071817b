// Random models with observations, and formulas about knowledge with memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "check/path.h"
#include "support/model_draft.h"
#include "support/random_formula.h"
#include "support/random_model.h"

namespace gnomon::test {

struct MemoryCase {
  ModelDraft draft;
  std::vector<std::string> observations;  // lines of the Observations section
  std::string text() const;
};

struct MemoryFamily {
  std::string name;
  Fragment fragment = Fragment::Ctlk;
  bool recall = true;    // otherwise with a clock
  bool bounded = false;  // look-ahead by EX, AX (or E X, A X) only
  std::size_t formula_size = 5;
  std::size_t state_space = 24;
  std::size_t max_agents = 2;
  unsigned knowledge = 40;  // percent of state operators
  unsigned fairness = 20;   // percent of models
  unsigned bounds = 0;      // percent of temporal operators with a bound on the steps
  bool own_view = false;    // no agent starts with another observation
  check::PathEngine engine = check::PathEngine::Automatic;
  std::size_t automaton_states = 0;  // limit of explicit automata; 0: the engine's own
};

// The model of a seed, with formulas of the family.
MemoryCase random_memory_case(const MemoryFamily& family, std::uint64_t seed, int formulas);

// The model of a seed with its vocabulary and the observations of its agents ("Ag1", "eye"), without formulas.
struct MemoryModel {
  MemoryCase subject;
  Vocabulary vocabulary;
  std::vector<std::pair<std::string, std::string>> observations;
};
MemoryModel random_memory_model(const MemoryFamily& family, std::uint64_t seed);

}  // namespace gnomon::test
