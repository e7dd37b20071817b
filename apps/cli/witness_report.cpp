#include "witness_report.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "json_report.h"

namespace gnomon::cli {

using nlohmann::ordered_json;

namespace {

ordered_json actions_json(const api::Witness::Actions& actions) {
  ordered_json object = ordered_json::object();
  for (const auto& [agent, action] : actions) object[agent] = action;
  return object;
}

ordered_json path_json(const api::Witness::Path& path) {
  ordered_json object;
  object["for"] = path.formula.empty() ? "reachable" : path.formula;
  if (!path.formula.empty()) object["holds"] = path.holds;
  object["states"] = path.states;
  if (path.loop) object["loop"] = *path.loop;
  if (path.last) object["last"] = *path.last;
  ordered_json& actions = object["actions"] = ordered_json::array();
  for (const auto& joint : path.actions) actions.push_back(actions_json(joint));
  return object;
}

ordered_json table_json(const api::Witness::Table& table) {
  ordered_json object{{"for", table.formula}, {"holds", table.holds}, {"agents", table.agents}};
  ordered_json& entries = object["entries"] = ordered_json::array();
  for (const api::Witness::Entry& entry : table.entries) {
    ordered_json moves = ordered_json::array();
    for (const api::Witness::Move& move : entry.moves) {
      moves.push_back({{"actions", actions_json(move.actions)}, {"outcomes", move.outcomes}});
    }
    entries.push_back({{"state", entry.state}, {"moves", std::move(moves)}});
  }
  object["open"] = table.open;
  return object;
}

std::string content(const api::FormulaResult& result, WitnessFormat format) {
  switch (format) {
    case WitnessFormat::Text:
      return result.witness->text;
    case WitnessFormat::Dot:
      return result.witness->dot;
    case WitnessFormat::Json:
      return witness_json(*result.witness).dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
  }
  return "";
}

const char* extension(WitnessFormat format) {
  switch (format) {
    case WitnessFormat::Text:
      return "txt";
    case WitnessFormat::Dot:
      return "dot";
    case WitnessFormat::Json:
      return "json";
  }
  return "";
}

}  // namespace

WitnessFormat WitnessArguments::chosen() const {
  if (format == "dot") return WitnessFormat::Dot;
  return format == "json" ? WitnessFormat::Json : WitnessFormat::Text;
}

ordered_json witness_json(const api::Witness& witness) {
  ordered_json object;
  object["kind"] = witness.counterexample ? "counterexample" : "witness";
  ordered_json& states = object["states"] = ordered_json::array();
  for (const api::State& state : witness.states) states.push_back(state_json(state));
  ordered_json& paths = object["paths"] = ordered_json::array();
  for (const auto& path : witness.paths) paths.push_back(path_json(path));
  ordered_json& links = object["links"] = ordered_json::array();
  for (const auto& link : witness.links) {
    links.push_back({{"from", link.from}, {"to", link.to}, {"agents", link.agents}, {"as", link.kind}});
  }
  ordered_json& strategies = object["strategies"] = ordered_json::array();
  for (const auto& table : witness.tables) strategies.push_back(table_json(table));
  ordered_json& taken = object["taken"] = ordered_json::array();
  for (const auto& claim : witness.taken) {
    taken.push_back({{"formula", claim.formula}, {"holds", claim.holds}, {"state", claim.state}});
  }
  object["notes"] = witness.notes;
  return object;
}

std::string witness_lines(const api::FormulaResult& result, WitnessFormat format) {
  if (result.witness) return content(result, format) + (format == WitnessFormat::Text ? "\n" : "");
  return format == WitnessFormat::Text ? fmt::format("  (no {}: {})\n", "witness", result.no_witness) : "";
}

std::string write_witness(const api::FormulaResult& result, WitnessFormat format, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fmt::format("cannot make the folder {}: {}", folder, error.message());
  if (!result.witness) return "";
  std::filesystem::path path =
      std::filesystem::path(folder) / fmt::format("witness_{}.{}", result.index, extension(format));
  std::ofstream file(path, std::ios::binary);
  if (file) file << content(result, format);
  file.close();
  return file ? "" : fmt::format("cannot write {}: {}", path.string(), std::strerror(errno));
}

}  // namespace gnomon::cli
