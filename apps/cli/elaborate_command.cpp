// gnomon elaborate: the plain ISPL that a parametric model stands for.
#include <memory>

#include "commands.h"
#include "diagnostic_printer.h"
#include "exit_code.h"
#include "run_arguments.h"
#include "terminal.h"

namespace gnomon::cli {

namespace {

int elaborate(const RunArguments& arguments) {
  Output out;
  Input input = read_input(arguments.file);
  if (!input.error.empty()) {
    complain(input.error);
    return input.status;
  }
  ProgressLine progress(ProgressMode::Never);
  DiagnosticPrinter printer(progress, arguments.quiet, wants_color(arguments.color, Stream::Messages));
  api::Run run(input.name, std::move(input.text), arguments.options(progress));
  printer.print(run);
  if (run.has_errors()) {
    if (!run.stopped().empty()) complain(run.stopped());
    return run.stopped().empty() ? kBadInput : kUnknown;
  }
  api::ElaboratedModel model = run.elaborate();
  if (!model.stopped.empty()) {
    complain(model.stopped);
    return kUnknown;
  }
  out.write(model.text);
  return out.finish(has_error(run) ? kBadInput : kAllTrue);
}

}  // namespace

void add_elaborate_command(CLI::App& program, Action& chosen) {
  auto arguments = std::make_shared<RunArguments>();
  CLI::App* command = program.add_subcommand("elaborate", "write the plain model that a parametric one stands for");
  arguments->add_file(*command);
  arguments->add_warnings(*command);
  command->callback([arguments, &chosen] { chosen = [arguments] { return elaborate(*arguments); }; });
}

}  // namespace gnomon::cli
