// The path of a witness in JSON, as `--witness=json` and `--json --witness` write it, turned into the text of a saved walk,
// so that a counterexample can be replayed in a simulation and continued.
#pragma once

#include <string>

namespace gnomon::api {

// The text begins like a JSON document.
bool looks_like_json(const std::string& text);

// The walk along the first path; around its loop once, if it has one. Of a document about several formulas, the first
// witness counts. Nothing here is trusted: the walk is checked when it is replayed. On failure `problem` is a sentence.
std::string walk_of_witness(const std::string& json, std::string& problem);

}  // namespace gnomon::api
