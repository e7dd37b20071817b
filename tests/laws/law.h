// Laws: two formula texts that must hold in the same states of every model, or of which one must imply the other, and
// the machinery that tries them on random models, under a rotating setting of the engine.
//
// $F, $G and $H stand for random state formulas, $p for a proposition, $agent for an agent. The groups `big`, `small`
// (a part of it) and `single` (the agent $agent alone) are there in every model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/random_formula.h"
#include "support/random_model.h"

namespace gnomon::test {

enum class Relation { Equal, Implies };
constexpr Relation kEqual = Relation::Equal;
constexpr Relation kImplies = Relation::Implies;

struct Law {
  std::string left;
  Relation relation = Relation::Equal;
  std::string right;
};

struct LawSetup {
  Fragment operands = Fragment::Ctlk;  // of F, G, H; without prefix in the laws
  std::string prefix = {};             // of both sides
  unsigned fairness = 25;              // percent of models
  unsigned deadlocks = 10;
  int models = 100;
  std::uint64_t seed = 1;
};

// Each law under A, under E and, if both sides are equal, as an equivalence on every path.
std::vector<Law> quantified(const std::vector<Law>& bodies);

// Fails the current test with the model and both formulas if a law is broken.
void check_laws(const std::vector<Law>& laws, const LawSetup& setup);

}  // namespace gnomon::test
