// Both sides of knowledge with memory on one random model: the symbolic checker, the explicit unfolding, and for
// bounded formulas the records of all histories.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "recall/harness/memory_case.h"

namespace gnomon::test {

struct MemoryTally {
  std::size_t models = 0;
  std::size_t formulas = 0;
  std::size_t compared = 0;    // with the unfolding
  std::size_t by_records = 0;  // with all histories
  std::size_t listed = 0;      // with what agents remember where states are listed
  std::size_t true_verdicts = 0;
  std::size_t doubts = 0;            // pairs of histories that were checked
  std::size_t alternating = 0;       // formulas with views below views
  std::size_t histories = 0;         // after which a formula was evaluated
  std::size_t listed_histories = 0;  // likewise where states are listed
  std::size_t tableaux = 0;          // path formulas over knowledge by automata in diagram variables
  std::size_t breakpoints = 0;
};

// Empty, or a sentence about the first difference together with a shrunken model.
std::string memory_case_report(const MemoryFamily& family, std::uint64_t seed, int formulas, MemoryTally& tally);

}  // namespace gnomon::test
