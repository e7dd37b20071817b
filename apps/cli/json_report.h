// Results as the JSON document of docs/schema.json.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "gnomon/gnomon.h"

namespace gnomon::cli {

enum class JsonDetail { Formulas, Info };

// The document, with a line break at the end. Bytes that are no UTF-8 are replaced. `complaints` are errors outside the
// model's text, such as a formula number that does not exist.
std::string json_report(const api::Run& run, const std::vector<api::FormulaResult>& results, JsonDetail detail,
                        const std::vector<std::string>& complaints = {});
nlohmann::ordered_json state_json(const api::State& state);
// The document for a file that could not be read.
std::string json_report_unreadable(const std::string& file, const std::string& complaint);

}  // namespace gnomon::cli
