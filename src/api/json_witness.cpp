// States, witnesses and graphs in JSON.
#include <charconv>
#include <cstdint>
#include <fmt/format.h>

#include "api/json_parts.h"

namespace gnomon::api {

namespace {

// The texts of values tell their types: names of enumerations are neither numbers nor reserved words.
ordered_json value_json(const std::string& text, JsonValues form) {
  if (form == JsonValues::AsWritten) return text;
  if (text == "true" || text == "false") return text == "true";
  std::int64_t number = 0;
  const char* end = text.data() + text.size();
  auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && rest == end ? ordered_json(number) : ordered_json(text);
}

ordered_json actions_json(const Witness::Actions& actions) {
  ordered_json object = ordered_json::object();
  for (const auto& [agent, action] : actions) object[agent] = action;
  return object;
}

ordered_json path_json(const Witness::Path& path) {
  ordered_json object;
  object["for"] = path.formula.empty() ? "reachable" : path.formula;
  if (!path.formula.empty()) object["holds"] = path.holds;
  object["states"] = path.states;
  if (path.loop) object["loop"] = *path.loop;
  if (path.last) object["last"] = *path.last;
  if (path.repeat) object["repeat"] = {path.repeat->from, path.repeat->to};
  if (path.repeat && path.repeat->times) object["times"] = *path.repeat->times;
  ordered_json& actions = object["actions"] = ordered_json::array();
  for (const auto& joint : path.actions) actions.push_back(actions_json(joint));
  for (const auto& row : path.truth) object["truth"].push_back({{"formula", row.formula}, {"holds", row.holds}});
  return object;
}

ordered_json table_json(const Witness::Table& table) {
  ordered_json object{{"for", table.formula}, {"holds", table.holds}};
  if (table.uniform) object["uniform"] = true;
  object["agents"] = table.agents;
  ordered_json& entries = object["entries"] = ordered_json::array();
  for (const Witness::Entry& entry : table.entries) {
    ordered_json moves = ordered_json::array();
    for (const Witness::Move& move : entry.moves) {
      moves.push_back({{"actions", actions_json(move.actions)}, {"outcomes", move.outcomes}});
    }
    ordered_json& added = entries.emplace_back(ordered_json{{"state", entry.state}, {"moves", std::move(moves)}});
    if (entry.step) added["step"] = *entry.step;
  }
  object["open"] = table.open;
  return object;
}

constexpr int kOneLine = -1;

// One state, edge or class per line: the document is long.
std::string lines(const char* key, const std::vector<ordered_json>& items) {
  std::string text = fmt::format(",\n  \"{}\": [", key);
  for (std::size_t i = 0; i < items.size(); ++i) {
    text += (i == 0 ? "\n    " : ",\n    ") + dump(items[i], kOneLine);
  }
  return text + (items.empty() ? "]" : "\n  ]");
}
}  // namespace

ordered_json state_json(const State& state, JsonValues form) {
  ordered_json agents = ordered_json::object();
  for (const AgentState& agent : state) {
    ordered_json values = ordered_json::object();
    for (const auto& [name, value] : agent.values) values[name] = value_json(value, form);
    agents[agent.agent] = std::move(values);
  }
  return agents;
}

ordered_json witness_json(const Witness& witness, JsonValues form) {
  ordered_json object;
  object["kind"] = witness.counterexample ? "counterexample" : "witness";
  ordered_json& states = object["states"] = ordered_json::array();
  for (const State& state : witness.states) states.push_back(state_json(state, form));
  object["propositions"] = witness.propositions;
  ordered_json& observes = object["observes"] = ordered_json::object();
  for (const auto& [agent, variables] : witness.observes) observes[agent] = variables;
  ordered_json& paths = object["paths"] = ordered_json::array();
  for (const auto& path : witness.paths) paths.push_back(path_json(path));
  ordered_json& links = object["links"] = ordered_json::array();
  for (const auto& link : witness.links) {
    links.push_back({{"from", link.from}, {"to", link.to}, {"agents", link.agents}, {"as", link.kind}});
  }
  ordered_json& strategies = object["strategies"] = ordered_json::array();
  for (const auto& table : witness.tables) strategies.push_back(table_json(table));
  for (const auto& one : witness.possible) {
    object["possible"].push_back(
        {{"for", one.formula}, {"state", one.state}, {"count", one.count}, {"states", one.states}});
  }
  ordered_json& taken = object["taken"] = ordered_json::array();
  for (const auto& claim : witness.taken) {
    taken.push_back({{"formula", claim.formula}, {"holds", claim.holds}, {"state", claim.state}});
  }
  object["notes"] = witness.notes;
  for (const auto& [name, value] : witness.values) {
    object["values"][name] = value ? ordered_json(*value) : ordered_json(nullptr);
  }
  for (const Witness& other : witness.further) object["further"].push_back(witness_json(other, form));
  return object;
}

std::string to_json(const Witness& witness) {
  return document_text(witness_json(witness, JsonValues::AsWritten));
}

std::string to_json(const StateGraph& graph, const std::string& file) {
  ordered_json name = file;
  ordered_json initial = graph.initial;
  std::string text = fmt::format("{{\n  \"gnomon\": \"{}\",\n  \"file\": {},\n  \"initial\": {}", version(),
                                 dump(name, kOneLine), dump(initial, kOneLine));
  std::vector<ordered_json> items;
  for (std::size_t s = 0; s < graph.states.size(); ++s) {
    items.push_back(
        {{"values", state_json(graph.states[s], JsonValues::AsWritten)}, {"propositions", graph.propositions[s]}});
  }
  text += lines("states", items);
  items.clear();
  for (const StateGraph::Edge& edge : graph.edges) {
    ordered_json actions = ordered_json::array();
    for (const JointAction& joint : edge.actions) actions.push_back(actions_json(joint));
    items.push_back({{"from", edge.from}, {"to", edge.to}, {"actions", std::move(actions)}});
  }
  text += lines("edges", items);
  items.clear();
  for (const StateGraph::Alike& alike : graph.alike) {
    items.push_back({{"agent", alike.agent}, {"classes", alike.classes}});
  }
  return text + lines("epistemic", items) + "\n}\n";
}

}  // namespace gnomon::api
