// gnomon lsp: a language server on standard input and output.
#include <memory>
#include <unistd.h>

#include "commands.h"
#include "exit_code.h"
#include "lsp/server.h"
#include "process/child.h"
#include "terminal.h"

namespace gnomon::cli {

namespace {

int run_server() {
  lsp::ServerOptions options;
  options.in = STDIN_FILENO;
  options.out = STDOUT_FILENO;
  options.program = process::own_path();
  options.stop = catch_signals();
  lsp::ServerEnd end = lsp::serve(options);
  if (!end.problem.empty()) {
    complain(end.problem);
    return kBadInput;
  }
  return end.status;
}

}  // namespace

void add_lsp_command(CLI::App& program, Action& chosen) {
  auto stdio = std::make_shared<bool>(false);
  CLI::App* command = program.add_subcommand("lsp", "a language server for editors, on standard input and output");
  command->add_flag("--stdio", *stdio, "what it does anyway; some editors say so");
  command->callback([stdio, &chosen] { chosen = run_server; });
}

}  // namespace gnomon::cli
