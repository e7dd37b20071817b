#include "serve/request.h"

#include <algorithm>
#include <fmt/format.h>

#include "gnomon/json.h"
#include "gnomon/words.h"
#include "lsp/features.h"

namespace gnomon::serve {

namespace {

const Json* member_of(const Json& request, const char* key) {
  auto found = request.find(key);
  return found == request.end() || found->is_null() ? nullptr : &*found;
}

Json progress_event(const api::Progress& progress) {
  return {{"event", "progress"},         {"phase", word(progress.phase)}, {"depth", progress.depth},
          {"formula", progress.formula}, {"formulas", progress.formulas}, {"nodes", progress.nodes},
          {"states", progress.states},   {"seconds", progress.seconds}};
}

}  // namespace

std::string model_text(const Json& request) {
  const Json* text = member_of(request, "text");
  if (text == nullptr || !text->is_string()) throw BadRequest("the request has no `text`");
  return text->get<std::string>();
}

void require_size(const Json& request, const WorkLimits& limits) {
  const Json* text = member_of(request, "text");
  bool large = text != nullptr && text->is_string() && text->get_ref<const std::string&>().size() > limits.model_bytes;
  if (large)
    throw BadRequest(fmt::format("the model is larger than the {} bytes that this server takes", limits.model_bytes));
}

api::Parameters parameters_of(const Json& request) {
  api::Parameters values;
  const Json* all = member_of(request, "parameters");
  if (all == nullptr) return values;
  if (!all->is_object()) throw BadRequest("`parameters` is no object");
  for (const auto& [name, value] : all->items()) {
    values.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return values;
}

std::string choice(const Json& request, const char* key, std::initializer_list<std::string_view> words) {
  const Json* value = member_of(request, key);
  if (value == nullptr) return std::string(*words.begin());
  std::string word = value->is_string() ? value->get<std::string>() : value->dump();
  if (std::find(words.begin(), words.end(), word) == words.end()) {
    throw BadRequest(fmt::format("`{}` is none of the choices for `{}`", word, key));
  }
  return word;
}

bool flag(const Json& request, const char* key) {
  const Json* value = member_of(request, key);
  if (value == nullptr) return false;
  if (!value->is_boolean()) throw BadRequest(fmt::format("`{}` is true or false", key));
  return value->get<bool>();
}

std::size_t number(const Json& request, const char* key, std::size_t standard, std::size_t least, std::size_t most) {
  const Json* value = member_of(request, key);
  if (value == nullptr) return standard;
  if (!value->is_number_unsigned() || value->get<std::size_t>() < least || value->get<std::size_t>() > most) {
    throw BadRequest(fmt::format("`{}` is a number from {} to {}", key, least, most));
  }
  return value->get<std::size_t>();
}

std::vector<std::string> words(const Json& request, const char* key) {
  std::vector<std::string> list;
  const Json* value = member_of(request, key);
  if (value == nullptr) return list;
  bool good =
      value->is_array() && std::all_of(value->begin(), value->end(), [](const Json& one) { return one.is_string(); });
  if (!good) throw BadRequest(fmt::format("`{}` is no list of words", key));
  for (const Json& one : *value) list.push_back(one.get<std::string>());
  return list;
}

api::RunOptions run_options(const Json& request, const WorkLimits& limits, const Emit& emit) {
  api::RunOptions options;
  options.parameters = parameters_of(request);
  std::string engine = choice(request, "engine", {"auto", "diagrams", "explicit", "ic3", "bounded", "sat"});
  options.engine = engine == "auto"       ? api::Engine::Automatic
                   : engine == "explicit" ? api::Engine::Explicit
                   : engine == "ic3"      ? api::Engine::Ic3
                                          : api::Engine::Diagrams;
  if (choice(request, "strategies", {"full", "uniform"}) == "uniform") options.strategies = api::Strategies::Uniform;
  std::string knowledge = choice(request, "knowledge", {"observational", "clock", "recall"});
  if (knowledge == "clock") options.knowledge = api::Knowledge::Clock;
  if (knowledge == "recall") options.knowledge = api::Knowledge::Recall;
  if (choice(request, "initial_information", {"own", "all"}) == "all") {
    options.initial_information = api::InitialInformation::All;
  }
  options.finite_traces = flag(request, "finite_traces");
  if (choice(request, "finite_tests", {"finite", "infinite"}) == "infinite") {
    options.finite_tests = api::FiniteTests::Infinite;
  }
  options.timeout_seconds = limits.seconds;
  options.memory_bytes = limits.bytes;
  options.interrupt = limits.interrupt;
  options.progress = [&emit](const api::Progress& progress) { emit(progress_event(progress)); };
  return options;
}

bool looks_at_states(const api::RunOptions& options, const Json& request) {
  return options.engine != api::Engine::Ic3 && !is_bounded(request);
}

bool is_bounded(const Json& request) {
  std::string engine = request.value("engine", "");
  return engine == "bounded" || engine == "sat";
}

api::BoundedOptions bounded_options(const Json& request) {
  api::BoundedOptions options;
  if (request.value("engine", "") == "sat") options.engine = api::BoundedEngine::Sat;
  constexpr std::size_t kMost = 1'000'000;
  if (member_of(request, "bound") != nullptr) options.bound = number(request, "bound", 0, 0, kMost);
  return options;
}

Json diagnostics_of(const std::string& text, const std::vector<api::Diagnostic>& diagnostics) {
  lsp::Checked checked;
  checked.diagnostics = diagnostics;
  return lsp::diagnostics_json(lsp::Text(text), checked, lsp::Encoding::Utf16);
}

void tell_diagnostics(const std::string& text, const std::vector<api::Diagnostic>& diagnostics, const Emit& emit) {
  emit({{"event", "diagnostics"}, {"diagnostics", diagnostics_of(text, diagnostics)}});
}

api::Run open_run(const Json& request, api::RunOptions options, const Emit& emit) {
  std::string text = model_text(request);
  api::Run run(kModelName, text, std::move(options));
  if (!run.has_errors()) return run;
  tell_diagnostics(text, run.diagnostics(), emit);
  throw BadRequest(run.stopped().empty() ? "the model has errors" : run.stopped());
}

Json formula_event(const api::Run& run, const api::FormulaResult& result) {
  return Json::parse(api::to_json(run, {result})).at("formulas").at(0);
}

Json parameters_json(const std::vector<api::ParameterFacts>& parameters) {
  Json list = Json::array();
  for (const api::ParameterFacts& one : parameters) {
    list.push_back({{"name", one.name}, {"type", one.type}, {"value", one.value}, {"default", one.standard}});
  }
  return list;
}

}  // namespace gnomon::serve
