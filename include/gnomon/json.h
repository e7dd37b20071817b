// Results as JSON text: what `gnomon check --json`, `gnomon info --json`, `--witness=json` and `gnomon graph` write; a
// witness as a page; and proofs as a certificate.
//
// The document of a run is that of docs/schema.json; the graph is described in docs/simulate.md. Text is UTF-8; bytes
// that are none are replaced. Every document ends with a line break.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gnomon/gnomon.h"
#include "gnomon/simulation.h"

#pragma GCC visibility push(default)  // what the shared library shows

namespace gnomon::api {

enum class JsonDetail : std::uint8_t { Formulas, Info };  // Info: also the agents and what is not used
// How values of variables are written: all as strings, as in ISPL; or numbers and Booleans as such, names as strings.
enum class JsonValues : std::uint8_t { AsWritten, Typed };

// `complaints` are errors outside the model's text, such as a formula number that does not exist.
std::string to_json(const Run& run, const std::vector<FormulaResult>& results, JsonDetail detail = JsonDetail::Formulas,
                    const std::vector<std::string>& complaints = {}, JsonValues form = JsonValues::AsWritten);
// What the text says, nothing being checked: what `gnomon parse --json` prints.
std::string text_to_json(const Run& run);
// Several documents of to_json as one: what `gnomon check --json` prints for several models.
std::string together_to_json(const std::vector<std::string>& documents);
// The families of models: what `gnomon gen --list --json` prints.
std::string scenarios_to_json();
// The document for a file that could not be read.
std::string unreadable_to_json(const std::string& file, const std::string& complaint);

std::string to_json(const Witness& witness);
// A page for the browser about a result that has a witness: what --witness=html writes. It needs nothing but itself.
std::string to_html(const FormulaResult& result);
// What proves the true formulas among the results: what `gnomon check --certificate` writes (docs/engines.md).
std::string to_certificate(const Run& run, const std::vector<FormulaResult>& results);
// Where formulas and variables of an exported model are: what `gnomon export --map` writes.
std::string to_json(const ExportedModel& model, const std::string& file, ExportFormat format);
// `file` is the name of the model.
std::string to_json(const StateGraph& graph, const std::string& file);

}  // namespace gnomon::api

#pragma GCC visibility pop
