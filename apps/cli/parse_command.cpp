// gnomon parse: diagnostics only; with --print the text of the model, formatted as in editors; with --json what it says as
// data.
#include <memory>

#include "commands.h"
#include "diagnostic_printer.h"
#include "exit_code.h"
#include "lsp/analysis.h"
#include "lsp/format.h"
#include "run_arguments.h"
#include "terminal.h"

namespace gnomon::cli {

namespace {

struct ParseArguments {
  RunArguments run;
  bool print = false;
};

int parse(const ParseArguments& arguments) {
  Output out;
  Input input = read_input(arguments.run.file);
  if (!input.error.empty()) {
    complain(input.error);
    if (arguments.run.json) out.write(api::unreadable_to_json(input.name, input.error));
    return out.finish(input.status);
  }
  ProgressLine progress(ProgressMode::Never);
  DiagnosticPrinter printer(progress, arguments.run.quiet, wants_color(arguments.run.color, Stream::Messages));
  api::Run run(input.name, input.text, arguments.run.options(progress));
  printer.print(run);
  if (arguments.run.json) out.write(api::text_to_json(run));
  if (run.has_errors()) return out.finish(kBadInput);
  if (arguments.print) out.write(lsp::formatted(lsp::Analysis(lsp::Text(std::move(input.text))), {}));
  return out.finish(has_error(run) ? kBadInput : kAllTrue);
}

}  // namespace

void add_parse_command(CLI::App& program, Action& chosen) {
  auto arguments = std::make_shared<ParseArguments>();
  CLI::App* command = program.add_subcommand("parse", "read the model and report what is wrong with it");
  arguments->run.add_file(*command);
  command->add_flag("--print", arguments->print, "print the text of the model, formatted")
      ->excludes(
          command->add_flag("--json", arguments->run.json, "agents, variables, formulas and diagnostics as JSON"));
  arguments->run.add_warnings(*command);
  command->callback([arguments, &chosen] { chosen = [arguments] { return parse(*arguments); }; });
}

}  // namespace gnomon::cli
