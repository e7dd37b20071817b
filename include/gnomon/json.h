// Results as JSON text: what `gnomon check --json`, `gnomon info --json`, `--witness=json` and `gnomon graph` write; and a
// witness as a page.
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

// `complaints` are errors outside the model's text, such as a formula number that does not exist.
std::string to_json(const Run& run, const std::vector<FormulaResult>& results, JsonDetail detail = JsonDetail::Formulas,
                    const std::vector<std::string>& complaints = {});
// The document for a file that could not be read.
std::string unreadable_to_json(const std::string& file, const std::string& complaint);

std::string to_json(const Witness& witness);
// A page for the browser about a result that has a witness: what --witness=html writes. It needs nothing but itself.
std::string to_html(const FormulaResult& result);
// `file` is the name of the model.
std::string to_json(const StateGraph& graph, const std::string& file);

}  // namespace gnomon::api

#pragma GCC visibility pop
