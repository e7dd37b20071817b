#include "lsp/session.h"

#include <algorithm>
#include <exception>
#include <fmt/format.h>
#include <utility>

#include "lsp/format.h"

namespace gnomon::lsp {

namespace {

constexpr int kIncremental = 2;  // TextDocumentSyncKind

// Like Json::value, for members that clients leave out or fill with anything.
const Json& member(const Json& json, std::initializer_list<const char*> path) {
  static const Json kNothing;
  const Json* at = &json;
  for (const char* name : path) {
    if (!at->is_object()) return kNothing;
    auto found = at->find(name);
    if (found == at->end()) return kNothing;
    at = &*found;
  }
  return *at;
}

bool is_true(const Json& json) {
  return json.is_boolean() && json.get<bool>();
}

std::string text_of(const Json& json) {
  return json.is_string() ? json.get<std::string>() : json.dump();
}

}  // namespace

Session::Session(Connection& connection, Diagnoser& diagnoser, const std::string& program)
    : connection_(connection),
      diagnoser_(diagnoser),
      requests_({{"initialize", &Session::initialize},
                 {"shutdown", &Session::shutdown},
                 {"textDocument/documentSymbol", &Session::document_symbol},
                 {"textDocument/foldingRange", &Session::folding_range},
                 {"textDocument/definition", &Session::go_to_definition},
                 {"textDocument/references", &Session::find_references},
                 {"textDocument/documentHighlight", &Session::highlight},
                 {"textDocument/prepareRename", &Session::prepare_rename},
                 {"textDocument/rename", &Session::rename},
                 {"textDocument/hover", &Session::hover},
                 {"textDocument/completion", &Session::completion},
                 {"textDocument/semanticTokens/full", &Session::semantic_tokens},
                 {"textDocument/codeAction", &Session::code_action},
                 {"textDocument/codeLens", &Session::code_lens},
                 {"textDocument/formatting", &Session::formatting}}),
      notifications_({{"initialized", &Session::initialized},
                      {"exit", &Session::exit},
                      {"textDocument/didOpen", &Session::did_open},
                      {"textDocument/didChange", &Session::did_change},
                      {"textDocument/didClose", &Session::did_close},
                      {"workspace/didChangeConfiguration", &Session::did_change_configuration},
                      {"window/workDoneProgress/cancel", &Session::cancel_progress}}),
      checks_(
          connection, program, [this](const std::string& uri) { return find(uri); },
          [this](Document& document) {
            publish(document);
            refresh_lenses();
          }) {}

// --- messages -------------------------------------------------------------------------------------------------------

void Session::accept(Json message) {
  if (member(message, {"method"}) != "$/cancelRequest") {
    inbox_.push_back(std::move(message));
    return;
  }
  const Json& id = member(message, {"params", "id"});
  auto waiting = std::find_if(inbox_.begin(), inbox_.end(), [&](const Json& one) {
    return one.contains("method") && one.contains("id") && one["id"] == id;
  });
  if (waiting == inbox_.end()) return checks_.cancel(id);
  inbox_.erase(waiting);
  connection_.fail(id, ErrorCode::RequestCancelled, "the request was cancelled");
}

void Session::work() {
  while (!inbox_.empty() && !exited_) {
    Json message = std::move(inbox_.front());
    inbox_.pop_front();
    handle(message);
  }
  if (exited_) return;
  for (auto& [uri, document] : documents_) {
    if (!std::exchange(document->dirty, false)) continue;
    diagnoser_.submit(uri, document->version(), document->text().bytes(), checks_.settings.parameters);
  }
}

void Session::handle(const Json& message) {
  const Json& method = member(message, {"method"});
  const Json& id = member(message, {"id"});
  bool is_request = message.contains("id");
  if (!method.is_string()) {
    // An answer to a request of ours, of which we need nothing, or something that is no message.
    bool answer = message.contains("result") || message.contains("error");
    if (!answer) connection_.fail(id, ErrorCode::InvalidRequest, "the message has no method");
    return;
  }
  const Json& params = member(message, {"params"});
  if (is_request) {
    handle_request(method.get<std::string>(), id, params);
  } else {
    handle_notification(method.get<std::string>(), params);
  }
}

void Session::handle_request(const std::string& method, const Json& id, const Json& params) {
  if (!initialized_ && method != "initialize") {
    return connection_.fail(id, ErrorCode::NotInitialized, "the first request is `initialize`");
  }
  if (shut_down_) return connection_.fail(id, ErrorCode::InvalidRequest, "the server has been shut down");
  try {
    if (method == "workspace/executeCommand") {
      auto command = params.at("command").get<std::string>();
      bool known = command == "gnomon.check" || command == "gnomon.checkAll" || command == "gnomon.witness";
      if (!known) throw Refused(fmt::format("there is no command `{}`", command));
      return checks_.start(id, command, params.at("arguments").at(0), member(params, {"workDoneToken"}), encoding_);
    }
    auto found = requests_.find(method);
    if (found == requests_.end()) {
      return connection_.fail(id, ErrorCode::MethodNotFound, fmt::format("there is no method `{}`", method));
    }
    connection_.respond(id, (this->*found->second)(params));
  } catch (const Refused& refused) {
    connection_.fail(id, ErrorCode::RequestFailed, refused.what());
  } catch (const Json::exception& error) {
    connection_.fail(id, ErrorCode::InvalidParams, error.what());
  } catch (const std::exception& error) {
    connection_.fail(id, ErrorCode::InternalError, error.what());
  }
}

// Notifications have no answer; one that makes no sense is told in the client's log.
void Session::handle_notification(const std::string& method, const Json& params) {
  auto found = notifications_.find(method);
  if (found == notifications_.end() || (!initialized_ && method != "exit")) return;
  try {
    (this->*found->second)(params);
  } catch (const std::exception& error) {
    connection_.notify("window/logMessage", {{"type", 2}, {"message", fmt::format("{}: {}", method, error.what())}});
  }
}

Document* Session::find(const std::string& uri) {
  auto found = documents_.find(uri);
  return found == documents_.end() ? nullptr : found->second.get();
}

Document& Session::document(const Json& params) {
  auto uri = params.at("textDocument").at("uri").get<std::string>();
  Document* found = find(uri);
  if (found == nullptr) throw Refused(fmt::format("{} is not open", uri));
  return *found;
}

std::uint32_t Session::offset(const Document& document, const Json& params) const {
  return document.text().offset(place_of(params.at("position")), encoding_);
}

void Session::publish(const Document& document) {
  connection_.notify("textDocument/publishDiagnostics", published(document, encoding_));
}

void Session::read(std::vector<Diagnoser::Result> results) {
  for (Diagnoser::Result& result : results) {
    Document* document = find(result.uri);
    if (document == nullptr) continue;
    document->set_checked(std::move(result.checked));
    if (document->is_checked()) publish(*document);
  }
  checks_.advance();
}

void Session::refresh_lenses() {
  if (refreshes_lenses_) connection_.request("workspace/codeLens/refresh", nullptr);
}

// --- the life of the server -----------------------------------------------------------------------------------------

Json Session::initialize(const Json& params) {
  if (initialized_) throw Refused("the server is initialized already");
  initialized_ = true;
  const Json& capabilities = member(params, {"capabilities"});
  const Json& encodings = member(capabilities, {"general", "positionEncodings"});
  if (encodings.is_array() && std::find(encodings.begin(), encodings.end(), "utf-8") != encodings.end()) {
    encoding_ = Encoding::Utf8;
  }
  refreshes_lenses_ = is_true(member(capabilities, {"workspace", "codeLens", "refreshSupport"}));
  checks_.client.progress = is_true(member(capabilities, {"window", "workDoneProgress"}));
  checks_.client.show_document = is_true(member(capabilities, {"window", "showDocument", "support"}));
  set_options(member(params, {"initializationOptions"}));
  Json result = {
      {"serverInfo", {{"name", "gnomon"}, {"version", api::version()}}},
      {"capabilities",
       {{"positionEncoding", encoding_ == Encoding::Utf8 ? "utf-8" : "utf-16"},
        {"textDocumentSync", {{"openClose", true}, {"change", kIncremental}}},
        {"hoverProvider", true},
        {"definitionProvider", true},
        {"referencesProvider", true},
        {"documentHighlightProvider", true},
        {"documentSymbolProvider", true},
        {"foldingRangeProvider", true},
        {"documentFormattingProvider", true},
        {"renameProvider", {{"prepareProvider", true}}},
        {"completionProvider", {{"triggerCharacters", {"."}}}},
        {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}},
        {"codeLensProvider", {{"resolveProvider", false}}},
        {"semanticTokensProvider", {{"legend", semantic_legend()}, {"full", true}}},
        {"executeCommandProvider",
         {{"commands", {"gnomon.check", "gnomon.checkAll", "gnomon.witness"}}, {"workDoneProgress", true}}}}}};
  return result;
}

