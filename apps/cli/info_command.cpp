// gnomon info: what can be said about a model without its formulas.
#include <fmt/format.h>
#include <memory>

#include "commands.h"
#include "diagnostic_printer.h"
#include "exit_code.h"
#include "gnomon/json.h"
#include "run_arguments.h"
#include "terminal.h"
#include "text_report.h"

namespace gnomon::cli {

namespace {

int info(const RunArguments& arguments) {
  Output out;
  if (arguments.only_proves()) {
    complain(fmt::format("--engine={} decides formulas and works out no states, which `gnomon info` is about",
                         arguments.engine));
    return out.finish(kBadInput);
  }
  Input input = read_input(arguments.file, arguments.memory_bytes());
  if (!input.error.empty()) {
    complain(input.error);
    if (arguments.json) out.write(api::unreadable_to_json(input.name, input.error));
    return out.finish(input.status);
  }
  ProgressLine progress(arguments.progress_mode());
  DiagnosticPrinter printer(progress, arguments.quiet, wants_color(arguments.color, Stream::Messages));
  api::Run run(input.name, std::move(input.text), arguments.options(progress));
  printer.print(run);
  int status = kAllTrue;
  if (run.has_errors()) {
    status = run.stopped().empty() ? kBadInput : kUnknown;
  } else if (!run.build() || !run.find_deadlocks()) {
    status = kUnknown;
  }
  progress.erase();
  printer.print(run);
  if (status == kUnknown) complain(run.stopped());
  if (has_error(run)) status = kBadInput;
  if (arguments.json) {
    out.write(api::to_json(run, {}, api::JsonDetail::Info, {}, arguments.json_values()));
  } else if (!run.has_errors()) {
    out.write(info_lines(run));
  }
  return out.finish(status);
}

}  // namespace

void add_info_command(CLI::App& program, Action& chosen) {
  auto arguments = std::make_shared<RunArguments>();
  CLI::App* command =
      program.add_subcommand("info", "describe the model: agents, states, depth, deadlocks, unused names");
  arguments->add_file(*command);
  arguments->add_work(*command, RunArguments::Work::States);
  arguments->add_warnings(*command);
  command->callback([arguments, &chosen] { chosen = [arguments] { return info(*arguments); }; });
}

}  // namespace gnomon::cli
