// Reads models in a thread of its own, so that the server answers while a large model is being read. The newest version
// of a text is the only one that counts: it takes the place of an older one that waits, and stops one that is being
// read.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "gnomon/gnomon.h"
#include "lsp/features.h"

namespace gnomon::lsp {

struct ReadingLimits {
  double seconds = 20;
  std::size_t bytes = std::size_t{2} << 30;
};

// Reads a text once. `name` is for messages. Never throws: what goes wrong is in the result.
Checked read_model(const std::string& name, std::string text, api::Parameters parameters, const ReadingLimits& limits,
                   const std::atomic<bool>* interrupt = nullptr);

class Diagnoser {
 public:
  struct Result {
    std::string uri;
    std::shared_ptr<const Checked> checked;
  };

  // A byte is written to `wake` when there is a result.
  explicit Diagnoser(int wake, ReadingLimits limits = {});
  ~Diagnoser();
  Diagnoser(const Diagnoser&) = delete;
  Diagnoser& operator=(const Diagnoser&) = delete;

  void submit(const std::string& uri, std::int64_t version, std::string text, api::Parameters parameters);
  void forget(const std::string& uri);
  std::vector<Result> take();

 private:
  struct Job {
    std::string uri;
    std::int64_t version = 0;
    std::string text;
    api::Parameters parameters;
  };

  void work();
  void drop(const std::string& uri);

  int wake_;
  ReadingLimits limits_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> waiting_;
  std::string current_;  // the document that is being read; empty: none
  std::atomic<bool> interrupt_{false};
  bool ending_ = false;
  std::vector<Result> done_;
  std::thread thread_;
};

}  // namespace gnomon::lsp