void Session::initialized(const Json& /*params*/) {}

Json Session::shutdown(const Json& /*params*/) {
  shut_down_ = true;
  return nullptr;
}

void Session::exit(const Json& /*params*/) {
  exited_ = true;
}

// Members: checkTimeout, checkMemory, parameters, witnessCommand.
void Session::set_options(const Json& options) {
  const Json& timeout = member(options, {"checkTimeout"});
  if (timeout.is_number() && timeout.get<double>() > 0) checks_.settings.seconds = std::min(timeout.get<double>(), 1e6);
  const Json& memory = member(options, {"checkMemory"});
  if (memory.is_string() && memory_bytes(memory.get<std::string>())) {
    checks_.settings.memory = memory.get<std::string>();
  }
  const Json& command = member(options, {"witnessCommand"});
  if (command.is_string() && !command.get<std::string>().empty()) witness_command_ = command.get<std::string>();
  const Json& parameters = member(options, {"parameters"});
  if (!parameters.is_object()) return;
  std::vector<std::pair<std::string, std::string>> values;
  for (const auto& [name, value] : parameters.items()) values.emplace_back(name, text_of(value));
  if (values == checks_.settings.parameters) return;
  checks_.settings.parameters = std::move(values);
  for (auto& [uri, document] : documents_) document->dirty = true;
}

