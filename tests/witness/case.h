// A random case of the oracle's families with everything that explaining and judging its verdicts needs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "explicit/replay.h"
#include "oracle/harness/families.h"
#include "witness/explain.h"

namespace gnomon::test {

struct WitnessTally {
  std::size_t formulas = 0;
  std::size_t witnesses = 0;
  std::size_t counterexamples = 0;
  std::size_t refused = 0;  // a reason instead of a witness
  std::size_t taken = 0;    // claims that were not shown
  std::size_t shown = 0;    // claims that were
  std::size_t paths = 0;
  std::size_t loops = 0;
  std::size_t links = 0;
  std::size_t tables = 0;
  std::size_t beyond_limits = 0;  // too large for the explicit side
};

// What the explicit side says about claims that are taken.
explicit_state::ReplayOracle oracle_for(Subject& subject, logic::Formula root,
                                        const reference::EvaluateOptions& options);

// What explanations are found on: diagrams, or states that were listed.
enum class FoundOn : std::uint8_t { Diagrams, List };

// Explains every formula of the draft's text and replays the explanations with the oracle. Empty, or what went wrong.
std::string witness_problem(const ModelDraft& draft, const Family& family, const witness::ExplainOptions& options,
                            WitnessTally& tally, FoundOn found_on = FoundOn::Diagrams);

}  // namespace gnomon::test
