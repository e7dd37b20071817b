// The studio's server: delivers the page, and hands requests to processes that do the work (worker.h).
//
// A connection carries one request, so that nothing of a refused one is ever read as the next. What a request may not do
// is refused before its body is read (guard.h). No request names a file: the page and the examples are parts of the
// program (embedded.h).
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace gnomon::serve {

struct ServeOptions {
  std::string address = "127.0.0.1";
  int port = 0;                    // 0: one that is free
  std::vector<std::string> names;  // under which browsers reach it, besides the address
  std::string certificate;         // files in PEM; empty: no TLS
  std::string key;
  double seconds = 60;  // limits of a check
  std::size_t bytes = std::size_t{2} << 30;
  std::size_t jobs = 2;             // checks at once
  std::size_t client_jobs = 2;      // of one client
  std::size_t client_requests = 8;  // of one client, at work or waiting
  std::size_t model_bytes = std::size_t{1} << 20;
  double drain_seconds = 10;  // that checks may still take when the server has to end
  std::string program;        // this program
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const std::string& link)> ready;  // told once requests are answered
};

// Whether this program has a studio; otherwise a sentence that says why not.
std::string missing_studio();
// Serves until `stop`; then a sentence if something went wrong, or empty.
std::string serve(const ServeOptions& options);

}  // namespace gnomon::serve
