// What a formula needs: which operators occur, and whether it has one of the shapes for which there is a cheap method.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "logic/formula.h"

namespace gnomon::logic {

struct Fragment {
  // Which operators occur.
  bool branching = false;          // EX AX EF AF EG AG EU AU
  bool knowledge = false;          // K GK GCK DK
  bool group_knowledge = false;    // GK GCK DK
  bool common_knowledge = false;   // GCK
  bool deontic = false;            // O
  bool strategic = false;          // <g>X <g>F <g>G <g>U
  bool observation = false;        // Delta
  bool path_quantifiers = false;   // A, E over path formulas
  bool finite_traces = false;      // some of them over finite traces
  bool linear_operators = false;   // X F G U W R
  bool dynamic_operators = false;  // <rho>f [rho]f
  // Some path quantifier does not stand directly over one X F G U W R of state formulas: fixpoints of CTL do not do.
  bool path_automata = false;
  // AG f, f a Boolean combination of atoms.
  bool invariant = false;
  // The deepest nesting of knowledge operators.
  std::uint32_t knowledge_depth = 0;

  // A Boolean combination of atoms.
  bool is_propositional() const { return is_ctlk() && !branching && !knowledge && !deontic; }
  bool is_ctlk() const { return is_atlk() && !strategic; }
  // CTLK with strategies; no path formulas, no change of observation.
  bool is_atlk() const { return !path_quantifiers && !linear_operators && !dynamic_operators && !observation; }
};

Fragment classify(const FormulaPool& pool, Formula f);

// By index: which of the formulas below the root, and itself, look at no steps. They are combinations of atoms and of what
// agents know of such.
std::vector<bool> stepless(const FormulaPool& pool, Formula root);

// Whether the formula depends on the history and not only on the state: it changes observations, or its knowledge is
// not observational.
bool needs_memory(const FormulaPool& pool, const Property& property);

// The name of the logic for reports, by the mode in which the formula was written: CTLK, ATLK (a plain formula with
// strategic operators), LTLK, CTL*K, LDLK, CDL*K, on finite traces LTLfK, CTL*fK, LDLfK, CDL*fK; with Delta appended
// where the observation changes.
std::string logic_name(const FormulaPool& pool, const Property& property);

}  // namespace gnomon::logic
