// Random formulas as text, by fragment. The text is fully parenthesised, so it does not depend on precedences.
#pragma once

#include <string>
#include <vector>

#include "support/rng.h"

namespace gnomon::test {

enum class Fragment { Ctlk, Atlk, Ltl, CtlStar, Ldl, CdlStar, LtlFinite, CtlStarFinite, LdlFinite, CdlStarFinite };

// What a formula may speak of. Propositions must not be empty.
struct Vocabulary {
  std::vector<std::string> propositions;
  std::vector<std::string> agents;
  std::vector<std::string> groups;
};

struct FormulaOptions {
  std::size_t size = 8;      // operators, roughly
  unsigned knowledge = 15;   // percent of state operators that are K, GK, DK, GCK or O
  bool mix = true;           // LTL operators in LDL and CDL* formulas
  unsigned nasty = 25;       // percent of path expressions that are hard ones: (p?)*, tests with eventualities, ...
  bool deontic = true;       // O, GreenStates, RedStates
  unsigned bounds = 0;       // percent of temporal operators with a bound, and of path expressions with a count
  bool large_bounds = true;  // some of more than a few steps, in plain formulas
};

// A formula with the prefix of its fragment, without the closing semicolon.
std::string random_formula(Rng& rng, Fragment fragment, const Vocabulary& vocabulary,
                           const FormulaOptions& options = {});

}  // namespace gnomon::test