void Session::did_change_configuration(const Json& params) {
  set_options(member(params, {"settings", "gnomon"}));
}

void Session::cancel_progress(const Json& params) {
  checks_.cancel_progress(member(params, {"token"}));
}

// --- documents ------------------------------------------------------------------------------------------------------

void Session::did_open(const Json& params) {
  const Json& item = params.at("textDocument");
  auto uri = item.at("uri").get<std::string>();
  documents_[uri] =
      std::make_unique<Document>(uri, item.value("version", std::int64_t{0}), item.at("text").get<std::string>());
}

void Session::did_change(const Json& params) {
  Document& changed = document(params);
  for (const Json& change : params.at("contentChanges")) {
    std::optional<Range> range;
    if (change.contains("range")) range = {place_of(change["range"].at("start")), place_of(change["range"].at("end"))};
    changed.change(range, change.at("text").get<std::string>(), encoding_);
  }
  const Json& version = member(params, {"textDocument", "version"});
  changed.set_version(version.is_number_integer() ? version.get<std::int64_t>() : changed.version() + 1);
}

void Session::did_close(const Json& params) {
  std::string uri = document(params).uri();
  checks_.document_closed(uri);
  diagnoser_.forget(uri);
  documents_.erase(uri);
  connection_.notify("textDocument/publishDiagnostics", {{"uri", uri}, {"diagnostics", Json::array()}});
}

// --- questions ------------------------------------------------------------------------------------------------------

Json Session::document_symbol(const Json& params) {
  return document_symbols(document(params).analysis(), encoding_);
}

Json Session::folding_range(const Json& params) {
  return folding_ranges(document(params).analysis());
}

Json Session::go_to_definition(const Json& params) {
  Document& text = document(params);
  return definition(text.analysis(), offset(text, params), text.uri(), encoding_);
}

Json Session::find_references(const Json& params) {
  Document& text = document(params);
  bool declarations = is_true(member(params, {"context", "includeDeclaration"}));
  return references(text.analysis(), offset(text, params), declarations, text.uri(), encoding_);
}

Json Session::highlight(const Json& params) {
  Document& text = document(params);
  return highlights(text.analysis(), offset(text, params), encoding_);
}

Json Session::prepare_rename(const Json& params) {
  Document& text = document(params);
  return lsp::prepare_rename(text.analysis(), offset(text, params), encoding_);
}

Json Session::rename(const Json& params) {
  Document& text = document(params);
  return lsp::rename(text.analysis(), offset(text, params), params.at("newName").get<std::string>(), text.uri(),
                     encoding_);
}

Json Session::hover(const Json& params) {
  Document& text = document(params);
  return lsp::hover(text.analysis(), offset(text, params), text.facts().get(), encoding_);
}

Json Session::completion(const Json& params) {
  Document& text = document(params);
  return lsp::completion(text.text(), offset(text, params));
}

Json Session::semantic_tokens(const Json& params) {
  return lsp::semantic_tokens(document(params).analysis(), encoding_);
}

Json Session::code_action(const Json& params) {
  Document& text = document(params);
  if (!text.is_checked()) return Json::array();
  const Json& range = params.at("range");
  Span span = text.text().span({place_of(range.at("start")), place_of(range.at("end"))}, encoding_);
  return quick_fixes(text.text(), *text.checked(), span, text.uri(), encoding_);
}

Json Session::code_lens(const Json& params) {
  return code_lenses(document(params), witness_command_, encoding_);
}

Json Session::formatting(const Json& params) {
  Document& text = document(params);
  FormatOptions options;
  const Json& size = member(params, {"options", "tabSize"});
  if (size.is_number_unsigned())
    options.tab_size = static_cast<std::uint32_t>(std::min<std::size_t>(size.get<std::size_t>(), 16));
  const Json& spaces = member(params, {"options", "insertSpaces"});
  if (spaces.is_boolean()) options.insert_spaces = spaces.get<bool>();
  const std::string& before = text.text().bytes();
  std::string after = formatted(text.analysis(), options);
  if (after == before) return Json::array();
  // What is the same at the beginning and at the end stays, so that places there stay, too; whole lines are replaced.
  std::size_t first = 0;
  while (first < before.size() && first < after.size() && before[first] == after[first]) ++first;
  while (first > 0 && before[first - 1] != '\n') --first;
  std::size_t same = 0;
  while (same < before.size() - first && same < after.size() - first &&
         before[before.size() - 1 - same] == after[after.size() - 1 - same]) {
    ++same;
  }
  while (same > 0 && before[before.size() - same] != '\n') --same;
  Span span = {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(before.size() - same)};
  return {{{"range", range_json(text.text(), span, encoding_)},
           {"newText", after.substr(first, after.size() - same - first)}}};
}

}  // namespace gnomon::lsp
