// Writes random models with random formulas to files, for tests from outside: random_models FOLDER FIRST COUNT STATES.
// The formulas of each: four invariants, two plain ones, two of LTL, one of LDL, none about knowledge.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

#include "support/random_formula.h"
#include "support/random_model.h"
#include "support/rng.h"

namespace {

using gnomon::test::FormulaOptions;
using gnomon::test::Fragment;
using gnomon::test::Rng;
using gnomon::test::Vocabulary;

// A disjunction of propositions and their negations; not often false everywhere.
std::string random_invariant(Rng& rng, const Vocabulary& vocabulary) {
  std::string text;
  for (std::size_t i = 0; i <= rng.below(3); ++i) {
    text += text.empty() ? "" : " or ";
    text += (rng.chance(50) ? "!" : "") + rng.pick(vocabulary.propositions);
  }
  return "AG (" + text + ")";
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int kArguments = 5;
  if (argc != kArguments) {
    std::cerr << "usage: random_models FOLDER FIRST COUNT STATES\n";
    return 2;
  }
  const std::string folder = argv[1];
  const std::uint64_t first = std::stoull(argv[2]);
  const std::uint64_t count = std::stoull(argv[3]);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    gnomon::test::ModelOptions options;
    options.state_space = std::stoul(argv[4]);
    options.deadlocks = 20;
    gnomon::test::RandomModel model = gnomon::test::random_model(seed, options);
    Rng rng(seed ^ 0x9e3779b97f4a7c15u);
    std::erase_if(model.draft.initial, [&](const std::string&) { return rng.chance(30); });
    for (int i = 0; i < 4; ++i) model.draft.formulas.push_back(random_invariant(rng, model.vocabulary));
    for (Fragment fragment : {Fragment::Ctlk, Fragment::Ctlk, Fragment::Ltl, Fragment::Ltl, Fragment::Ldl}) {
      FormulaOptions formula{.size = 2 + rng.below(4), .knowledge = 0};
      model.draft.formulas.push_back(random_formula(rng, fragment, model.vocabulary, formula));
    }
    std::ofstream file(folder + "/" + std::to_string(seed) + ".ispl");
    file << model.draft.text();
    if (!file.flush()) return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
