// A search compared with the explicit evaluation of the same formula.
#pragma once

#include <cstddef>
#include <string>

#include "logic/formula.h"
#include "oracle/harness/subject.h"

namespace gnomon::test {

struct SearchTally {
  std::size_t formulas = 0;
  std::size_t unsupported = 0;       // neither universal nor existential, or with operators that the engine lacks
  std::size_t beyond_limits = 0;     // too large for the explicit evaluation
  std::size_t found = 0;             // answers with evidence
  std::size_t deep = 0;              // of them at a bound above 1
  std::size_t proved = 0;            // answers without evidence
  std::size_t expected_answers = 0;  // verdicts that a search must find
  std::size_t abandoned = 0;         // of them: given up, because it took too many clauses
};

struct ComparisonOptions {
  bool tests_look_beyond = false;
  std::size_t idle_bounds = 3;  // bounds that are tried although there is nothing to be found
  std::size_t max_clauses = 400'000;
};

// What is wrong with the search for this property: a wrong answer, evidence that is none, an answer that does not come.
// Empty if nothing is.
std::string search_difference(Subject& subject, const logic::Property& property, const ComparisonOptions& options,
                              SearchTally& tally);

}  // namespace gnomon::test
