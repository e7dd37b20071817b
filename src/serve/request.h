// What requests have in common: the text of a model, values for its parameters, and the choices of engine and semantics.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "serve/worker.h"

namespace gnomon::serve {

// The name of the model in messages.
inline constexpr const char* kModelName = "model.ispl";

// All throw BadRequest.
std::string model_text(const Json& request);
void require_size(const Json& request, const WorkLimits& limits);
api::Parameters parameters_of(const Json& request);
// One of the words, the first if the request says nothing.
std::string choice(const Json& request, const char* key, std::initializer_list<std::string_view> words);
bool flag(const Json& request, const char* key);
// A number from `least` to `most`.
std::size_t number(const Json& request, const char* key, std::size_t standard, std::size_t least, std::size_t most);
std::vector<std::string> words(const Json& request, const char* key);

// Limits, parameters, engine and semantics. Progress becomes events.
api::RunOptions run_options(const Json& request, const WorkLimits& limits, const Emit& emit);
// Whether formulas are decided on all reachable states.
bool looks_at_states(const api::RunOptions& options, const Json& request);
// Whether the engine is one of bounded checking, and its options.
bool is_bounded(const Json& request);
api::BoundedOptions bounded_options(const Json& request);

// The model of the request, without errors. Otherwise its diagnostics are told (`diagnostics`), and BadRequest is thrown.
api::Run open_run(const Json& request, api::RunOptions options, const Emit& emit);
// Places count in units of UTF-16, as in JavaScript.
Json diagnostics_of(const std::string& text, const std::vector<api::Diagnostic>& diagnostics);
// `diagnostics` as an event.
void tell_diagnostics(const std::string& text, const std::vector<api::Diagnostic>& diagnostics, const Emit& emit);

// What is known of a formula, with its witness if it has one: as in docs/schema.json.
Json formula_event(const api::Run& run, const api::FormulaResult& result);
Json parameters_json(const std::vector<api::ParameterFacts>& parameters);

}  // namespace gnomon::serve
