#include "gnomon/json.h"

#include <cmath>
#include <fmt/format.h>

#include "api/json_parts.h"
#include "base/bigint.h"
#include "gnomon/words.h"

namespace gnomon::api {

namespace {

const char* path_engine_word(PathEngine engine) {
  switch (engine) {
    case PathEngine::Automatic:
      return "auto";
    case PathEngine::Fixpoint:
      return "fixpoint";
    case PathEngine::Nfa:
      return "nfa";
    case PathEngine::Explicit:
      return "explicit";
    case PathEngine::Tableau:
      return "tableau";
    case PathEngine::Symbolic:
      return "symbolic";
    case PathEngine::Counters:
      return "counters";
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

void put_found(ordered_json& object, const std::string& key, const std::optional<StatesFound>& found, JsonValues form) {
  if (!found) return;
  object[key + "s"] = found->count;
  if (found->example) object[key + "_example"] = state_json(*found->example, form);
  if (found->way) object[key + "_path"] = witness_json(*found->way, form);
}

ordered_json model_json(const ModelFacts& facts, JsonValues form) {
  ordered_json model;
  model["agents"] = facts.agents;
  model["variables"] = facts.variables;
  put(model, "state_bits", facts.state_bits);
  put(model, "initial_states", facts.initial_states);
  put(model, "reachable_states", facts.reachable_states);
  put(model, "depth", facts.depth);
  put(model, "fair_states", facts.fair_states);
  put_found(model, "deadlock", facts.deadlocks, form);
  put_found(model, "overflow", facts.overflows, form);
  return model;
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

ordered_json formula_json(const FormulaResult& result, const Run& run, JsonValues form) {
  ordered_json formula = listed_formula_json(result);
  if (result.line > 0 && result.file != run.file()) formula["file"] = result.file;
  formula["verdict"] = word(result.verdict);
  if (!result.value.empty()) {
    const bool number = result.value != "none" && result.value != "infinite";
    formula["value"] = number ? ordered_json(std::stoull(result.value)) : ordered_json(result.value);
  }
  if (result.values) add_values(formula, *result.values);
  if (result.verdict == Verdict::Unknown) formula["reason"] = result.reason;
  if (result.reason_kind) formula["reason_kind"] = word(*result.reason_kind);
  if (!result.advice.empty()) formula["advice"] = result.advice;
  for (const VacuousPart& part : result.vacuous) {
    formula["vacuous"].push_back({{"formula", part.formula},
                                  {"by", part.either ? "either"
                                         : part.by   ? "true"
                                                     : "false"}});
  }
  if (result.depth) {
    formula["depth"] = *result.depth;
    formula["basis"] = word(result.basis);
  }
  if (!result.engine.empty()) formula["engine"] = result.engine;
  formula["seconds"] = rounded(result.seconds);
  if (result.witness) formula["witness"] = witness_json(*result.witness, form);
  if (!result.no_witness.empty()) formula["no_witness"] = result.no_witness;
  if (!result.explanation.empty()) formula["explanation"] = result.explanation;
  return formula;
}

const char* bounded_engine_word(BoundedEngine engine) {
  switch (engine) {
    case BoundedEngine::Diagrams:
      return "bdd";
    case BoundedEngine::Sat:
      return "sat";
    case BoundedEngine::Explicit:
      return "explicit";
  }
  return "";
}

ordered_json bounded_json(const BoundedFacts& bounded) {
  ordered_json object;
  object["engine"] = bounded_engine_word(bounded.engine);
  object["depth"] = bounded.depth;
  if (bounded.engine == BoundedEngine::Diagrams) object["rounds"] = bounded.rounds;
  if (!bounded.states.empty()) object["states"] = bounded.states;
  object["complete"] = bounded.complete;
  object["checks"] = bounded.checks;
  object["check_seconds"] = rounded(bounded.check_seconds);
  return object;
}

ordered_json slicing_json(const SlicingFacts& facts) {
  ordered_json slicing;
  slicing["slices"] = ordered_json::array();
  for (const SliceFacts& one : facts.slices) {
    ordered_json slice;
    if (!one.states.empty()) slice["states"] = one.states;
    slice["peak_nodes"] = one.peak_nodes;
    slice["peak_memory_bytes"] = one.peak_memory_bytes;
    slice["seconds"] = rounded(one.seconds);
    slice["bytes_sent"] = one.bytes_sent;
    if (!one.worker.empty()) slice["worker"] = one.worker;
    slicing["slices"].push_back(std::move(slice));
  }
  slicing["exchanges"] = facts.exchanges;
  slicing["changes"] = {{"splits", facts.splits},
                        {"rebalanced", facts.rebalanced},
                        {"moves", facts.moves},
                        {"checkpoints", facts.checkpoints}};
  slicing["critical_seconds"] = rounded(facts.critical_seconds);
  if (!facts.duplicated_states.empty()) slicing["duplicated_states"] = facts.duplicated_states;
  if (facts.confirmed) slicing["confirmed"] = true;
  return slicing;
}

// Those of a cluster that slices were at, in the order of their first slices.
ordered_json workers_json(const SlicingFacts& facts) {
  std::vector<std::string> names;
  for (const SliceFacts& one : facts.slices) {
    const bool known = one.worker.empty() || std::find(names.begin(), names.end(), one.worker) != names.end();
    if (!known) names.push_back(one.worker);
  }
  ordered_json workers = ordered_json::array();
  for (const std::string& name : names) {
    SliceFacts sum;
    BigInt states = 0;
    std::size_t slices = 0;
    bool counted = true;
    for (const SliceFacts& one : facts.slices) {
      if (one.worker != name) continue;
      ++slices;
      counted = counted && !one.states.empty();
      if (counted) states += BigInt(one.states);
      sum.seconds += one.seconds;
      sum.peak_nodes += one.peak_nodes;
      sum.peak_memory_bytes += one.peak_memory_bytes;
      sum.bytes_sent += one.bytes_sent;
      sum.waited_seconds = std::max(sum.waited_seconds, one.waited_seconds);
    }
    ordered_json worker{{"worker", name}, {"slices", slices}};
    if (counted) worker["states"] = states.get_str();
    worker["seconds"] = rounded(sum.seconds);
    worker["peak_nodes"] = sum.peak_nodes;
    worker["peak_memory_bytes"] = sum.peak_memory_bytes;
    worker["bytes_sent"] = sum.bytes_sent;
    worker["waited_seconds"] = rounded(sum.waited_seconds);
    workers.push_back(std::move(worker));
  }
  return workers;
}

ordered_json statistics_json(const Statistics& statistics) {
  ordered_json document{{"seconds",
                         {{"parse", rounded(statistics.parse_seconds)},
                          {"encode", rounded(statistics.encode_seconds)},
                          {"reach", rounded(statistics.reach_seconds)},
                          {"check", rounded(statistics.check_seconds)},
                          {"analysis", rounded(statistics.analysis_seconds)},
                          {"total", rounded(statistics.total_seconds)}}},
                        {"peak_nodes", statistics.peak_nodes},
                        {"peak_memory_bytes", statistics.peak_memory_bytes},
                        {"reorderings", statistics.reorderings}};
  if (statistics.slicing) document["slicing"] = slicing_json(*statistics.slicing);
  if (!statistics.not_cut.empty()) document["not_cut"] = statistics.not_cut;
  if (statistics.slicing) {
    ordered_json workers = workers_json(*statistics.slicing);
    if (!workers.empty()) document["workers"] = std::move(workers);
  }
  return document;
}

ordered_json complaint_json(const std::string& file, const std::string& message) {
  Diagnostic diagnostic;
  diagnostic.file = file;
  diagnostic.message = message;
  return diagnostic_json(diagnostic);
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

// What works out the states, and the options that differ from the default and say how: verdicts do not depend on them.
ordered_json work_json(const RunOptions& options) {
  ordered_json work = ordered_json::object();
  work["engine"] = options.engine == Engine::Explicit    ? "explicit"
                   : options.engine == Engine::Automatic ? "auto"
                   : options.engine == Engine::Ic3       ? "ic3"
                   : options.engine == Engine::Portfolio ? "portfolio"
                                                         : "diagrams";
  if (options.jobs != 1) work["jobs"] = options.jobs;
  if (options.slicing == Slicing::Automatic) work["slices"] = "auto";
  if (options.slicing == Slicing::Always) work["slices"] = options.slices == 0 ? 2 * options.jobs : options.slices;
  if (options.order == Order::Declaration) work["order"] = "declaration";
  if (options.reorder == Reorder::Off) work["reorder"] = "off";
  if (options.exploration != Exploration::Automatic) {
    work["exploration"] = options.exploration == Exploration::BreadthFirst ? "bfs" : "chaining";
  }
  if (options.path_engine != PathEngine::Automatic) work["path_engine"] = path_engine_word(options.path_engine);
  if (options.timeout_seconds) work["timeout"] = *options.timeout_seconds;
  if (options.memory_bytes != 0) work["memory_bytes"] = options.memory_bytes;
  return work;
}

}  // namespace

std::string to_json(const Run& run, const std::vector<FormulaResult>& results, JsonDetail detail,
                    const std::vector<std::string>& complaints, JsonValues form) {
  ordered_json document = document_head();
  document["file"] = run.file();
  if (form == JsonValues::Typed) document["values"] = "typed";
  if (!run.has_errors()) {
    document["model"] = model_json(run.facts(), form);
    if (ordered_json parameters = parameters_json(run); !parameters.empty()) {
      document["model"]["parameters"] = std::move(parameters);
    }
    if (detail == JsonDetail::Info) add_info(document["model"], run);
  }
  document["fingerprint"] = run.fingerprint();
  document["semantics"] = semantics_json(run.options());
  document["work"] = work_json(run.options());
  ordered_json& formulas = document["formulas"] = ordered_json::array();
  for (const FormulaResult& result : results) formulas.push_back(formula_json(result, run, form));
  if (auto bounded = run.facts().bounded) document["bounded"] = bounded_json(*bounded);
  if (std::string reason = run.stopped(); !reason.empty()) document["stopped"] = reason;
  document["statistics"] = statistics_json(run.statistics());
  ordered_json& diagnostics = document["diagnostics"] = ordered_json::array();
  for (const Diagnostic& diagnostic : run.diagnostics()) diagnostics.push_back(diagnostic_json(diagnostic));
  for (const std::string& complaint : complaints) diagnostics.push_back(complaint_json(run.file(), complaint));
  return document_text(document);
}

std::string unreadable_to_json(const std::string& file, const std::string& complaint) {
  ordered_json document = document_head();
  document["file"] = file;
  document["formulas"] = ordered_json::array();
  document["statistics"] = statistics_json({});
  document["diagnostics"] = ordered_json::array({complaint_json(file, complaint)});
  return document_text(document);
}

}  // namespace gnomon::api
