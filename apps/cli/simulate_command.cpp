// gnomon simulate: a walk through the model, by hand or by script.
#include <memory>

#include "commands.h"
#include "exit_code.h"
#include "line_reader.h"
#include "run_arguments.h"
#include "simulate_session.h"
#include "terminal.h"

namespace gnomon::cli {

namespace {

struct SimulateArguments {
  RunArguments run;
  api::SimulationOptions options;
  std::string load;
};

int status_of(const SimulateSession& session, const LineReader& lines, bool interrupted) {
  if (interrupted) return kUnknown;
  if (lines.terminal()) return kAllTrue;
  if (session.failed()) return kBadInput;
  return session.unknown() ? kUnknown : kAllTrue;
}

int simulate(const SimulateArguments& arguments) {
  Output out;
  if (arguments.run.file == "-") {
    complain("the commands are read from standard input, so the model must be in a file");
    return kBadInput;
  }
  Input input = read_input(arguments.run.file, arguments.run.memory_bytes());
  if (!input.error.empty()) {
    complain(input.error);
    return input.status;
  }
  const std::atomic<bool>* interrupted = catch_signals();
  api::SimulationOptions options = arguments.options;
  options.warnings = warning_options(arguments.run.warnings);
  options.parameters = arguments.run.parameters();
  options.timeout_seconds = arguments.run.timeout;
  options.memory_bytes = arguments.run.memory_bytes();
  options.interrupt = interrupted;
  api::Simulation walk(input.name, std::move(input.text), options);
  for (const api::Diagnostic& diagnostic : walk.diagnostics()) {
    if (!arguments.run.quiet || diagnostic.severity == api::Severity::Error) say(diagnostic.rendered);
  }
  if (walk.has_errors()) return kBadInput;
  SimulateSession session(walk, out);
  LineReader lines(interrupted, [&session](std::string_view text) { return session.complete(text); });
  if (lines.terminal()) session.offer_choices();
  if (!session.begin(arguments.load)) return out.finish(kBadInput);
  if (lines.terminal()) out.line("`help` lists the commands.");
  out.flush();
  while (std::optional<std::string> line = lines.next(session.prompt())) {
    bool going_on = session.execute(*line);
    out.flush();
    if (!going_on) break;
  }
  if (interrupted->load()) complain("interrupted");
  return out.finish(status_of(session, lines, interrupted->load()));
}

}  // namespace

void add_simulate_command(CLI::App& program, Action& chosen) {
  auto arguments = std::make_shared<SimulateArguments>();
  CLI::App* command = program.add_subcommand("simulate", "walk through the model, by hand or by script");
  command->add_option("FILE", arguments->run.file, "the model, in ISPL")->required()->type_name("");
  arguments->run.add_parameters(*command);
  command->add_option("--seed", arguments->options.seed, "where the draws of `random` begin")->type_name("N");
  command->add_option("--load", arguments->load, "begin with a saved walk, or with the path of a witness in JSON")
      ->type_name("FILE");
  arguments->run.add_limits(*command, "answer `eval` and `possible` with unknown after so many seconds");
  command->add_flag("--finite-traces", arguments->options.finite_traces,
                    "LDL and CDL* formulas are about finite traces");
  arguments->run.add_warnings(*command);
  command->callback([arguments, &chosen] { chosen = [arguments] { return simulate(*arguments); }; });
}

}  // namespace gnomon::cli
