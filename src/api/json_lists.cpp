// The parts that all JSON documents share, and the documents that are lists: what a text says before anything is checked,
// several documents in one, the scenarios.
#include "api/json_parts.h"
#include "gnomon/words.h"
#include "scenario/scenario.h"

namespace gnomon::api {

namespace {

constexpr int kSchema = 1;

}  // namespace

ordered_json document_head() {
  ordered_json document;
  document["gnomon"] = version();
  document["schema"] = kSchema;
  return document;
}

ordered_json diagnostic_json(const Diagnostic& diagnostic) {
  ordered_json object;
  object["severity"] = word(diagnostic.severity);
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

ordered_json listed_formula_json(const FormulaResult& formula) {
  ordered_json object;
  object["index"] = formula.index;
  object["text"] = formula.text;
  if (!formula.name.empty()) object["name"] = formula.name;
  if (formula.expected) object["expected"] = *formula.expected ? "true" : "false";
  if (formula.line > 0) {
    object["line"] = formula.line;
    object["column"] = formula.column;
  }
  object["logic"] = formula.logic;
  return object;
}

ordered_json parameters_json(const Run& run) {
  ordered_json parameters = ordered_json::array();
  for (const ParameterFacts& one : run.parameters()) {
    ordered_json parameter = {{"name", one.name}, {"type", one.type}, {"value", one.value}};
    if (!one.standard.empty()) parameter["default"] = one.standard;
    parameters.push_back(std::move(parameter));
  }
  return parameters;
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

std::string dump(const ordered_json& value, int indent) {
  return value.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

std::string document_text(const ordered_json& document) {
  constexpr int kIndent = 2;
  return dump(document, kIndent) + "\n";
}

std::string text_to_json(const Run& run) {
  ordered_json document = document_head();
  document["file"] = run.file();
  document["fingerprint"] = run.fingerprint();
  if (!run.has_errors()) {
    ordered_json& model = document["model"] = ordered_json::object();
    if (ordered_json parameters = parameters_json(run); !parameters.empty()) model["parameters"] = parameters;
    add_info(model, run);
    ordered_json& variables = model["variable_list"] = ordered_json::array();
    for (const VariableFacts& one : run.variables()) {
      variables.push_back({{"agent", one.agent}, {"name", one.name}, {"type", one.type}, {"observers", one.observers}});
    }
    ordered_json& formulas = document["formulas"] = ordered_json::array();
    for (const FormulaResult& formula : run.formulas()) formulas.push_back(listed_formula_json(formula));
  }
  ordered_json& diagnostics = document["diagnostics"] = ordered_json::array();
  for (const Diagnostic& diagnostic : run.diagnostics()) diagnostics.push_back(diagnostic_json(diagnostic));
  return document_text(document);
}

std::string together_to_json(const std::vector<std::string>& documents) {
  ordered_json whole = document_head();
  ordered_json& models = whole["models"] = ordered_json::array();
  for (const std::string& document : documents) models.push_back(ordered_json::parse(document));
  return document_text(whole);
}

std::string scenarios_to_json() {
  ordered_json document = document_head();
  ordered_json& list = document["scenarios"] = ordered_json::array();
  for (const scenario::Scenario& one : scenario::scenarios()) {
    ordered_json parameters = ordered_json::array();
    for (const scenario::Parameter& parameter : one.parameters) {
      parameters.push_back({{"name", parameter.name},
                            {"default", parameter.standard},
                            {"low", parameter.low},
                            {"high", parameter.high},
                            {"meaning", parameter.meaning}});
    }
    ordered_json specifications = ordered_json::array();
    for (const scenario::Specification& specification : one.specifications) {
      ordered_json logics = ordered_json::array();
      for (scenario::Logic logic : specification.logics) logics.push_back(scenario::logic_name(logic));
      specifications.push_back({{"meaning", specification.meaning}, {"logics", std::move(logics)}});
    }
    list.push_back({{"name", one.name},
                    {"description", one.description},
                    {"parameters", std::move(parameters)},
                    {"specifications", std::move(specifications)}});
  }
  return document_text(document);
}

}  // namespace gnomon::api
