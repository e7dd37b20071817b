// The language server: messages in, answers out, until the client says `exit`.
//
// One thread waits for the client, for processes that check, and for the thread that reads models (diagnoser.h); it does
// nothing that takes longer than an analysis of a text. Everything that has arrived is taken in before anything is
// answered: edits that queue up are applied one after the other and the model is read once, after the last; a request
// that was cancelled while it queued is not worked on.
#pragma once

#include <atomic>
#include <string>

namespace gnomon::lsp {

struct ServerOptions {
  int in = 0;
  int out = 1;
  std::string program;                      // this program, for checks
  const std::atomic<bool>* stop = nullptr;  // set by a signal; ends the server
};

// Returns the exit status of the process: 0 after an orderly `shutdown` and `exit`. `problem` is for people.
struct ServerEnd {
  int status = 0;
  std::string problem;
};
ServerEnd serve(const ServerOptions& options);

}  // namespace gnomon::lsp
