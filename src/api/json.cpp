#include "gnomon/json.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace gnomon::api {

using nlohmann::ordered_json;

namespace {

constexpr int kSchema = 1;

const char* verdict_word(Verdict verdict) {
  switch (verdict) {
    case Verdict::True:
      return "true";
    case Verdict::False:
      return "false";
    case Verdict::Unknown:
      return "unknown";
  }
  return "";
}

const char* reason_word(ReasonKind kind) {
  switch (kind) {
    case ReasonKind::Time:
      return "time";
    case ReasonKind::Memory:
      return "memory";
    case ReasonKind::Size:
      return "size";
    case ReasonKind::Interrupted:
      return "interrupted";
    case ReasonKind::Unsupported:
      return "unsupported";
    case ReasonKind::Bound:
      return "bound";
  }
  return "";
}

const char* basis_word(Basis basis) {
  switch (basis) {
    case Basis::Whole:
      return "whole";
    case Basis::Part:
      return "part";
    case Basis::Induction:
      return "induction";
  }
  return "";
}

const char* severity_word(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "error";
    case Severity::Warning:
      return "warning";
    case Severity::Note:
      return "note";
  }
  return "";
}

// Seconds to the nanosecond, without the digits of binary rounding.
double rounded(double seconds) {
  constexpr double kNano = 1e9;
  return std::round(seconds * kNano) / kNano;
}

