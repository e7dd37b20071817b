// Scenarios: families of models with known answers, written as ISPL text.
//
// A scenario is a parametric model that is part of the library (src/scenario/models), with integer parameters and
// numbered specifications. A specification is one statement about the model, or one about each agent or pair of agents;
// it is written in every logic that can say it, and all these formulas must get the same verdict, which the model states
// (`expect`). Its instances are plain text: the model elaborated, the verdict beside each formula as a comment (`-- true`
// or `-- false`). Formulas whose depth is a parameter are added by deep_formulas.h. Output depends on the arguments only.
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
};

struct Specification {
  std::string meaning;  // one sentence; its number is its place in the list, from 1
  std::vector<Logic> logics;
};

using Values = std::vector<std::int64_t>;  // by parameter

struct Scenario {
  std::string name;
  std::string description;
  std::vector<Parameter> parameters;
  std::vector<Specification> specifications;
  std::string_view source;  // the parametric model
};

const std::vector<Scenario>& scenarios();
// None if there is no such scenario; `-` and `_` are the same.
const Scenario* find_scenario(std::string_view name);
// What to say then: which there are, and which may be meant.
std::string no_such_scenario(std::string_view name);

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
