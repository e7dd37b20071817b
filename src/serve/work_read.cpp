// The verbs behind the editor: what is wrong with a text, and what the language server says about a place in it. The
// answers are those of src/lsp, in the form of the Language Server Protocol; places count in units of UTF-16.
#include <fmt/format.h>
#include <utility>

#include "lsp/diagnoser.h"
#include "lsp/features.h"
#include "lsp/format.h"
#include "serve/request.h"

namespace gnomon::serve {

namespace {

constexpr auto kEncoding = lsp::Encoding::Utf16;

lsp::Checked read_text(const Json& request, const WorkLimits& limits, const std::string& text) {
  lsp::ReadingLimits reading;
  reading.seconds = limits.seconds;
  reading.bytes = limits.bytes;
  return lsp::read_model(kModelName, text, parameters_of(request), reading, limits.interrupt);
}

Json formula_list(const std::vector<api::FormulaResult>& formulas) {
  Json list = Json::array();
  for (const api::FormulaResult& one : formulas) {
    Json formula = {{"index", one.index}, {"text", one.text}, {"line", one.line}, {"logic", one.logic}};
    if (!one.name.empty()) formula["name"] = one.name;
    if (one.expected) formula["expected"] = *one.expected ? "true" : "false";
    list.push_back(std::move(formula));
  }
  return list;
}

}  // namespace

void do_read(const Json& request, const WorkLimits& limits, const Emit& emit) {
  std::string text = model_text(request);
  lsp::Checked checked = read_text(request, limits, text);
  lsp::Text places(text);
  Json event = {{"event", "read"}, {"errors", checked.has_errors}};
  event["diagnostics"] = lsp::diagnostics_json(places, checked, kEncoding);
  event["fixes"] = lsp::quick_fixes(places, checked, {0, places.size()}, kModelName, kEncoding);
  event["formulas"] = formula_list(checked.formulas);
  event["parameters"] = parameters_json(checked.parameters);
  Json& agents = event["agents"] = Json::array();
  for (const api::AgentFacts& agent : checked.agents) agents.push_back(agent.name);
  emit(event);
}

void do_language(const Json& request, const WorkLimits& limits, const Emit& emit) {
  std::string method =
      choice(request, "method",
             {"hover", "completion", "definition", "references", "rename", "symbols", "folding", "tokens", "format"});
  lsp::Text text(model_text(request));
  std::uint32_t at = 0;
  if (request.contains("position")) {
    // Copied into the kind of JSON that the language server reads.
    at = text.offset(lsp::place_of(lsp::Json(request.at("position"))), kEncoding);
  }
  Json result;
  try {
    if (method == "completion") {
      result = lsp::completion(text, at);
    } else {
      lsp::Analysis analysis(text);
      if (method == "hover") {
        lsp::Checked checked = read_text(request, limits, text.bytes());
        result = lsp::hover(analysis, at, checked.has_errors ? nullptr : &checked, kEncoding);
      } else if (method == "definition") {
        result = lsp::definition(analysis, at, kModelName, kEncoding);
      } else if (method == "references") {
        result = lsp::references(analysis, at, true, kModelName, kEncoding);
      } else if (method == "rename") {
        result = lsp::rename(analysis, at, request.at("newName").get<std::string>(), kModelName, kEncoding);
      } else if (method == "symbols") {
        result = lsp::document_symbols(analysis, kEncoding);
      } else if (method == "folding") {
        result = lsp::folding_ranges(analysis);
      } else if (method == "tokens") {
        result = {{"legend", Json(lsp::semantic_legend())},
                  {"data", Json(lsp::semantic_tokens(analysis, kEncoding))["data"]}};
      } else {
        result = lsp::formatted(analysis, {});
      }
    }
  } catch (const lsp::Refused& refused) {
    throw BadRequest(refused.what());
  }
  emit({{"event", "language"}, {"result", std::move(result)}});
}

void do_elaborate(const Json& request, const WorkLimits& limits, const Emit& emit) {
  api::RunOptions options;
  options.parameters = parameters_of(request);
  options.timeout_seconds = limits.seconds;
  options.memory_bytes = limits.bytes;
  options.interrupt = limits.interrupt;
  api::Run run = open_run(request, options, emit);
  api::ElaboratedModel plain = run.elaborate();
  if (!plain.stopped.empty()) throw BadRequest(plain.stopped);
  emit({{"event", "elaborated"}, {"text", plain.text}});
}

}  // namespace gnomon::serve
