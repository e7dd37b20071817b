// Messages of the protocol over two file descriptors: a header with the length, an empty line, JSON. Reading and writing
// never wait: what has arrived is taken apart, what cannot be written yet is kept. The one that waits is the server.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>

#include "lsp/features.h"

namespace gnomon::lsp {

// Codes of the protocol for what went wrong with a request.
enum class ErrorCode : int {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  InternalError = -32603,
  NotInitialized = -32002,
  RequestFailed = -32803,
  RequestCancelled = -32800,
  ContentModified = -32801,
};

class Connection {
 public:
  // Descriptors of the caller; they do not block while this object lives.
  Connection(int in, int out);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  int in() const { return in_; }
  int out() const { return out_; }
  bool closed() const { return closed_; }                  // the other side has gone, or sends no messages
  const std::string& problem() const { return problem_; }  // why, if it should be told
  bool wants_to_write() const { return !unsent_.empty() && !broken_; }

  void receive();  // when there is something to read
  void flush();    // when there is room to write
  // The next message that is complete. One that is no JSON is answered here.
  std::optional<Json> next();

  void send(Json message);
  void respond(const Json& id, Json result);
  void fail(const Json& id, ErrorCode code, const std::string& message);
  void notify(const std::string& method, Json params);
  // Returns the number of the request.
  int request(const std::string& method, Json params);

 private:
  bool take_header();

  int in_;
  int out_;
  int in_flags_;
  int out_flags_;
  bool closed_ = false;
  bool broken_ = false;  // nobody reads what is written
  std::string problem_;
  std::string received_;
  std::size_t taken_ = 0;  // bytes of it that are done with
  std::optional<std::size_t> length_;
  std::string unsent_;
  int requests_ = 0;
};

}  // namespace gnomon::lsp
