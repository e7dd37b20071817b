// What the JSON documents of the program are made of (gnomon/json.h). One document per file that includes this.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "gnomon/json.h"

namespace gnomon::api {

using nlohmann::ordered_json;

// The beginning of every document: version, version of the form.
ordered_json document_head();
ordered_json state_json(const State& state, JsonValues form);
ordered_json witness_json(const Witness& witness, JsonValues form);
ordered_json diagnostic_json(const Diagnostic& diagnostic);
// What is known of a formula before it is checked.
ordered_json listed_formula_json(const FormulaResult& formula);
// The parameters of the model, the agents and what is not used.
ordered_json parameters_json(const Run& run);
void add_info(ordered_json& model, const Run& run);

// The text of a value: indented, or with `indent` -1 on one line.
std::string dump(const ordered_json& value, int indent);
std::string document_text(const ordered_json& document);

}  // namespace gnomon::api
