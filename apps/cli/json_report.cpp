#include "json_report.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "witness_report.h"

namespace gnomon::cli {

using nlohmann::ordered_json;

namespace {

constexpr int kSchema = 1;

const char* verdict_word(api::Verdict verdict) {
  switch (verdict) {
    case api::Verdict::True:
      return "true";
    case api::Verdict::False:
      return "false";
    case api::Verdict::Unknown:
      return "unknown";
  }
  return "";
}

const char* basis_word(api::Basis basis) {
  switch (basis) {
    case api::Basis::Whole:
      return "whole";
    case api::Basis::Part:
      return "part";
    case api::Basis::Induction:
      return "induction";
  }
  return "";
}

const char* severity_word(api::Severity severity) {
  switch (severity) {
    case api::Severity::Error:
      return "error";
    case api::Severity::Warning:
      return "warning";
    case api::Severity::Note:
      return "note";
  }
  return "";
}

// Seconds to the nanosecond, without the digits of binary rounding.
double rounded(double seconds) {
  constexpr double kNano = 1e9;
  return std::round(seconds * kNano) / kNano;
}

template <class Value>
void put(ordered_json& object, const char* key, const std::optional<Value>& value) {
  if (value) object[key] = *value;
}

void put_found(ordered_json& object, const char* key, const char* example_key,
               const std::optional<api::StatesFound>& found) {
  if (!found) return;
  object[key] = found->count;
  if (found->example) object[example_key] = state_json(*found->example);
}

ordered_json model_json(const api::ModelFacts& facts) {
  ordered_json model;
  model["agents"] = facts.agents;
  model["variables"] = facts.variables;
  put(model, "state_bits", facts.state_bits);
  put(model, "initial_states", facts.initial_states);
  put(model, "reachable_states", facts.reachable_states);
  put(model, "depth", facts.depth);
  put(model, "fair_states", facts.fair_states);
  put_found(model, "deadlocks", "deadlock_example", facts.deadlocks);
  put_found(model, "overflows", "overflow_example", facts.overflows);
  return model;
}

void add_info(ordered_json& model, const api::Run& run) {
  ordered_json& agents = model["agent_list"] = ordered_json::array();
  for (const api::AgentFacts& agent : run.agents()) {
    agents.push_back({{"name", agent.name},
                      {"variables", agent.variables},
                      {"actions", agent.actions},
                      {"observes", agent.observes}});
  }
  api::UnusedNames unused = run.unused();
  model["unused"] = {{"variables", unused.variables},
                     {"actions", unused.actions},
                     {"propositions", unused.propositions},
                     {"groups", unused.groups}};
}

ordered_json formula_json(const api::FormulaResult& result) {
  ordered_json formula;
  formula["index"] = result.index;
  formula["text"] = result.text;
  if (result.line > 0) {
    formula["line"] = result.line;
    formula["column"] = result.column;
  }
  formula["logic"] = result.logic;
  formula["verdict"] = verdict_word(result.verdict);
  if (result.verdict == api::Verdict::Unknown) formula["reason"] = result.reason;
  if (result.depth) {
    formula["depth"] = *result.depth;
    formula["basis"] = basis_word(result.basis);
  }
  formula["seconds"] = rounded(result.seconds);
  if (result.witness) formula["witness"] = witness_json(*result.witness);
  if (!result.no_witness.empty()) formula["no_witness"] = result.no_witness;
  if (!result.explanation.empty()) formula["explanation"] = result.explanation;
  return formula;
}

ordered_json bounded_json(const api::BoundedFacts& bounded) {
  ordered_json object;
  bool diagrams = bounded.engine == api::BoundedEngine::Diagrams;
  object["engine"] = diagrams ? "bdd" : "sat";
  object["depth"] = bounded.depth;
  if (diagrams) object["rounds"] = bounded.rounds;
  if (!bounded.states.empty()) object["states"] = bounded.states;
  object["complete"] = bounded.complete;
  object["checks"] = bounded.checks;
  object["check_seconds"] = rounded(bounded.check_seconds);
  return object;
}

ordered_json statistics_json(const api::Statistics& statistics) {
  return {{"seconds",
           {{"parse", rounded(statistics.parse_seconds)},
            {"encode", rounded(statistics.encode_seconds)},
            {"reach", rounded(statistics.reach_seconds)},
            {"check", rounded(statistics.check_seconds)},
            {"analysis", rounded(statistics.analysis_seconds)},
            {"total", rounded(statistics.total_seconds)}}},
          {"peak_nodes", statistics.peak_nodes},
          {"peak_memory_bytes", statistics.peak_memory_bytes},
          {"reorderings", statistics.reorderings}};
}

ordered_json diagnostic_json(const api::Diagnostic& diagnostic) {
  ordered_json object;
  object["severity"] = severity_word(diagnostic.severity);
  if (!diagnostic.name.empty()) object["name"] = diagnostic.name;
  object["file"] = diagnostic.file;
  if (diagnostic.line > 0) {
    object["line"] = diagnostic.line;
    object["column"] = diagnostic.column;
  }
  object["message"] = diagnostic.message;
  if (!diagnostic.hint.empty()) object["hint"] = diagnostic.hint;
  return object;
}

ordered_json complaint_json(const std::string& file, const std::string& message) {
  api::Diagnostic diagnostic;
  diagnostic.file = file;
  diagnostic.message = message;
  return diagnostic_json(diagnostic);
}

ordered_json head(const std::string& file) {
  ordered_json document;
  document["gnomon"] = api::version();
  document["schema"] = kSchema;
  document["file"] = file;
  return document;
}

std::string text_of(const ordered_json& document) {
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

ordered_json state_json(const api::State& state) {
  ordered_json agents = ordered_json::object();
  for (const api::AgentState& agent : state) {
    ordered_json values = ordered_json::object();
    for (const auto& [name, value] : agent.values) values[name] = value;
    agents[agent.agent] = std::move(values);
  }
  return agents;
}

std::string json_report(const api::Run& run, const std::vector<api::FormulaResult>& results, JsonDetail detail,
                        const std::vector<std::string>& complaints) {
  ordered_json document = head(run.file());
  if (!run.has_errors()) {
    document["model"] = model_json(run.facts());
    if (detail == JsonDetail::Info) add_info(document["model"], run);
  }
  ordered_json& formulas = document["formulas"] = ordered_json::array();
  for (const api::FormulaResult& result : results) formulas.push_back(formula_json(result));
  if (auto bounded = run.facts().bounded) document["bounded"] = bounded_json(*bounded);
  if (std::string reason = run.stopped(); !reason.empty()) document["stopped"] = reason;
  document["statistics"] = statistics_json(run.statistics());
  ordered_json& diagnostics = document["diagnostics"] = ordered_json::array();
  for (const api::Diagnostic& diagnostic : run.diagnostics()) diagnostics.push_back(diagnostic_json(diagnostic));
  for (const std::string& complaint : complaints) diagnostics.push_back(complaint_json(run.file(), complaint));
  return text_of(document);
}

std::string json_report_unreadable(const std::string& file, const std::string& complaint) {
  ordered_json document = head(file);
  document["formulas"] = ordered_json::array();
  document["statistics"] = statistics_json({});
  document["diagnostics"] = ordered_json::array({complaint_json(file, complaint)});
  return text_of(document);
}

}  // namespace gnomon::cli