ordered_json state_json(const State& state) {
  ordered_json agents = ordered_json::object();
  for (const AgentState& agent : state) {
    ordered_json values = ordered_json::object();
    for (const auto& [name, value] : agent.values) values[name] = value;
    agents[agent.agent] = std::move(values);
  }
  return agents;
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

ordered_json witness_json(const Witness& witness) {
  ordered_json object;
  object["kind"] = witness.counterexample ? "counterexample" : "witness";
  ordered_json& states = object["states"] = ordered_json::array();
  for (const State& state : witness.states) states.push_back(state_json(state));
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
  ordered_json& taken = object["taken"] = ordered_json::array();
  for (const auto& claim : witness.taken) {
    taken.push_back({{"formula", claim.formula}, {"holds", claim.holds}, {"state", claim.state}});
  }
  object["notes"] = witness.notes;
  for (const auto& [name, value] : witness.values) {
    object["values"][name] = value ? ordered_json(*value) : ordered_json(nullptr);
  }
  for (const Witness& other : witness.further) object["further"].push_back(witness_json(other));
  return object;
}

template <class Value>
void put(ordered_json& object, const char* key, const std::optional<Value>& value) {
  if (value) object[key] = *value;
}

void put_found(ordered_json& object, const std::string& key, const std::optional<StatesFound>& found) {
  if (!found) return;
  object[key + "s"] = found->count;
  if (found->example) object[key + "_example"] = state_json(*found->example);
  if (found->way) object[key + "_path"] = witness_json(*found->way);
}

ordered_json model_json(const ModelFacts& facts) {
  ordered_json model;
  model["agents"] = facts.agents;
  model["variables"] = facts.variables;
  put(model, "state_bits", facts.state_bits);
  put(model, "initial_states", facts.initial_states);
  put(model, "reachable_states", facts.reachable_states);
  put(model, "depth", facts.depth);
  put(model, "fair_states", facts.fair_states);
  put_found(model, "deadlock", facts.deadlocks);
  put_found(model, "overflow", facts.overflows);
  return model;
}

void add_info(ordered_json& model, const Run& run) {
  ordered_json& agents = model["agent_list"] = ordered_json::array();
  for (const AgentFacts& agent : run.agents()) {
    agents.push_back({{"name", agent.name},
                      {"variables", agent.variables},
                      {"actions", agent.actions},
                      {"observes", agent.observes}});
  }
  UnusedNames unused = run.unused();
  model["unused"] = {{"variables", unused.variables},
                     {"actions", unused.actions},
                     {"propositions", unused.propositions},
                     {"groups", unused.groups}};
}

// A point as an object from names to numbers, null for all values.
ordered_json point_json(const StepValues& values, const std::vector<std::optional<std::uint64_t>>& point) {
  ordered_json object;
  for (std::size_t i = 0; i < point.size(); ++i) {
    object[values.parameters[i].name] = point[i] ? ordered_json(*point[i]) : ordered_json(nullptr);
  }
  return object;
}

void add_values(ordered_json& formula, const StepValues& values) {
  auto direction = [](const StepParameter& parameter) { return parameter.up ? "up" : "down"; };
  if (values.unbounded) formula["unbounded"] = true;
  if (values.range) {
    formula["parameter"] = values.range->name;
    formula["values"] = values.good;
    return;
  }
  put(formula, "at_least", values.at_least);
  put(formula, "at_most", values.at_most);
  if (values.parameters.size() == 1) {
    const StepParameter& only = values.parameters.front();
    formula["parameter"] = only.name;
    formula["direction"] = direction(only);
    if (values.points.empty()) return;
    const std::optional<std::uint64_t> best = values.points.front().front();
    if (!best || (only.up && *best == 0)) {
      formula["all"] = true;
    } else {
      formula[only.up ? "smallest" : "largest"] = *best;
    }
    return;
  }
  for (const StepParameter& parameter : values.parameters) formula["parameters"][parameter.name] = direction(parameter);
  if (values.points.empty()) return;
  if (values.mixed) {
    formula["best"] = point_json(values, values.points.front());
    return;
  }
  formula["front"] = ordered_json::array();
  for (const auto& point : values.points) formula["front"].push_back(point_json(values, point));
}

ordered_json formula_json(const FormulaResult& result) {
  ordered_json formula;
  formula["index"] = result.index;
  formula["text"] = result.text;
  if (!result.name.empty()) formula["name"] = result.name;
  if (result.expected) formula["expected"] = *result.expected ? "true" : "false";
  if (result.line > 0) {
    formula["line"] = result.line;
    formula["column"] = result.column;
  }
  formula["logic"] = result.logic;
  formula["verdict"] = verdict_word(result.verdict);
  if (!result.value.empty()) {
    const bool number = result.value != "none" && result.value != "infinite";
    formula["value"] = number ? ordered_json(std::stoull(result.value)) : ordered_json(result.value);
  }
  if (result.values) add_values(formula, *result.values);
  if (result.verdict == Verdict::Unknown) formula["reason"] = result.reason;
  if (result.reason_kind) formula["reason_kind"] = reason_word(*result.reason_kind);
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

ordered_json bounded_json(const BoundedFacts& bounded) {
  ordered_json object;
  bool diagrams = bounded.engine == BoundedEngine::Diagrams;
  object["engine"] = diagrams ? "bdd" : "sat";
  object["depth"] = bounded.depth;
  if (diagrams) object["rounds"] = bounded.rounds;
  if (!bounded.states.empty()) object["states"] = bounded.states;
  object["complete"] = bounded.complete;
  object["checks"] = bounded.checks;
  object["check_seconds"] = rounded(bounded.check_seconds);
  return object;
}

ordered_json statistics_json(const Statistics& statistics) {
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

ordered_json diagnostic_json(const Diagnostic& diagnostic) {
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
  if (!diagnostic.note.empty()) object["note"] = diagnostic.note;
  return object;
}

ordered_json complaint_json(const std::string& file, const std::string& message) {
  Diagnostic diagnostic;
  diagnostic.file = file;
  diagnostic.message = message;
  return diagnostic_json(diagnostic);
}

ordered_json head(const std::string& file) {
  ordered_json document;
  document["gnomon"] = version();
  document["schema"] = kSchema;
  document["file"] = file;
  return document;
}

// What the verdicts depend on besides the model and the formulas.
ordered_json semantics_json(const RunOptions& options) {
  const bool uniform = options.strategies == Strategies::Uniform;
  const bool recall = options.knowledge == Knowledge::Recall;
  return {{"strategies", uniform ? "uniform" : "full"},
          {"knowledge", recall                                  ? "recall"
                        : options.knowledge == Knowledge::Clock ? "clock"
                                                                : "observational"},
          {"initial_information", options.initial_information == InitialInformation::All ? "all" : "own"},
          {"finite_traces", options.finite_traces},
          {"finite_tests", options.finite_tests == FiniteTests::Infinite ? "infinite" : "finite"}};
}

// Text in the document's layout: indented, or on one line.
std::string dump(const ordered_json& value, int indent) {
  return value.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

std::string document_text(const ordered_json& document) {
  constexpr int kIndent = 2;
  return dump(document, kIndent) + "\n";
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

std::string to_json(const Run& run, const std::vector<FormulaResult>& results, JsonDetail detail,
                    const std::vector<std::string>& complaints) {
  ordered_json document = head(run.file());
  if (!run.has_errors()) {
    document["model"] = model_json(run.facts());
    ordered_json parameters = ordered_json::array();
    for (const ParameterFacts& one : run.parameters()) {
      ordered_json parameter = {{"name", one.name}, {"type", one.type}, {"value", one.value}};
      if (!one.standard.empty()) parameter["default"] = one.standard;
      parameters.push_back(std::move(parameter));
    }
    if (!parameters.empty()) document["model"]["parameters"] = std::move(parameters);
    if (detail == JsonDetail::Info) add_info(document["model"], run);
  }
  document["fingerprint"] = run.fingerprint();
  document["semantics"] = semantics_json(run.options());
  ordered_json& formulas = document["formulas"] = ordered_json::array();
  for (const FormulaResult& result : results) formulas.push_back(formula_json(result));
  if (auto bounded = run.facts().bounded) document["bounded"] = bounded_json(*bounded);
  if (std::string reason = run.stopped(); !reason.empty()) document["stopped"] = reason;
  document["statistics"] = statistics_json(run.statistics());
  ordered_json& diagnostics = document["diagnostics"] = ordered_json::array();
  for (const Diagnostic& diagnostic : run.diagnostics()) diagnostics.push_back(diagnostic_json(diagnostic));
  for (const std::string& complaint : complaints) diagnostics.push_back(complaint_json(run.file(), complaint));
  return document_text(document);
}

std::string unreadable_to_json(const std::string& file, const std::string& complaint) {
  ordered_json document = head(file);
  document["formulas"] = ordered_json::array();
  document["statistics"] = statistics_json({});
  document["diagnostics"] = ordered_json::array({complaint_json(file, complaint)});
  return document_text(document);
}

std::string to_json(const Witness& witness) {
  return document_text(witness_json(witness));
}

std::string to_json(const StateGraph& graph, const std::string& file) {
  ordered_json name = file;
  ordered_json initial = graph.initial;
  std::string text = fmt::format("{{\n  \"gnomon\": \"{}\",\n  \"file\": {},\n  \"initial\": {}", version(),
                                 dump(name, kOneLine), dump(initial, kOneLine));
  std::vector<ordered_json> items;
  for (std::size_t s = 0; s < graph.states.size(); ++s) {
    items.push_back({{"values", state_json(graph.states[s])}, {"propositions", graph.propositions[s]}});
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
