// Where along a path the parts of a path formula are true: the table below the path of an explanation.
//
// The path is evaluated by the definition (explicit/lasso.h), with the truth of state formulas taken from the values of
// the states and from the claims of the witness. Cost: positions^3 for each part, so long paths have no table.
#pragma once

#include <cstddef>
#include <vector>

#include "explicit/facts.h"
#include "explicit/witness_data.h"

namespace gnomon::witness {

struct TruthRow {
  logic::Formula formula;
  std::vector<bool> holds;  // by position of the path; on a finite trace, up to its end
};

// The formula first, then its parts, the larger ones before the smaller ones; without propositions, which the states
// show, and without constants. Empty for paths that show no path formula and for those that are too long.
std::vector<TruthRow> truth_rows(const logic::FormulaPool& pool, explicit_state::Facts& facts,
                                 const explicit_state::Witness& witness, const explicit_state::WitnessPath& path);

}  // namespace gnomon::witness
