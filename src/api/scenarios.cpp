// The door to the scenario generators, and small help for programs.
#include <fmt/format.h>

#include "base/diagnostic.h"
#include "gnomon/gnomon.h"
#include "scenario/scenario.h"

namespace gnomon::api {

std::string_view version() {
  return GNOMON_VERSION;
}

GeneratedModel generate(const std::string& name, const std::vector<std::string>& parameters,
                        const std::optional<std::string>& logic, std::optional<int> specification) {
  scenario::GenerateOptions options;
  options.specification = specification;
  if (logic) {
    options.logic = scenario::parse_logic(*logic);
    if (!options.logic) return {{}, {fmt::format("there is no logic `{}`; see `gnomon gen --list`", *logic)}};
  }
  scenario::Generated made = scenario::generate(name, parameters, options);
  return {std::move(made.text), std::move(made.errors)};
}

GeneratedModel scenario_source(const std::string& name) {
  const scenario::Scenario* found = scenario::find_scenario(name);
  if (found == nullptr) return {{}, {scenario::no_such_scenario(name)}};
  return {std::string(found->source), {}};
}

std::vector<std::string> describe_scenarios() {
  std::vector<std::string> list;
  for (const scenario::Scenario& scenario : scenario::scenarios()) list.push_back(scenario::describe(scenario));
  return list;
}

std::string closest_name(std::string_view name, const std::vector<std::string>& candidates) {
  return gnomon::closest_name(name, std::vector<std::string_view>(candidates.begin(), candidates.end()));
}

}  // namespace gnomon::api
