// One request at work: waits for its turn, starts the process that does the work, and passes its events on. The process
// ends when the client has gone, when its limits are reached, and when the server has to end.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>

#include "process/child.h"
#include "serve/gate.h"

namespace gnomon::serve {

struct Job {
  std::string program;  // this program
  std::string verb;
  std::string request;
  process::Child::Limits limits;
  std::size_t model_bytes = 0;              // of a model, at most
  const std::atomic<bool>* stop = nullptr;  // the server ends now
};

// The client: takes lines, and tells whether somebody is still there.
struct Listener {
  std::function<bool(std::string_view)> write;
  std::function<bool()> alive;
};

// False if the client has gone.
bool perform(const Job& job, Gate::Ticket& ticket, const Listener& listener);

}  // namespace gnomon::serve
