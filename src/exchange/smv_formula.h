// Formulas in SMV: INVARSPEC for AG p, CTLSPEC for plain formulas, LTLSPEC for A f with a path formula f over propositions.
//
// SMV wants every state to have a successor. A model that may stop gets a variable `ended`: at any time it may become true
// and then stays so, while nothing else changes. A state with `ended` is none of the model, so formulas look past it:
//
//   EX f   EX (!ended & f)      EF f   EF (!ended & f)      EG f   EG (!ended & f)      E(f U g)   E [f U (!ended & g)]
//   AX f   AX (ended | f)       AG f   AG (ended | f)       AF f   AF (ended | f)       A(f U g)   A [f U (ended | g)]
//   A f    (G !ended) -> f
//
// These are exact: E ranges over paths without `ended`, finite ones because they can be prolonged by it. Under fairness the
// constraints are false where the model has ended, so that no fair path ends, and formulas need not say more.
#pragma once

#include <string>

#include "base/budget.h"
#include "exchange/smv_names.h"
#include "ispl/checked_model.h"

namespace gnomon::exchange {

struct SmvPaths {
  bool may_end = false;  // there is a variable `ended`
  bool fair = false;
};

// A specification, `CTLSPEC AG p;`; or why there is none, a sentence without full stop.
struct SmvSpecification {
  std::string text;
  std::string left_out;
};

SmvSpecification smv_specification(ispl::CheckedModel& model, const logic::Property& property, const SmvNames& names,
                                   const SmvPaths& paths, const Budget& budget);

// A propositional formula.
std::string smv_condition(const ispl::CheckedModel& model, logic::Formula f, const SmvNames& names);

}  // namespace gnomon::exchange
