// In which order the claims of an explanation are read: each is followed by those that it rests on.
#pragma once

#include <cstddef>
#include <vector>

#include "explicit/witness_data.h"
#include "logic/formula.h"

namespace gnomon::witness {

// Numbers of claims, the first claim first. Left out are claims that are taken without being shown, and Boolean ones that
// are shown together with the claim above them. Requires a claim.
std::vector<std::size_t> reading_order(const logic::FormulaPool& pool, const explicit_state::Witness& witness);

}  // namespace gnomon::witness
