#include "api/witness_walk.h"

#include <cstddef>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <vector>

namespace gnomon::api {

namespace {

using nlohmann::ordered_json;

// `A.x=1 B.y=2`; only what differs from `before`, if that is given.
std::string assignments(const ordered_json& state, const ordered_json* before) {
  std::string text;
  for (const auto& [agent, values] : state.items()) {
    for (const auto& [variable, value] : values.items()) {
      if (before != nullptr && before->at(agent).at(variable) == value) continue;
      text += fmt::format(" {}.{}={}", agent, variable, value.get<std::string>());
    }
  }
  return text;
}

std::string walk_along(const ordered_json& witness) {
  const ordered_json& states = witness.at("states");
  const ordered_json& path = witness.at("paths").at(0);
  std::vector<std::size_t> places = path.at("states").get<std::vector<std::size_t>>();
  if (path.contains("loop")) places.push_back(places.at(path.at("loop").get<std::size_t>()));
  std::string text = "gnomon walk 1\ninit" + assignments(states.at(places.at(0)), nullptr) + "\n";
  for (std::size_t i = 0; i + 1 < places.size(); ++i) {
    text += "step";
    for (const auto& [agent, action] : path.at("actions").at(i).items()) {
      text += fmt::format(" {}={}", agent, action.get<std::string>());
    }
    text += " ->" + assignments(states.at(places[i + 1]), &states.at(places[i])) + "\n";
  }
  return text;
}

const ordered_json* first_witness(const ordered_json& document) {
  if (!document.contains("formulas")) return &document;
  for (const ordered_json& formula : document.at("formulas")) {
    if (formula.contains("witness")) return &formula.at("witness");
  }
  return nullptr;
}

}  // namespace

bool looks_like_json(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos && text[first] == '{';
}

std::string walk_of_witness(const std::string& json, std::string& problem) {
  try {
    const ordered_json document = ordered_json::parse(json);
    if (const ordered_json* witness = first_witness(document)) return walk_along(*witness);
    problem = "the document has no witness; `gnomon check --json --witness` writes them";
  } catch (const ordered_json::exception&) {
    problem = "not a witness as `gnomon check --witness=json` writes it";
  } catch (const std::out_of_range&) {
    problem = "not a witness: a path leads to a state that is not listed";
  }
  return "";
}

}  // namespace gnomon::api
