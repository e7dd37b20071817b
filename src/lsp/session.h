// The state of a server: the documents that are open, and what the client is able to do. The requests are handled here,
// one member each; waiting and transport are elsewhere (server.cpp, connection.h).
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>

#include "lsp/checks.h"
#include "lsp/connection.h"
#include "lsp/diagnoser.h"
#include "lsp/document.h"

namespace gnomon::lsp {

class Session {
 public:
  Session(Connection& connection, Diagnoser& diagnoser, const std::string& program);

  // A message that has arrived. Cancellations count at once, the rest in its turn.
  void accept(Json message);
  // Answers what has arrived, then has the texts read that were changed.
  void work();
  // Models have been read.
  void read(std::vector<Diagnoser::Result> results);

  Checks& checks() { return checks_; }
  bool exited() const { return exited_; }
  bool orderly() const { return shut_down_; }

 private:
  using Request = Json (Session::*)(const Json& params);
  using Notification = void (Session::*)(const Json& params);

  void handle(const Json& message);
  void handle_request(const std::string& method, const Json& id, const Json& params);
  void handle_notification(const std::string& method, const Json& params);
  Document& document(const Json& params);
  Document* find(const std::string& uri);
  std::uint32_t offset(const Document& document, const Json& params) const;
  void publish(const Document& document);
  void set_options(const Json& options);
  void refresh_lenses();

  Json initialize(const Json& params);
  Json shutdown(const Json& params);
  Json document_symbol(const Json& params);
  Json folding_range(const Json& params);
  Json go_to_definition(const Json& params);
  Json find_references(const Json& params);
  Json highlight(const Json& params);
  Json prepare_rename(const Json& params);
  Json rename(const Json& params);
  Json hover(const Json& params);
  Json completion(const Json& params);
  Json semantic_tokens(const Json& params);
  Json code_action(const Json& params);
  Json code_lens(const Json& params);
  Json formatting(const Json& params);

  void initialized(const Json& params);
  void exit(const Json& params);
  void did_open(const Json& params);
  void did_change(const Json& params);
  void did_close(const Json& params);
  void did_change_configuration(const Json& params);
  void cancel_progress(const Json& params);

  Connection& connection_;
  Diagnoser& diagnoser_;
  std::unordered_map<std::string, Request> requests_;
  std::unordered_map<std::string, Notification> notifications_;
  std::map<std::string, std::unique_ptr<Document>> documents_;
  std::deque<Json> inbox_;
  Checks checks_;
  Encoding encoding_ = Encoding::Utf16;
  std::string witness_command_ = "gnomon.witness";
  bool refreshes_lenses_ = false;
  bool initialized_ = false;
  bool shut_down_ = false;
  bool exited_ = false;
};

}  // namespace gnomon::lsp
