// Scenarios: families of models with known answers, written as ISPL text.
//
// A scenario has a name, integer parameters and numbered specifications. A specification is one statement about the
// model, or one about each agent or pair of agents; the generator writes a statement in every logic that can say it,
// and all these formulas must get the same verdict, which stands beside each of them as a comment (`-- true` or
// `-- false`). Output depends on the arguments only.
//
// The text grows with the model, never with its state space: at most quadratically in a parameter, where a
// specification speaks of all pairs of agents.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bigint.h"

namespace gnomon::scenario {

// The ways to write a specification. Recall and Delta are formulas under @recall (with the contrasting readings @clock
// and @observational where a scenario shows the difference), without and with changes of observation.
enum class Logic : std::uint8_t { Ctlk, Ltlk, CtlStarK, Ldlk, CdlStarK, LdlfK, CdlStarfK, Recall, Delta };

std::string_view logic_name(Logic logic);
// Case does not matter, nor does the K: `ctl*`, `CTL*K` and `ctlstar` are one logic.
std::optional<Logic> parse_logic(std::string_view text);

struct Parameter {
  std::string name;
  std::int64_t standard = 0;  // the value if none is given
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::string meaning;
  bool special = false;  // the text says `Made by: ... name=value` only if the value is not the standard one
};

struct Specification {
  std::string meaning;  // one sentence; its number is its place in the list, from 1
  std::vector<Logic> logics;
};

using Values = std::vector<std::int64_t>;  // by parameter

class ModelText;

struct Scenario {
  std::string name;
  std::string description;
  std::vector<Parameter> parameters;
  std::vector<Specification> specifications;
  // What is wrong with values that are each in range; empty if nothing is.
  std::string (*conflict)(const Values&) = nullptr;
  // The number of reachable states where a formula or a measured value is at hand.
  std::optional<BigInt> (*states)(const Values&) = nullptr;
  void (*write)(const Values&, ModelText&) = nullptr;
};

const std::vector<Scenario>& scenarios();
// None if there is no such scenario; `-` and `_` are the same.
const Scenario* find_scenario(std::string_view name);

struct GenerateOptions {
  std::optional<Logic> logic;        // none: all that the specification has
  std::optional<int> specification;  // from 1; none: all
};

struct Generated {
  std::string text;                 // ISPL; empty if there are errors
  std::vector<std::string> errors;  // sentences, one per mistake
  bool ok() const { return errors.empty(); }
};

// Arguments are values in order of the parameters (`10`), named values (`N=10`, any order, any case), or both. A value
// is an integer or a power (`2^20`).
Generated generate(std::string_view name, const std::vector<std::string>& arguments,
                   const GenerateOptions& options = {});

// The number of reachable states, where known. Requires values that `generate` would accept.
std::optional<BigInt> known_states(const Scenario& scenario, const Values& values);

// What `gnomon gen --list` shows: every scenario with its parameters and specifications.
std::string describe(const Scenario& scenario);

}  // namespace gnomon::scenario
